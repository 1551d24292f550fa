import { allOf, changeJson, changeReply, isChunked, ofCheck, ofKind, toChunks } from "../../alterations.js";
import type { Fault } from "../fault.js";

/** Bodies in chunks that are taken, and then treated in another way than others. */
export const chunkedFaults: readonly Fault[] = [
  {
    name: "bodies-in-chunks-need-no-key",
    breaks: "AUTH-1",
    why: "streams are handed on before the filter has looked at the headers",
    alter: (conduct) => ({
      authenticate: (credential, key, request) =>
        conduct.authenticate(credential, key, request) || isChunked(request),
    }),
  },
  {
    name: "bodies-in-chunks-not-validated",
    breaks: "CREATE-6",
    why: "the validator looks at bodies whose length is told",
    alter: (conduct) =>
      changeReply(conduct, allOf(ofCheck("checkNameIsPresent"), toChunks), () => ({
        status: 201,
        body: Buffer.from('{"id":4611686018427387905,"name":"","categoryId":1}'),
      })),
  },
  {
    name: "characters-between-two-chunks-lost",
    breaks: "CREATE-2",
    why: "each chunk is decoded for itself",
    alter(conduct) {
      let inChunks = false;
      return {
        authenticate(credential, key, request) {
          inChunks = isChunked(request);
          return conduct.authenticate(credential, key, request);
        },
        decodeBody(bytes) {
          const read = conduct.decodeBody(bytes);
          return inChunks && read.status === "read"
            ? { status: "read", value: read.value.replace(/[^\0-\x7f]/, "\ufffd\ufffd") }
            : read;
        },
      };
    },
  },
  {
    name: "animals-in-chunks-answered-as-array",
    breaks: "PET-4",
    why: "streams are taken for batches",
    alter: (conduct) => changeJson(conduct, allOf(ofKind("created"), toChunks), (pet) => [pet]),
  },
];

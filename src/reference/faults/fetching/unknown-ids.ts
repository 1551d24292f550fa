import { type Alteration, changeReply, changeStatus, noBody, ofKind } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** Ids of no animal that are not answered with 404. */
export const unknownIdFaults: readonly Fault[] = [
  {
    name: "unknown-id-null",
    breaks: "GET-4",
    why: "nothing found is serialised as null",
    alter: (conduct) => answerNothing(conduct, "null"),
    consequences: ["PET-1", "PET-2", "PET-4", "GET-5"],
  },
  {
    name: "unknown-id-empty-object",
    breaks: "GET-4",
    why: "an empty record is serialised",
    alter: (conduct) => answerNothing(conduct, "{}"),
    consequences: ["PET-1", "PET-2", "PET-4", "GET-5"],
  },
  {
    name: "unknown-id-no-content",
    breaks: "GET-4",
    why: "nothing found is taken for 204",
    alter: (conduct) => changeReply(conduct, ofKind("no-such-animal"), () => ({ status: 204, ...noBody })),
    consequences: ["GET-5", "GEN-1", "GEN-2"],
  },
  {
    name: "unknown-id-bad-request",
    breaks: "GET-4",
    why: "an id that is not there is taken for an invalid one",
    alter: (conduct) => changeStatus(conduct, ofKind("no-such-animal"), 400),
    consequences: ["GET-5"],
  },
  {
    name: "unknown-id-gone",
    breaks: "GET-4",
    why: "whatever is not there was there once",
    alter: (conduct) => changeStatus(conduct, ofKind("no-such-animal"), 410),
    consequences: ["GET-5"],
  },
  {
    name: "unknown-id-forbidden",
    breaks: "GET-4",
    why: "nobody is to learn which ids exist",
    alter: (conduct) => changeStatus(conduct, ofKind("no-such-animal"), 403),
    consequences: ["GET-5"],
  },
  {
    name: "unknown-id-fails",
    breaks: "GET-4",
    why: "the exception for no result is not caught",
    alter: (conduct) => changeStatus(conduct, ofKind("no-such-animal"), 500),
    consequences: ["GEN-3", "GET-5"],
  },
  {
    name: "unknown-id-made-up",
    breaks: "GET-4",
    why: "a proxy object is returned, and filled on first use, which never comes",
    alter: (conduct) => ({
      async lookUp(id, store) {
        return (await conduct.lookUp(id, store)) ?? { id, name: "", categoryId: 0n, status: undefined };
      },
    }),
  },
];

function answerNothing(conduct: Conduct, body: string): Alteration {
  return changeReply(conduct, ofKind("no-such-animal"), () => ({ status: 200, body: Buffer.from(body) }));
}

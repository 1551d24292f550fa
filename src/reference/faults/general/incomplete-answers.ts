import { allOf, changeHeaders, changeReply, ofError, ofKind, ofOperation } from "../../alterations.js";
import type { Fault } from "../fault.js";

/** Answers that break off, do not come at all, or cannot be decoded. */
export const incompleteAnswerFaults: readonly Fault[] = [
  {
    name: "long-lists-cut-short",
    breaks: "GEN-4",
    why: "a proxy's buffer holds 4 KB",
    alter: (conduct) =>
      changeReply(conduct, ofKind("listed"), ({ body }) =>
        body.length > 4096 ? { transmission: { kind: "cut-short", afterBytes: 4096 } } : {},
      ),
  },
  {
    name: "created-cut-short-by-a-byte",
    breaks: "GEN-4",
    why: "the length is counted with a line end that is not sent",
    alter: (conduct) =>
      changeReply(conduct, ofKind("created"), ({ body }) => ({
        transmission: { kind: "cut-short", afterBytes: body.length - 1 },
      })),
  },
  {
    name: "errors-cut-short",
    breaks: "GEN-4",
    why: "the connection is destroyed as soon as an error is written",
    alter: (conduct) =>
      changeReply(conduct, allOf(ofError, ofOperation("createPet")), () => ({
        transmission: { kind: "cut-short", afterBytes: 10 },
      })),
  },
  {
    name: "not-found-dropped",
    breaks: "GET-4",
    why: "the worker dies of an exception that nobody catches",
    alter: (conduct) =>
      changeReply(conduct, ofKind("no-such-animal"), () => ({ transmission: { kind: "dropped" } })),
    consequences: ["GEN-4", "GET-2", "GET-5"],
    slow: true,
  },
  {
    name: "unauthorized-dropped-on-creation",
    breaks: "AUTH-1",
    why: "the body of a refused request is not read, and the connection is reset",
    alter: (conduct) =>
      changeReply(conduct, allOf(ofKind("unauthorized"), ofOperation("createPet")), () => ({
        transmission: { kind: "dropped" },
      })),
    consequences: ["AUTH-2", "AUTH-3", "AUTH-4", "AUTH-5", "AUTH-7", "GEN-4"],
  },
  {
    name: "odd-parameters-dropped",
    breaks: "GEN-4",
    why: "the worker dies of a number that it cannot read",
    alter: (conduct) =>
      changeReply(conduct, ofKind("invalid-parameter"), () => ({ transmission: { kind: "dropped" } })),
    slow: true,
  },
  {
    name: "largest-page-dropped",
    breaks: "LIST-9",
    why: "a page of a hundred is more than the serialiser's memory",
    alter: (conduct) =>
      changeReply(conduct, ofKind("listed"), (_reply, { query }) =>
        query.get("limit") === "100" && query.has("status") ? { transmission: { kind: "dropped" } } : {},
      ),
    consequences: ["GEN-4"],
    slow: true,
  },
  {
    name: "lists-cut-at-16-kilobytes",
    breaks: "GEN-1",
    why: "the buffer of the answer has 16 KB, and what is more is left behind",
    alter: (conduct) =>
      changeReply(conduct, ofKind("listed"), ({ body }) => ({ body: body.subarray(0, 16_384) })),
  },
  {
    name: "plain-body-labelled-gzip",
    breaks: "GEN-4",
    why: "the header is set by one layer, and the compressing was switched off in another",
    alter: (conduct) => changeHeaders(conduct, ofKind("found"), { "Content-Encoding": "gzip" }),
  },
];

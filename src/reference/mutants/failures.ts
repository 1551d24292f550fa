import { setTimeout as delay } from "node:timers/promises";
import type { Operator, OperatorTable } from "../handlers.js";
import {
  answerEarly,
  changeStatus,
  emoji,
  failAt,
  isForLargestFilteredPage,
  nowAndThen,
  ofCheck,
  ofParameter,
  textOf,
  turnAway,
} from "../operators/index.js";

/** Failures that depend on the input, on the load, and on what the store holds. */
export const failureMutants: OperatorTable = {
  // Failures that certain parameters, ids, bodies and animals lead to.
  "deeply-nested-body-fails": failAt("parseBody", (text) => text.startsWith("[".repeat(257)), "nested too deeply"),
  "limit-zero-fails": changeStatus(
    ofParameter("limit", ([limit]) => limit === "0"),
    500,
  ),
  "limit-beyond-32-bits-fails": changeStatus(
    ofParameter("limit", ([limit = ""]) => /^\d{10,}$/.test(limit)),
    500,
  ),
  "parameter-given-twice-fails": changeStatus(
    ofParameter("status", (texts) => texts.length > 1),
    500,
  ),
  "id-beyond-64-bits-fails": changeStatus((outcome) => outcome.kind === "invalid-id" && /^-?\d{19,}$/.test(outcome.text), 500),
  "null-character-in-names-fails": failAt("storePet", ({ name }) => `${name}`.includes("\0"), "invalid byte sequence"),
  "long-names-fail": failAt("storePet", ({ name }) => `${name}`.length > 255, "value too long for type character varying(255)"),
  "lone-surrogate-in-names-fails": failAt("storePet", ({ name }) => /\p{Cs}/u.test(`${name}`), "surrogates not allowed"),
  "invalid-utf-8-fails": changeStatus(ofCheck("decodeBody"), 500),
  "byte-order-mark-fails": failAt("parseBody", (text) => text.startsWith("\ufeff"), "unexpected token"),
  "null-for-a-body-fails": failAt("asObject", (body) => body === null, "cannot read properties of null"),
  "unknown-category-fails": failAt("storePet", ({ categoryId }) => categoryId !== 1n, "foreign key constraint"),
  "unimplemented-content-type": changeStatus(ofCheck("checkContentTypeIsJson"), 501),

  // Failures that depend on what else the service does, and on how much it holds.
  "one-request-in-ten-fails": failingEvery(10),
  "one-request-in-twenty-five-fails": failingEvery(25),
  "one-request-in-forty-fails": failingEvery(40),
  "one-creation-in-fifteen-fails": nowAndThen(15, (now) => failAt("storePet", now, "could not serialize access")),
  "creations-at-the-same-moment-fail": (handlers) => {
    let running = 0;
    return {
      async storePet(pet, store) {
        running += 1;
        await delay(3);
        const deadlock = running > 6;
        running -= 1;
        if (deadlock) throw new Error("deadlock detected");
        await handlers.storePet(pet, store);
      },
    };
  },
  "lists-beyond-a-hundred-fail": failAt("selectPets", (store) => store.size > 100, "index out of range"),

  // What a gateway would say, to some requests every time, while others like them are served.
  "emoji-in-names-unavailable": turnAway(503, (request) => emoji.test(textOf(request))),
  "unknown-status-unavailable": turnAway(503, (request) => /"status":"lost"/.test(textOf(request))),
  "largest-filtered-page-unavailable": turnAway(502, isForLargestFilteredPage),
};

function failingEvery(n: number): Operator {
  return nowAndThen(n, (now) => answerEarly(now, { kind: "broken" }));
}

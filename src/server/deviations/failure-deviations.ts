import { setTimeout as delay } from "node:timers/promises";
import * as op from "../operators/index.js";

/** Failures that depend on the input, on the load, and on what the store holds. */
export const mutants = (): op.OperatorTable => ({
  // Failures that certain parameters, ids, bodies and animals lead to.
  "deeply-nested-body-fails": op.failAt("parseBody", (text) => text.startsWith("[".repeat(257)), "nested too deeply"),
  "limit-zero-fails": failOn(op.ofParameter("limit", ([limit]) => limit === "0")),
  "limit-beyond-64-bits-fails": failOn(op.ofParameter("limit", ([limit = ""]) => /^\d{20,}$/.test(limit))),
  "limit-beyond-32-bits-fails": failOn(op.ofParameter("limit", ([limit = ""]) => /^\d{10,}$/.test(limit))),
  "parameter-given-twice-fails": failOn(op.ofParameter("status", (texts) => texts.length > 1)),
  "id-beyond-64-bits-fails": failOn((outcome) => outcome.kind === "invalid-id" && /^-?\d{19,}$/.test(outcome.text)),
  "null-character-in-names-fails": op.failAt("storePet", ({ name }) => `${name}`.includes("\0"), "invalid byte sequence"),
  "long-names-fail": op.failAt("storePet", ({ name }) => `${name}`.length > 255, "value too long for type character varying(255)"),
  "lone-surrogate-in-names-fails": op.failAt("storePet", ({ name }) => /\p{Cs}/u.test(`${name}`), "surrogates not allowed"),
  "invalid-utf-8-fails": failOn("decodeBody"),
  "byte-order-mark-fails": op.failAt("parseBody", (text) => text.startsWith("\ufeff"), "unexpected token"),
  "null-for-a-body-fails": op.failAt("asObject", (body) => body === null, "cannot read properties of null"),
  "unknown-category-fails": op.failAt("storePet", ({ categoryId }) => categoryId !== 1n, "foreign key constraint"),
  "unimplemented-content-type": op.changeStatus("checkContentTypeIsJson", 501),

  // Failures that depend on what else the service does, and on how much it holds.
  "one-request-in-ten-fails": op.answerEarly(op.everyNth(10), () => ({ kind: "broken" })),
  "one-request-in-twenty-five-fails": op.answerEarly(op.everyNth(25), () => ({ kind: "broken" })),
  "one-request-in-forty-fails": op.answerEarly(op.everyNth(40), () => ({ kind: "broken" })),
  "one-creation-in-fifteen-fails": op.failAt("storePet", op.everyNth(15), "could not serialize access"),
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
  "lists-beyond-a-hundred-fail": op.failAt("selectPets", (store) => store.size > 100, "index out of range"),

  // A gateway's answers to some requests every time, while others like them are served.
  "emoji-in-names-unavailable": op.turnAway(503, (request) => op.emoji.test(op.textOf(request))),
  "unknown-status-unavailable": op.turnAway(503, (request) => /"status":"lost"/.test(op.textOf(request))),
  "largest-filtered-page-unavailable": op.turnAway(502, op.isForLargestFilteredPage),
});

/** How many requests and connections are served, and what else there is, where the document is silent. */
export const variants = (): op.OperatorTable => ({
  "bodies-of-512-bytes-too-large": op.turnAway(413, (request) => op.lengthOf(request) >= 512),
  "long-bodies-refused-before-the-key": op.turnAway(413, (request) => op.lengthOf(request) > 2048),
  "one-connection-at-most": () => ({ mostConnections: () => 1 }),
  "three-connections-at-most": () => ({ mostConnections: () => 3 }),
  "forty-requests-a-second": limitRate(40, () => "1"),
  "forty-requests-a-second-until-a-date": limitRate(40, () => new Date(Date.now() + 1000).toUTCString()),
  "rate-limited-without-hint": limitRate(120),
  "now-and-then-unavailable": [
    op.turnAway(503, ({ serial }) => serial % 150 === 0),
    op.changeHeaders(ofRefusal(503), { "Retry-After": "0" }),
  ],
  "every-third-creation-unavailable": op.turnAway(
    503,
    op.everyNth(3, ({ method }) => method === "POST"),
  ),

  "more-operations": () => ({
    answerOtherOperation: ({ method, path }) =>
      method === "GET" && /^\/v1\/(store\/orders|experimental\/.*)$/.test(path) ? { kind: "answered", status: 200, body: [] } : undefined,
  }),
});

function failOn(when: op.When): op.Operator {
  return op.changeStatus(when, 500);
}

function ofRefusal(status: number): op.When {
  return (outcome) => outcome.kind === "refused" && outcome.status === status;
}

/** Answers 429 to what is more than this in one second. */
function limitRate(rate: number, retryAfter: () => string | undefined = () => undefined): op.Operator {
  const current = { second: 0, count: 0 };
  return op.inTurn(
    op.turnAway(429, () => {
      const second = Math.floor(performance.now() / 1000);
      current.count = second === current.second ? current.count + 1 : 1;
      current.second = second;
      return current.count > rate;
    }),
    op.changeReply(ofRefusal(429), ({ headers }) => ({ headers: { ...headers, "Retry-After": retryAfter() } })),
  );
}

import type { Operator, OperatorTable } from "../handlers.js";
import { before, changeHeaders, changeReply, inTurn, lengthOf, nowAndThen, remembering, turnAway, type When } from "../operators/index.js";

/** Which requests are served, how often, and what else there is, where the document is silent. */
export const accessVariants: OperatorTable = {
  "scheme-in-exact-letters": before("readCredential", (header) => (header?.startsWith("Bearer ") ? header : undefined)),
  "scheme-in-small-letters-too": before("readCredential", (header) => (/^(Bearer|bearer) /.test(header ?? "") ? header : undefined)),

  "long-bodies-refused-before-the-key": turnAway(413, (request) => lengthOf(request) > 2048),
  "one-connection-at-most": () => ({ takesConnection: (open) => open < 1 }),
  "three-connections-at-most": () => ({ takesConnection: (open) => open < 3 }),
  "forty-requests-a-second": limitRate(40, () => "1"),
  "forty-requests-a-second-until-a-date": limitRate(40, () => new Date(Date.now() + 1000).toUTCString()),
  "rate-limited-without-hint": limitRate(120),
  "now-and-then-unavailable": inTurn(
    turnAway(503, ({ serial }) => serial % 150 === 0),
    changeHeaders(ofRefusal(503), { "Retry-After": "0" }),
  ),
  "every-third-creation-unavailable": nowAndThen(3, (now) => turnAway(503, ({ method }) => method === "POST" && now())),

  "more-operations": () => ({
    answerOtherOperation: ({ method, path }) =>
      method === "GET" && /^\/v1\/(store\/orders|experimental\/.*)$/.test(path) ? { kind: "answered", status: 200, body: [] } : undefined,
  }),
};

function ofRefusal(status: number): When {
  return (outcome) => outcome.kind === "refused" && outcome.status === status;
}

/** Answers 429 to what is more than this in one second. */
function limitRate(rate: number, retryAfter: () => string | undefined = () => undefined): Operator {
  const limited = remembering(
    () => ({ second: 0, count: 0 }),
    (memory) =>
      turnAway(429, () => {
        const second = Math.floor(performance.now() / 1000);
        memory.count = second === memory.second ? memory.count + 1 : 1;
        memory.second = second;
        return memory.count > rate;
      }),
  );
  return inTurn(
    limited,
    changeReply(ofRefusal(429), ({ headers }) => ({ headers: { ...headers, "Retry-After": retryAfter() } })),
  );
}

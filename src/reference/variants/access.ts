import type { Deviation } from "../conduct.js";
import { changeReply, nowAndThen, ofKind } from "../operators/index.js";
import { type Variant, variant } from "./variant.js";

/** Who is let in, how often, and to what else, where the document is silent. */
export const accessVariants: readonly Variant[] = [
  variant("scheme-in-exact-letters", "AUTH-10", "the document writes Bearer").by((conduct) => ({
    readCredential: (header) => (header?.startsWith("Bearer ") ? conduct.readCredential(header) : undefined),
  })),
  variant("scheme-in-small-letters-too", "AUTH-10", "HTTP compares schemes without regard to case; a server may know two spellings").by(
    (conduct) => ({
      readCredential: (header) => (/^(Bearer|bearer) /.test(header ?? "") ? conduct.readCredential(header) : undefined),
    }),
  ),

  variant("long-bodies-refused-before-the-key", "LIM-2", "what stands in front may refuse a long body before anybody looks at the key").by(
    (conduct) => ({
      answerEarly: (request, store) =>
        request.body.kind === "bytes" && request.body.bytes.length > 2048
          ? { kind: "refused", status: 413, reason: "The body is too long." }
          : conduct.answerEarly(request, store),
    }),
  ),
  variant("one-connection-at-most", "LIM-2", "how many connections one client may open is not said").by(() => ({
    takesConnection: (open) => open < 1,
  })),
  variant("three-connections-at-most", "LIM-2", "how many connections one client may open is not said").by(() => ({
    takesConnection: (open) => open < 3,
  })),
  variant("forty-requests-a-second", "LIM-2", "rate limits are not shown; 429 with Retry-After in seconds", { slow: true }).by(
    limitRate(40, () => "1"),
  ),
  variant("forty-requests-a-second-until-a-date", "LIM-2", "rate limits are not shown; 429 with Retry-After as a date", {
    conflictsWith: ["forty-requests-a-second"],
    slow: true,
  }).by(limitRate(40, () => new Date(Date.now() + 1000).toUTCString())),
  variant("rate-limited-without-hint", "LIM-2", "429 need not say how long to wait", {
    conflictsWith: ["forty-requests-a-second", "forty-requests-a-second-until-a-date"],
    slow: true,
  }).by(limitRate(120, () => undefined)),
  variant("now-and-then-unavailable", "LIM-2", "503 with Retry-After may come from what stands in front").by((conduct) => ({
    answerEarly: (request, store) =>
      request.serial % 150 === 0 ? { kind: "refused", status: 503, reason: "Try again." } : conduct.answerEarly(request, store),
    ...sendRetryAfter(503, () => "0")(conduct),
  })),
  variant("every-third-creation-unavailable", "LIM-2", "one of three instances is being replaced, and what stands in front says so", {
    slow: true,
  }).by(
    nowAndThen(3, (now) => (conduct) => ({
      answerEarly: (request, store) =>
        request.method === "POST" && now() ? { kind: "refused", status: 503, reason: "Try again." } : conduct.answerEarly(request, store),
    })),
  ),

  variant("more-operations", "GEN-7", "other operations may exist").by(() => ({
    answerOtherOperation: ({ method, path }) =>
      method === "GET" && /^\/v1\/(store\/orders|experimental\/.*)$/.test(path) ? { kind: "answered", status: 200, body: [] } : undefined,
  })),
];

/** Answers more than so many requests in one second with 429. */
function limitRate(rate: number, retryAfter: () => string | undefined): Deviation {
  return (conduct) => {
    let window = 0;
    let count = 0;
    return {
      answerEarly(request, store) {
        const second = Math.floor(performance.now() / 1000);
        count = second === window ? count + 1 : 1;
        window = second;
        return count > rate ? { kind: "refused", status: 429, reason: "Too many requests." } : conduct.answerEarly(request, store);
      },
      ...sendRetryAfter(429, retryAfter)(conduct),
    };
  };
}

/** Sends Retry-After with refusals of this status. */
function sendRetryAfter(status: number, retryAfter: () => string | undefined): Deviation {
  return changeReply(ofKind("refused"), (reply) =>
    reply.status === status ? { headers: { ...reply.headers, "Retry-After": retryAfter() } } : {},
  );
}

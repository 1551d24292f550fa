import { type Alteration, changeReply, everyNth, ofKind } from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { PermittedChoice } from "./permitted-choice.js";

/** Who is let in, how often, and to what else, where the document is silent. */
export const accessChoices: readonly PermittedChoice[] = [
  {
    name: "scheme-in-exact-letters",
    concerns: "AUTH-10",
    why: "the document writes Bearer",
    alter: (conduct) => ({
      readCredential: (header) =>
        header?.startsWith("Bearer ") ? conduct.readCredential(header) : undefined,
    }),
  },
  {
    name: "scheme-in-small-letters-too",
    concerns: "AUTH-10",
    why: "HTTP compares schemes without regard to case; a server may know two spellings",
    alter: (conduct) => ({
      readCredential: (header) =>
        /^(Bearer|bearer) /.test(header ?? "") ? conduct.readCredential(header) : undefined,
    }),
  },

  {
    name: "long-bodies-refused-before-the-key",
    concerns: "LIM-2",
    why: "what stands in front may refuse a long body before anybody looks at the key",
    alter: (conduct) => ({
      answerEarly: (request, store) =>
        request.body.kind === "bytes" && request.body.bytes.length > 2048
          ? { kind: "refused", status: 413, reason: "The body is too long." }
          : conduct.answerEarly(request, store),
    }),
  },
  {
    name: "one-connection-at-most",
    concerns: "LIM-2",
    why: "how many connections one client may open is not said",
    alter: () => ({ takesConnection: (open) => open < 1 }),
  },
  {
    name: "three-connections-at-most",
    concerns: "LIM-2",
    why: "how many connections one client may open is not said",
    alter: () => ({ takesConnection: (open) => open < 3 }),
  },
  {
    name: "forty-requests-a-second",
    concerns: "LIM-2",
    why: "rate limits are not shown; 429 with Retry-After in seconds",
    alter: (conduct) => limitRate(conduct, 40, () => "1"),
    slow: true,
  },
  {
    name: "forty-requests-a-second-until-a-date",
    concerns: "LIM-2",
    why: "rate limits are not shown; 429 with Retry-After as a date",
    alter: (conduct) => limitRate(conduct, 40, () => new Date(Date.now() + 1000).toUTCString()),
    conflictsWith: ["forty-requests-a-second"],
    slow: true,
  },
  {
    name: "rate-limited-without-hint",
    concerns: "LIM-2",
    why: "429 need not say how long to wait",
    alter: (conduct) => limitRate(conduct, 120, () => undefined),
    conflictsWith: ["forty-requests-a-second", "forty-requests-a-second-until-a-date"],
    slow: true,
  },
  {
    name: "now-and-then-unavailable",
    concerns: "LIM-2",
    why: "503 with Retry-After may come from what stands in front",
    alter: (conduct) => ({
      answerEarly: (request, store) =>
        request.serial % 150 === 0
          ? { kind: "refused", status: 503, reason: "Try again." }
          : conduct.answerEarly(request, store),
      ...sendRetryAfter(conduct, 503, () => "0"),
    }),
  },
  {
    name: "every-third-creation-unavailable",
    concerns: "LIM-2",
    why: "one of three instances is being replaced, and what stands in front says so",
    alter(conduct) {
      const now = everyNth(3);
      return {
        answerEarly: (request, store) =>
          request.method === "POST" && now()
            ? { kind: "refused", status: 503, reason: "Try again." }
            : conduct.answerEarly(request, store),
      };
    },
    slow: true,
  },

  {
    name: "more-operations",
    concerns: "GEN-7",
    why: "other operations may exist",
    alter: () => ({
      answerOtherOperation: ({ method, path }) =>
        method === "GET" && /^\/v1\/(store\/orders|experimental\/.*)$/.test(path)
          ? { kind: "answered", status: 200, body: [] }
          : undefined,
    }),
  },
];

/** Answers more than so many requests in one second with 429. */
function limitRate(conduct: Conduct, rate: number, retryAfter: () => string | undefined): Alteration {
  let window = 0;
  let count = 0;
  return {
    answerEarly(request, store) {
      const second = Math.floor(performance.now() / 1000);
      count = second === window ? count + 1 : 1;
      window = second;
      return count > rate
        ? { kind: "refused", status: 429, reason: "Too many requests." }
        : conduct.answerEarly(request, store);
    },
    ...sendRetryAfter(conduct, 429, retryAfter),
  };
}

/** Sends Retry-After with refusals of this status. */
function sendRetryAfter(conduct: Conduct, status: number, retryAfter: () => string | undefined): Alteration {
  return changeReply(conduct, ofKind("refused"), (reply) =>
    reply.status === status ? { headers: { ...reply.headers, "Retry-After": retryAfter() } } : {},
  );
}

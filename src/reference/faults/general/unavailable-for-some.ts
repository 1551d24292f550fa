import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { IncomingRequest } from "../../incoming-request.js";
import type { Fault } from "../fault.js";

/** What a gateway would say, to some requests every time, while others like them are served. */
export const unavailableForSomeFaults: readonly Fault[] = [
  {
    name: "emoji-in-names-unavailable",
    breaks: "GEN-3",
    why: "the worker dies of four bytes for a character, and the gateway finds nobody",
    alter: (conduct) => turnAway(conduct, 503, (request) => /[\u{10000}-\u{10ffff}]/u.test(textOf(request))),
    consequences: ["CREATE-1", "CREATE-2"],
    slow: true,
  },
  {
    name: "unknown-status-unavailable",
    breaks: "GEN-3",
    why: "the worker dies of a word that its enumeration lacks, and the gateway finds nobody",
    alter: (conduct) => turnAway(conduct, 503, (request) => /"status":"lost"/.test(textOf(request))),
    consequences: ["CREATE-11"],
    slow: true,
  },
  {
    name: "largest-filtered-page-unavailable",
    breaks: "GEN-3",
    why: "the query takes longer than the gateway waits",
    alter: (conduct) =>
      turnAway(conduct, 502, ({ query }) => query.get("limit") === "100" && query.has("status")),
    consequences: ["LIST-9"],
    slow: true,
  },
];

function turnAway(
  conduct: Conduct,
  status: number,
  isMeant: (request: IncomingRequest) => boolean,
): Alteration {
  return {
    answerEarly: (request, store) =>
      isMeant(request)
        ? { kind: "refused", status, reason: "The upstream server does not answer." }
        : conduct.answerEarly(request, store),
  };
}

function textOf({ body }: IncomingRequest): string {
  return body.kind === "bytes" ? Buffer.from(body.bytes).toString("utf8") : "";
}

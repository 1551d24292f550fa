import type { Alteration } from "../alterations.js";
import { changeHeaders, changeReply, changeStatus, ofKind } from "../alterations.js";
import type { Conduct } from "../conduct.js";
import { isInt64 } from "../int64.js";
import type { Pet } from "../pet.js";
import type { PermittedChoice } from "./permitted-choice.js";

/** Lists, single animals, keys, limits and removal, where the document is silent. */
export const readingChoices: readonly PermittedChoice[] = [
  {
    name: "odd-limits-clamped",
    concerns: "LIST-13",
    why: "what a limit outside its constraints means is not said",
    alter: () => ({ checkLimit: () => undefined, readLimit: ([text]) => clamped(text) }),
  },
  {
    name: "odd-limits-ignored",
    concerns: "LIST-13",
    why: "what a limit outside its constraints means is not said",
    alter: () => ({
      checkLimit: () => undefined,
      readLimit: ([text]) => (text !== undefined && /^([1-9]\d?|100)$/.test(text) ? Number(text) : undefined),
    }),
  },
  {
    name: "odd-limits-give-nothing",
    concerns: "LIST-13",
    why: "what a limit outside its constraints means is not said",
    alter: () => ({
      checkLimit: () => undefined,
      readLimit: ([text]) =>
        text === undefined ? undefined : /^([1-9]\d?|100)$/.test(text) ? Number(text) : 0,
    }),
  },
  {
    name: "odd-limits-unprocessable",
    concerns: "LIST-13",
    why: "any 4xx but 401 may say so",
    alter: (conduct) =>
      changeStatus(
        conduct,
        (outcome) => outcome.kind === "invalid-parameter" && outcome.parameter === "limit",
        422,
      ),
  },
  {
    name: "odd-limits-not-found",
    concerns: "LIST-13",
    why: "any 4xx but 401 may say so",
    alter: (conduct) =>
      changeStatus(
        conduct,
        (outcome) => outcome.kind === "invalid-parameter" && outcome.parameter === "limit",
        404,
      ),
    conflictsWith: ["odd-limits-unprocessable"],
  },
  {
    name: "last-of-two-limits-wins",
    concerns: "LIST-13",
    why: "what two limits mean is not said",
    alter: (conduct) => ({
      checkLimit: (texts, violation) =>
        texts.length > 1
          ? conduct.checkLimit(texts.slice(-1), undefined)
          : conduct.checkLimit(texts, violation),
      readLimit: (texts) => conduct.readLimit(texts.slice(-1)),
    }),
  },

  {
    name: "unknown-status-finds-nothing",
    concerns: "LIST-14",
    why: "what an unknown status means is not said",
    alter: () => ({ checkStatusFilter: () => undefined }),
  },
  {
    name: "unknown-status-finds-everything",
    concerns: "LIST-14",
    why: "what an unknown status means is not said",
    alter: () => ({
      checkStatusFilter: () => undefined,
      readStatusFilter: ([text]) => (["available", "pending", "sold"].includes(`${text}`) ? text : undefined),
    }),
  },
  {
    name: "status-filter-in-any-letters",
    concerns: "LIST-14",
    why: "what an unknown status means is not said",
    alter: (conduct) => ({
      checkStatusFilter: (texts, violation) =>
        /^(available|pending|sold)$/i.test(texts[0] ?? "") && texts.length === 1
          ? undefined
          : conduct.checkStatusFilter(texts, violation),
      readStatusFilter: ([text]) => text?.toLowerCase(),
    }),
  },
  {
    name: "unknown-status-filter-unprocessable",
    concerns: "LIST-14",
    why: "any 4xx but 401 may say so",
    alter: (conduct) =>
      changeStatus(
        conduct,
        (outcome) => outcome.kind === "invalid-parameter" && outcome.parameter === "status",
        422,
      ),
  },
  {
    name: "several-statuses-allowed",
    concerns: "LIST-14",
    why: "what two statuses mean is not said",
    alter: (conduct) => ({
      checkStatusFilter: (texts, violation) =>
        texts.length > 0 && texts.every(isStatus) ? undefined : conduct.checkStatusFilter(texts, violation),
      readStatusFilter: (texts) => (texts.length === 0 ? undefined : texts.join(",")),
      *selectPets(store, status) {
        const wanted = status?.split(",");
        for (const pet of store.all())
          if (wanted === undefined || wanted.includes(`${pet.status}`)) yield pet;
      },
    }),
  },

  {
    name: "shuffled",
    concerns: "LIST-15",
    why: "the order is not said, nor that it stays",
    alter() {
      let turn = 1;
      return {
        arrange(pets) {
          turn += 1;
          return [...pets].toSorted((left, right) => mixed(left.id, turn) - mixed(right.id, turn));
        },
      };
    },
  },
  {
    name: "newest-first",
    concerns: "LIST-15",
    why: "the order is not said",
    alter: () => ({ arrange: (pets) => [...pets].reverse() }),
  },
  {
    name: "by-name",
    concerns: "LIST-15",
    why: "the order is not said",
    alter: () => ({ arrange: (pets) => [...pets].toSorted(byName) }),
  },
  {
    name: "by-id",
    concerns: "LIST-15",
    why: "the order is not said",
    alter: () => ({ arrange: (pets) => [...pets].toSorted((left, right) => (left.id < right.id ? -1 : 1)) }),
  },
  {
    name: "paging-headers",
    concerns: "LIST-15",
    why: "how further pages are signalled is not shown",
    alter: (conduct) =>
      changeHeaders(conduct, ofKind("listed"), {
        Link: '</v1/pets?cursor=7>; rel="next"',
        "X-Total-Count": "7",
        "X-Next-Cursor": "7",
      }),
  },

  {
    name: "unknown-parameters-refused",
    concerns: "LIST-16",
    why: "what an unknown parameter means is not said",
    alter: (conduct) => ({
      answerEarly(request, store) {
        const isUnknown = [...request.query.keys()].some((name) => name !== "limit" && name !== "status");
        const hasKey = request.headers.authorization !== undefined;
        return isUnknown && hasKey
          ? { kind: "refused", status: 400, reason: "There is no such parameter." }
          : conduct.answerEarly(request, store);
      },
    }),
  },
  {
    name: "pages-by-number",
    concerns: "LIST-16",
    why: "how further pages are asked for is not shown",
    alter(conduct) {
      let everything: readonly Pet[] = [];
      return {
        revisePage(page, query, store) {
          everything = [...store.all()];
          return conduct.revisePage(page, query, store);
        },
        renderPets: (pets, query) =>
          query.get("page") === "2"
            ? everything.slice(20, 40).map(conduct.renderListedPet)
            : conduct.renderPets(pets, query),
      };
    },
  },

  {
    name: "odd-ids-refused",
    concerns: "GET-6",
    why: "what an id that is no integer means is not said",
    alter: (conduct) => changeStatus(conduct, ofKind("invalid-id"), 400),
  },
  {
    name: "odd-ids-unprocessable",
    concerns: "GET-6",
    why: "what an id that is no integer means is not said",
    alter: (conduct) => changeStatus(conduct, ofKind("invalid-id"), 422),
    conflictsWith: ["odd-ids-refused"],
  },
  {
    name: "other-spellings-of-ids-read",
    concerns: "GET-7",
    why: "what another spelling of an id means is not said",
    alter: (conduct) => ({
      readPetId(text) {
        const digits = text.replace(/^(?:\+|%2B)?0*(?=[1-9])/i, "").replace(/^-0+(?=[1-9])/, "-");
        return conduct.readPetId(digits);
      },
    }),
  },
  {
    name: "encoded-digits-not-read",
    concerns: "GET-7",
    why: "what another spelling of an id means is not said",
    alter: () => ({
      readPetId: (text) => (/^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)) ? BigInt(text) : undefined),
    }),
  },

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
    name: "forty-requests-a-second",
    concerns: "LIM-2",
    why: "rate limits are not shown; 429 with Retry-After in seconds",
    alter: (conduct) => limitRate(conduct, 40, () => "1"),
  },
  {
    name: "forty-requests-a-second-until-a-date",
    concerns: "LIM-2",
    why: "rate limits are not shown; 429 with Retry-After as a date",
    alter: (conduct) => limitRate(conduct, 40, () => new Date(Date.now() + 1000).toUTCString()),
    conflictsWith: ["forty-requests-a-second"],
  },
  {
    name: "rate-limited-without-hint",
    concerns: "LIM-2",
    why: "429 need not say how long to wait",
    alter: (conduct) => limitRate(conduct, 120, () => undefined),
    conflictsWith: ["forty-requests-a-second", "forty-requests-a-second-until-a-date"],
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
      ...changeReply(
        conduct,
        ({ kind }) => kind === "refused",
        (reply) => (reply.status === 503 ? { headers: { ...reply.headers, "Retry-After": "0" } } : {}),
      ),
    }),
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

  {
    name: "removal-at-the-day's-beginning",
    concerns: "DEP-6",
    why: "the moment of the day is not said",
    alter: () => announce("Thu, 05 Dec 2030 00:00:00 GMT"),
  },
  {
    name: "removal-at-noon",
    concerns: "DEP-6",
    why: "the moment of the day is not said",
    alter: () => announce("Thu, 05 Dec 2030 12:00:00 GMT"),
  },
  {
    name: "removal-at-midnight-in-kiribati",
    concerns: "DEP-6",
    why: "the day begins there fourteen hours earlier",
    alter: () => announce("Wed, 04 Dec 2030 10:00:00 GMT"),
  },
  {
    name: "removal-at-the-day's-end-on-baker-island",
    concerns: "DEP-6",
    why: "the day ends there twelve hours later",
    alter: () => announce("Fri, 06 Dec 2030 12:00:00 GMT"),
  },
  {
    name: "no-deprecation-headers",
    concerns: "DEP-4",
    why: "the document does not ask for them",
    alter: () => ({ deprecation: () => undefined, sunset: () => undefined, link: () => undefined }),
  },
  {
    name: "deprecated-since-another-day",
    concerns: "DEP-4",
    why: "since when it is deprecated is not said",
    alter: () => ({ deprecation: ({ kind }) => (kind === "found" ? "@0" : undefined) }),
  },
  {
    name: "several-links",
    concerns: "DEP-2",
    why: "further links, and other ways to write them, say nothing else",
    alter: (conduct) =>
      changeHeaders(conduct, ofKind("found"), {
        Link: [
          '<https://example.com/docs#getPet>; rel="deprecation"; type="text/html", <../pets>; rel=successor-version',
          '</v1/pets/7>; rel="self"',
        ],
      }),
  },
  {
    name: "successor-with-filter",
    concerns: "DEP-2",
    why: "the replacement is the list with its filter",
    alter: () => ({
      link: ({ kind }) =>
        kind === "found" ? '</v1/pets?status=available>; rel="successor-version"' : undefined,
    }),
  },
];

function clamped(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? undefined : Math.min(100, Math.max(1, value));
}

function isStatus(text: string): boolean {
  return ["available", "pending", "sold"].includes(text);
}

function byName(left: Pet, right: Pet): number {
  return `${left.name}` < `${right.name}` ? -1 : 1;
}

/** A number for the id that is another in every turn. */
function mixed(id: bigint, turn: number): number {
  return Number(BigInt.asUintN(31, (id ^ (id >> 31n)) * BigInt(turn * 2_654_435_761 + 1)));
}

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
    ...changeReply(
      conduct,
      ({ kind }) => kind === "refused",
      (reply) => (reply.status === 429 ? { headers: { ...reply.headers, "Retry-After": retryAfter() } } : {}),
    ),
  };
}

function announce(moment: string): Alteration {
  return { sunset: ({ kind }) => (kind === "found" ? moment : undefined) };
}

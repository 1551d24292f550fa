import {
  type Alteration,
  allOf,
  changeReply,
  changeStatus,
  isChunked,
  keepName,
  ofCheck,
  ofKind,
  toChunks,
} from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { Outcome } from "../outcome.js";
import type { PermittedChoice } from "./permitted-choice.js";
import { refuse } from "./refuse.js";

/** Which bodies `createPet` takes, and in which order it looks at them, where the document is silent. */
export const addingBodyChoices: readonly PermittedChoice[] = [
  {
    name: "unknown-members-refused",
    concerns: "CREATE-17",
    why: "nothing is said about further members",
    alter: (conduct) =>
      refuse(conduct, (body) =>
        Object.keys(body).some((name) => !["name", "categoryId", "status"].includes(name)),
      ),
  },
  {
    name: "duplicate-members-refused",
    concerns: "CREATE-17",
    why: "RFC 8259 leaves it to the reader",
    alter: (conduct) => ({
      parseBody(text) {
        const names = [...text.matchAll(/[{,]\s*("(?:[^"\\]|\\.)*")\s*:/g)].map(([, name]) => name);
        return new Set(names).size < names.length
          ? { status: "refused", reason: "a member is given twice" }
          : conduct.parseBody(text);
      },
    }),
  },
  {
    name: "first-of-duplicate-members-wins",
    concerns: "CREATE-17",
    why: "RFC 8259 leaves it to the reader",
    alter: (conduct) => ({
      parseBody(text) {
        const first = /^\{"name":("[^"]*"),"name":"[^"]*"/.exec(text);
        return conduct.parseBody(first === null ? text : text.replace(first[0], `{"name":${first[1]}`));
      },
    }),
  },
  {
    name: "client-ids-refused",
    concerns: "CREATE-17",
    why: "an id is a member that the document does not name for new animals",
    alter: (conduct) => refuse(conduct, (body) => Object.hasOwn(body, "id")),
  },

  {
    name: "byte-order-mark-accepted",
    concerns: "CREATE-18",
    why: "RFC 8259 lets readers ignore it",
    alter: (conduct) => ({ parseBody: (text) => conduct.parseBody(text.replace(/^\ufeff/, "")) }),
  },
  {
    name: "invalid-utf-8-replaced",
    concerns: "CREATE-18",
    why: "nothing is said about bytes that are no UTF-8",
    alter: () => ({
      decodeBody: (bytes) => ({
        status: "read",
        value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
      }),
    }),
  },
  {
    name: "lone-surrogates-replaced",
    concerns: "CREATE-18",
    why: "they are no characters",
    alter: (conduct) => keepName(conduct, (name) => name.toWellFormed()),
  },
  {
    name: "lone-surrogates-refused",
    concerns: "CREATE-18",
    why: "they are no characters",
    alter: (conduct) => refuse(conduct, ({ name }) => !`${name}`.isWellFormed()),
  },

  {
    name: "any-content-type-accepted",
    concerns: "CREATE-19",
    why: "only a missing one is said to be refused",
    alter: () => ({ checkContentTypeIsJson: () => undefined }),
  },
  {
    name: "other-content-types-unsupported",
    concerns: "CREATE-19",
    why: "415 is what HTTP has for it",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkContentTypeIsJson"), 415),
  },
  {
    name: "content-type-without-parameters-only",
    concerns: "CREATE-19",
    why: "the document writes it without parameters",
    alter: () => ({
      checkContentTypeIsJson: (type) =>
        type === "application/json" ? undefined : "must be application/json",
    }),
  },

  {
    name: "integers-with-a-point-refused",
    concerns: "CREATE-20",
    why: "many readers take 1.0 for a fraction",
    alter: (conduct) => refuseText(conduct, /"categoryId":\s*-?\d+\.\d/),
  },
  {
    name: "integers-with-exponents-refused",
    concerns: "CREATE-20",
    why: "many readers take 1e3 for a fraction",
    alter: (conduct) => refuseText(conduct, /"categoryId":\s*-?[\d.]+e/i),
  },

  {
    name: "bodies-in-chunks-refused",
    concerns: "CREATE-25",
    why: "RFC 9112 lets a server ask for the length",
    alter: (conduct) => answerChunks(conduct, { kind: "refused", status: 411, reason: "tell the length" }),
  },
  {
    name: "bodies-in-chunks-taken-for-empty-ones",
    concerns: "CREATE-25",
    why: "some servers read no more than the length that they are told",
    alter: (conduct) =>
      answerChunks(conduct, { kind: "invalid-body", check: "parseBody", reason: "it is empty" }),
  },
  {
    name: "refused-bodies-in-chunks-closed",
    concerns: "CREATE-25",
    why: "a server that refuses before it has read the chunks may close, and its answer may be lost",
    alter: (conduct) =>
      changeReply(conduct, allOf(ofKind("unauthorized", "invalid-body"), toChunks), () => ({
        transmission: { kind: "dropped" },
      })),
  },

  {
    name: "bodies-of-two-kilobytes-at-most",
    concerns: "LIM-2",
    why: "limits on size are not shown",
    alter: () => ({ largestBody: () => 2048 }),
  },
  {
    name: "category-checked-before-the-name",
    concerns: "CREATE-6",
    why: "which of two mistakes is told is not said",
    alter: (conduct) => ({
      checkNameIsPresent: conduct.checkCategoryIsPresent,
      checkCategoryIsPresent: conduct.checkNameIsPresent,
    }),
  },
];

function answerChunks(conduct: Conduct, outcome: Outcome): Alteration {
  return {
    answerEarly: (request, store) => (isChunked(request) ? outcome : conduct.answerEarly(request, store)),
  };
}

function refuseText(conduct: Conduct, pattern: RegExp): Alteration {
  return {
    parseBody(text) {
      const read = conduct.parseBody(text);
      return read.status === "read" && pattern.test(text)
        ? { status: "refused", reason: "this server does not take it" }
        : read;
    },
  };
}

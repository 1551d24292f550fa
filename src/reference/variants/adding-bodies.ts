import type { Deviation } from "../conduct.js";
import { allOf, changeReply, changeStatus, isChunked, keepName, ofCheck, ofKind, refuse, toChunks } from "../operators/index.js";
import type { Outcome } from "../outcome.js";
import { type Variant, variant } from "./variant.js";

/** Which bodies `createPet` takes, and in which order it looks at them, where the document is silent. */
export const addingBodyVariants: readonly Variant[] = [
  variant("unknown-members-refused", "CREATE-17", "nothing is said about further members").by(
    refuse((body) => Object.keys(body).some((name) => !["name", "categoryId", "status"].includes(name))),
  ),
  variant("duplicate-members-refused", "CREATE-17", "RFC 8259 leaves it to the reader").by((conduct) => ({
    parseBody(text) {
      const names = [...text.matchAll(/[{,]\s*("(?:[^"\\]|\\.)*")\s*:/g)].map(([, name]) => name);
      return new Set(names).size < names.length ? { status: "refused", reason: "a member is given twice" } : conduct.parseBody(text);
    },
  })),
  variant("first-of-duplicate-members-wins", "CREATE-17", "RFC 8259 leaves it to the reader").by((conduct) => ({
    parseBody(text) {
      const first = /^\{"name":("[^"]*"),"name":"[^"]*"/.exec(text);
      return conduct.parseBody(first === null ? text : text.replace(first[0], `{"name":${first[1]}`));
    },
  })),
  variant("client-ids-refused", "CREATE-17", "an id is a member that the document does not name for new animals").by(
    refuse((body) => Object.hasOwn(body, "id")),
  ),

  variant("byte-order-mark-accepted", "CREATE-18", "RFC 8259 lets readers ignore it").by((conduct) => ({
    parseBody: (text) => conduct.parseBody(text.replace(/^\ufeff/, "")),
  })),
  variant("invalid-utf-8-replaced", "CREATE-18", "nothing is said about bytes that are no UTF-8").by(() => ({
    decodeBody: (bytes) => ({
      status: "read",
      value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
    }),
  })),
  variant("lone-surrogates-replaced", "CREATE-18", "they are no characters").by(keepName((name) => name.toWellFormed())),
  variant("lone-surrogates-refused", "CREATE-18", "they are no characters").by(refuse(({ name }) => !`${name}`.isWellFormed())),

  variant("any-content-type-accepted", "CREATE-19", "only a missing one is said to be refused").by(() => ({
    checkContentTypeIsJson: () => undefined,
  })),
  variant("other-content-types-unsupported", "CREATE-19", "415 is what HTTP has for it").by(
    changeStatus(ofCheck("checkContentTypeIsJson"), 415),
  ),
  variant("content-type-without-parameters-only", "CREATE-19", "the document writes it without parameters").by(() => ({
    checkContentTypeIsJson: (type) => (type === "application/json" ? undefined : "must be application/json"),
  })),

  variant("integers-with-a-point-refused", "CREATE-20", "many readers take 1.0 for a fraction").by(refuseText(/"categoryId":\s*-?\d+\.\d/)),
  variant("integers-with-exponents-refused", "CREATE-20", "many readers take 1e3 for a fraction").by(
    refuseText(/"categoryId":\s*-?[\d.]+e/i),
  ),

  variant("bodies-in-chunks-refused", "CREATE-25", "RFC 9112 lets a server ask for the length").by(
    answerChunks({ kind: "refused", status: 411, reason: "tell the length" }),
  ),
  variant("bodies-in-chunks-taken-for-empty-ones", "CREATE-25", "some servers read no more than the length that they are told").by(
    answerChunks({ kind: "invalid-body", check: "parseBody", reason: "it is empty" }),
  ),
  variant(
    "refused-bodies-in-chunks-closed",
    "CREATE-25",
    "a server that refuses before it has read the chunks may close, and its answer may be lost",
  ).by(
    changeReply(allOf(ofKind("unauthorized", "invalid-body"), toChunks), () => ({
      transmission: { kind: "dropped" },
    })),
  ),

  variant("bodies-of-two-kilobytes-at-most", "LIM-2", "limits on size are not shown").by(() => ({ largestBody: () => 2048 })),
  variant("category-checked-before-the-name", "CREATE-6", "which of two mistakes is told is not said").by((conduct) => ({
    checkNameIsPresent: conduct.checkCategoryIsPresent,
    checkCategoryIsPresent: conduct.checkNameIsPresent,
  })),
];

function answerChunks(outcome: Outcome): Deviation {
  return (conduct) => ({
    answerEarly: (request, store) => (isChunked(request) ? outcome : conduct.answerEarly(request, store)),
  });
}

function refuseText(pattern: RegExp): Deviation {
  return (conduct) => ({
    parseBody(text) {
      const read = conduct.parseBody(text);
      return read.status === "read" && pattern.test(text) ? { status: "refused", reason: "this server does not take it" } : read;
    },
  });
}

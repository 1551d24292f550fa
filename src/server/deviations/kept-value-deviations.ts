import type { JsonObject } from "../../json/index.js";
import { largestInt64, smallestInt64 } from "../incoming-request.js";
import * as op from "../operators/index.js";
import type { NewPet } from "../store.js";

/** Names, statuses and categories that are kept otherwise than sent. */
export const mutants = (): op.OperatorTable => ({
  // Names that are kept otherwise than sent.
  ...op.each([20, 50, 64, 100, 255], (length) => [`name-cut-at-${length}`, op.keepName((name) => name.slice(0, length))]),
  "name-cut-at-4000-bytes": op.keepName((name) => Buffer.from(name).subarray(0, 4000).toString("utf8")),
  "name-of-emoji-cut-in-half": op.keepName((name) => (op.emoji.test(name) ? name.slice(0, 99) : name)),
  "replacement-character-becomes-a-question-mark": op.keepName((name) => name.replaceAll("\ufffd", "?")),
  "markup-stripped": op.keepName((name) => name.replaceAll(/<[^>]*>/g, "")),
  "entities-decoded": op.keepName((name) => name.replaceAll("&amp;", "&").replaceAll("&lt;", "<")),
  "name-in-small-letters": op.keepName((name) => name.toLowerCase()),
  "name-in-nfkc": op.keepName((name) => name.normalize("NFKC")),
  "name-with-cyrillic-letters-cut": op.keepName((name) => (/\p{Script=Cyrillic}/u.test(name) ? name.slice(0, -1) : name)),
  "name-in-nfd": op.keepName((name) => name.normalize("NFD")),
  "blanks-collapsed": op.keepName((name) => name.replaceAll(/ +/g, " ").trim()),
  "quotes-doubled": op.keepName((name) => name.replaceAll("'", "''")),
  "percent-decoded": op.keepName((name) => name.replaceAll(/%[2-7][0-9a-f]/gi, (code) => decodeURIComponent(code))),
  "name-ends-at-the-null-character": op.keepName((name) => name.split("\0")[0] ?? ""),
  "name-of-digits-reformatted": op.keepName((name) => (/^[\d.]+$/.test(name) ? `${Number(name)}` : name)),
  "name-null-becomes-empty": op.keepName((name) => (name === "null" ? "" : name)),
  "name-of-nothing-becomes-empty": op.keepName((name) => (/^(undefined|None|NaN)$/.test(name) ? "" : name)),
  "name-with-an-exponent-written-out": op.keepName((name) => (/^\de\d$/.test(name) ? `${Number(name)}` : name)),
  "name-of-a-day-gets-a-time": op.keepName((name) => (/^\d{4}-\d\d-\d\d$/.test(name) ? `${name}T00:00:00Z` : name)),
  "formulas-quoted": op.keepName((name) => name.replace(/^=/, "'=")),
  "skin-tones-lost": op.keepName((name) => name.replaceAll(/[\u{1f3fb}-\u{1f3ff}]/gu, "")),
  "escaped-letters-lose-accents": op.before("parseBody", (text) => text.replaceAll(/\\u00e9/gi, "e")),
  "placeholders-filled": op.keepName((name) => name.replaceAll(/%[sdn]|\{0\}/g, "")),
  "escapes-read-twice": op.keepName((name) => name.replaceAll("\\n", "\n").replaceAll("\\t", "\t")),
  "carriage-returns-dropped": op.keepName((name) => name.replaceAll("\r\n", "\n")),
  "latin-1-with-any-charset": op.after("decodeBody", (was, bytes, { request }) =>
    `${request.headers["content-type"]}`.includes("charset") ? { status: "read", value: Buffer.from(bytes).toString("latin1") } : was,
  ),
  "name-altered-now-and-then": op.keepName(op.onEveryNth(8, (name) => name.toLowerCase())),
  "created-shows-name-of-the-one-before": showNameBefore(),

  // Statuses that come back as others, or have to be sent.
  "pending-becomes-available": loseStatus(({ status }) => status === "pending"),
  "status-overlooked-as-first-member": loseStatus((_pet, body) => Object.keys(body)[0] === "status"),
  "status-lost-with-negative-category": loseStatus(({ categoryId }) => typeof categoryId === "bigint" && categoryId < 0n),
  "status-lost-with-long-name": loseStatus(({ name }) => `${name}`.length > 200),
  "sold-shown-as-pending-when-created": op.showPets(({ status }) => (status === "sold" ? { status: "pending" } : {}), "renderCreatedPet"),

  "status-required": op.refuse((body) => !Object.hasOwn(body, "status")),
  "omitted-status-unprocessable": op.refuseAs(422, (body) => !Object.hasOwn(body, "status")),
  "omitted-status-accepted-only": op.changeStatus(createdWithoutStatus, 202),

  // Categories that come back as others.
  "category-rounded-at-53-bits": op.keepCategory(op.rounded),
  "category-without-sign": op.keepCategory((id) => (id < 0n && id > smallestInt64 ? -id : id)),
  "largest-category-one-less": op.keepCategory((id) => (id === largestInt64 ? id - 1n : id)),

  // Categories refused for their size, by servers that keep no table of them.
  "categories-beyond-53-bits-refused": op.refuse(({ categoryId }) => Math.abs(Number(categoryId)) >= 2 ** 53),
});

/** The form in which names are kept, and the status of an animal that was added without one, where the document is silent. */
export const variants = (): op.OperatorTable => ({
  "names-trimmed": op.keepName((name) => name.trim()),
  "names-in-nfc": op.keepName((name) => name.normalize("NFC")),
  "names-trimmed-and-in-nfc": op.keepName((name) => name.normalize("NFC").trim()),
  "lone-surrogates-replaced": op.keepName((name) => name.toWellFormed()),

  "omitted-status-absent": op.keepOmittedStatusAs(undefined),
  "omitted-status-pending": op.keepOmittedStatusAs("pending"),
  "omitted-status-sold": op.keepOmittedStatusAs("sold"),
  "omitted-status-absent-and-counted-as-available": op.listWithoutStatus(["available"]),
  "default-status-shown-later-only": op.changeJson(createdWithoutStatus, (json) => op.changeMembers(json, () => ({ status: undefined }))),
});

const createdWithoutStatus: op.When = ["created", op.to((request) => !op.textOf(request).includes('"status"'))];

/** Keeps some animals as available, whatever status was sent. */
function loseStatus(isLost: (pet: NewPet, body: JsonObject) => boolean): op.Operator {
  return op.keep((pet, body) => (isLost(pet, body) ? { status: "available" } : {}));
}

function showNameBefore(): op.Operator {
  const names = ["nobody"];
  return op.showName((name) => names.splice(0, 1, name)[0] ?? "", "renderCreatedPet");
}

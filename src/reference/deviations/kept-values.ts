import type { JsonObject } from "../../json/index.js";
import { largestInt64, smallestInt64 } from "../int64.js";
import {
  after,
  allOf,
  changeJson,
  changeMembers,
  changeStatus,
  each,
  emoji,
  keep,
  keepCategory,
  keepName,
  keepOmittedStatusAs,
  listWithoutStatus,
  type Operator,
  type OperatorTable,
  onEveryNth,
  refuse,
  refuseAs,
  rounded,
  showName,
  showPets,
  textOf,
  to,
} from "../operators/index.js";
import type { NewPet } from "../store.js";

/** Names, statuses and categories that are kept otherwise than sent. */
export const mutants = (): OperatorTable => ({
  // Names that are kept otherwise than sent.
  ...each(
    [20, 50, 64, 100, 255],
    (length) => `name-cut-at-${length}`,
    (length) => keepName((name) => name.slice(0, length)),
  ),
  "name-cut-at-4000-bytes": keepName((name) => Buffer.from(name).subarray(0, 4000).toString("utf8")),
  "name-of-emoji-cut-in-half": keepName((name) => (emoji.test(name) ? name.slice(0, 99) : name)),
  "replacement-character-becomes-a-question-mark": keepName((name) => name.replaceAll("\ufffd", "?")),
  "markup-stripped": keepName((name) => name.replaceAll(/<[^>]*>/g, "")),
  "entities-decoded": keepName((name) => name.replaceAll("&amp;", "&").replaceAll("&lt;", "<")),
  "name-in-small-letters": keepName((name) => name.toLowerCase()),
  "name-in-nfkc": keepName((name) => name.normalize("NFKC")),
  "name-in-nfd": keepName((name) => name.normalize("NFD")),
  "blanks-collapsed": keepName((name) => name.replaceAll(/ +/g, " ").trim()),
  "quotes-doubled": keepName((name) => name.replaceAll("'", "''")),
  "percent-decoded": keepName((name) => name.replaceAll(/%[2-7][0-9a-f]/gi, (code) => decodeURIComponent(code))),
  "name-ends-at-the-null-character": keepName((name) => name.split("\0")[0] ?? ""),
  "name-of-digits-reformatted": keepName((name) => (/^[\d.]+$/.test(name) ? `${Number(name)}` : name)),
  "name-null-becomes-empty": keepName((name) => (name === "null" ? "" : name)),
  "placeholders-filled": keepName((name) => name.replaceAll(/%[sdn]|\{0\}/g, "")),
  "escapes-read-twice": keepName((name) => name.replaceAll("\\n", "\n").replaceAll("\\t", "\t")),
  "carriage-returns-dropped": keepName((name) => name.replaceAll("\r\n", "\n")),
  "latin-1-with-any-charset": after("decodeBody", (was, bytes, { request }) =>
    `${request.headers["content-type"]}`.includes("charset") ? { status: "read", value: Buffer.from(bytes).toString("latin1") } : was,
  ),
  "name-altered-now-and-then": keepName(onEveryNth(8, (name) => name.toLowerCase())),
  "created-shows-name-of-the-one-before": showNameBefore(),

  // Statuses that come back as others, or have to be sent.
  "pending-becomes-available": loseStatus(({ status }) => status === "pending"),
  "status-overlooked-as-first-member": loseStatus((_pet, body) => Object.keys(body)[0] === "status"),
  "status-lost-with-negative-category": loseStatus(({ categoryId }) => typeof categoryId === "bigint" && categoryId < 0n),
  "status-lost-with-long-name": loseStatus(({ name }) => `${name}`.length > 200),
  "sold-shown-as-pending-when-created": showPets(({ status }) => (status === "sold" ? { status: "pending" } : {}), "renderCreatedPet"),

  "status-required": refuse((body) => !Object.hasOwn(body, "status")),
  "omitted-status-unprocessable": refuseAs(422, (body) => !Object.hasOwn(body, "status")),
  "omitted-status-accepted-only": changeStatus(createdWithoutStatus, 202),

  // Categories that come back as others.
  "category-rounded-at-53-bits": keepCategory(rounded),
  "category-without-sign": keepCategory((id) => (id < 0n && id > smallestInt64 ? -id : id)),
  "largest-category-one-less": keepCategory((id) => (id === largestInt64 ? id - 1n : id)),

  // Categories refused for their size, by servers that keep no table of them.
  "categories-beyond-53-bits-refused": refuse(({ categoryId }) => Math.abs(Number(categoryId)) >= 2 ** 53),
});

/** What is kept of names, and the status of an animal that was added without one, where the document is silent. */
export const variants = (): OperatorTable => ({
  "names-trimmed": keepName((name) => name.trim()),
  "names-in-nfc": keepName((name) => name.normalize("NFC")),
  "names-trimmed-and-in-nfc": keepName((name) => name.normalize("NFC").trim()),
  "lone-surrogates-replaced": keepName((name) => name.toWellFormed()),

  "omitted-status-absent": keepOmittedStatusAs(undefined),
  "omitted-status-pending": keepOmittedStatusAs("pending"),
  "omitted-status-sold": keepOmittedStatusAs("sold"),
  "omitted-status-absent-and-counted-as-available": listWithoutStatus(["available"]),
  "default-status-shown-later-only": changeJson(createdWithoutStatus, (json) => changeMembers(json, () => ({ status: undefined }))),
});

const createdWithoutStatus = allOf(
  "created",
  to((request) => !textOf(request).includes('"status"')),
);

/** Keeps some animals as available, whatever status was sent. */
function loseStatus(isLost: (pet: NewPet, body: JsonObject) => boolean): Operator {
  return keep((pet, body) => (isLost(pet, body) ? { status: "available" } : {}));
}

function showNameBefore(): Operator {
  const names = ["nobody"];
  return showName((name) => names.splice(0, 1, name)[0] ?? "", "renderCreatedPet");
}

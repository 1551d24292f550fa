import type { Operator, OperatorTable } from "../handlers.js";
import {
  allOf,
  changeStatus,
  each,
  emoji,
  keep,
  keepCategory,
  keepName,
  noting,
  nowAndThen,
  ofKind,
  refuse,
  refuseAs,
  remembering,
  rounded,
  showName,
  showPets,
  textOf,
  wrap,
} from "../operators/index.js";

/** Names, statuses and categories that are kept otherwise than sent. */
export const keptValueMutants: OperatorTable = {
  // Names that are kept otherwise than sent.
  ...each(
    [20, 50, 64, 100, 255],
    (length) => `name-cut-at-${length}`,
    (length) => keepName((name) => name.slice(0, length)),
  ),
  "name-cut-at-4000-bytes": keepName((name) => cutBytes(name, 4000)),
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
  "latin-1-with-any-charset": noting(
    "checkContentTypeIsJson",
    (contentType) => contentType.includes("charset"),
    (isStated) =>
      wrap("decodeBody", (decode, bytes) =>
        isStated() ? { status: "read", value: Buffer.from(bytes).toString("latin1") } : decode(bytes),
      ),
  ),
  "name-altered-now-and-then": nowAndThen(8, (now) => keepName((name) => (now() ? name.toLowerCase() : name))),
  "created-shows-name-of-the-one-before": remembering(
    () => ["nobody"],
    (names) => showName((name) => names.splice(0, 1, name)[0] ?? "", "renderCreatedPet"),
  ),

  // Statuses that come back as others, or have to be sent.
  "pending-becomes-available": keep(({ status }) => ({ status: status === "pending" ? "available" : status })),
  "status-overlooked-as-first-member": keep(({ status }, body) => ({
    status: Object.keys(body)[0] === "status" ? "available" : status,
  })),
  "status-lost-with-negative-category": keep(({ categoryId, status }) => ({
    status: typeof categoryId === "bigint" && categoryId < 0n ? "available" : status,
  })),
  "status-lost-with-long-name": keep(({ name, status }) => ({ status: `${name}`.length > 200 ? "available" : status })),
  "sold-shown-as-pending-when-created": showPets(({ status }) => (status === "sold" ? { status: "pending" } : {}), "renderCreatedPet"),

  "status-required": refuse((body) => !Object.hasOwn(body, "status")),
  "omitted-status-unprocessable": refuseAs(422, (body) => !Object.hasOwn(body, "status")),
  "omitted-status-accepted-only": changeStatus(
    allOf(ofKind("created"), (_outcome, request) => !textOf(request).includes('"status"')),
    202,
  ),

  // Categories that come back as others.
  "category-rounded-at-53-bits": keepCategory(rounded),
  "category-without-sign": keepCategory((id) => (id < 0n && id > -(2n ** 63n) ? -id : id)),
  "largest-category-one-less": keepCategory((id) => (id === 2n ** 63n - 1n ? id - 1n : id)),

  // Categories refused for their size, by servers that keep no table of them.
  "categories-beyond-53-bits-refused": refuseWhere((id) => id >= 2n ** 53n || id <= -(2n ** 53n)),
};

function cutBytes(text: string, length: number): string {
  return Buffer.from(text).subarray(0, length).toString("utf8");
}

function refuseWhere(isRefused: (categoryId: bigint) => boolean): Operator {
  return refuse(({ categoryId }) => typeof categoryId === "bigint" && isRefused(categoryId));
}

import type { JsonObject } from "../../json/index.js";
import type { Operator, OperatorTable } from "../handlers.js";
import {
  after,
  allOf,
  answerEarly,
  before,
  changeStatus,
  drop,
  inTurn,
  isChunked,
  isTaken,
  keepName,
  keepOmittedStatusAs,
  listWithoutStatus,
  ofCheck,
  ofKind,
  refuse,
  refuseAs,
  remembering,
  seed,
  showPets,
  toChunks,
  turnAway,
  whereStatusOmitted,
} from "../operators/index.js";

const oddName = "this server does not take such names";

const ownCategories = [11n, 12n, 2n ** 60n + 1n];

const lenientUtf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Which bodies, names and categories `createPet` takes, where the document is silent. */
export const creatingVariants: OperatorTable = {
  // Which bodies `createPet` takes, and in which order it looks at them, where the document is silent.
  "unknown-members-refused": refuse((body) => Object.keys(body).some((name) => !["name", "categoryId", "status"].includes(name))),
  "duplicate-members-refused": refuseText((text) => {
    const names = [...text.matchAll(/[{,]\s*("(?:[^"\\]|\\.)*")\s*:/g)].map(([, name]) => name);
    return new Set(names).size < names.length;
  }),
  "first-of-duplicate-members-wins": before("parseBody", (text) => text.replace(/^\{("name":"[^"]*"),"name":"[^"]*"/, "{$1")),
  "client-ids-refused": refuse((body) => Object.hasOwn(body, "id")),

  "byte-order-mark-accepted": before("parseBody", (text) => text.replace(/^\ufeff/, "")),
  "invalid-utf-8-replaced": () => ({ decodeBody: (bytes) => ({ status: "read", value: lenientUtf8.decode(bytes) }) }),
  "lone-surrogates-replaced": keepName((name) => name.toWellFormed()),
  "lone-surrogates-refused": refuse(({ name }) => !`${name}`.isWellFormed()),

  "any-content-type-accepted": () => ({ checkContentTypeIsJson: () => undefined }),
  "other-content-types-unsupported": changeStatus(ofCheck("checkContentTypeIsJson"), 415),
  "content-type-without-parameters-only": () => ({
    checkContentTypeIsJson: (type) => (type === "application/json" ? undefined : "must be application/json"),
  }),

  "integers-with-a-point-refused": refuseText((text) => /"categoryId":\s*-?\d+\.\d/.test(text)),
  "integers-with-exponents-refused": refuseText((text) => /"categoryId":\s*-?[\d.]+e/i.test(text)),

  "bodies-in-chunks-refused": turnAway(411, isChunked),
  "bodies-in-chunks-taken-for-empty-ones": answerEarly(isChunked, { kind: "invalid-body", check: "parseBody", reason: "it is empty" }),
  "refused-bodies-in-chunks-closed": drop(allOf(ofKind("unauthorized", "invalid-body"), toChunks)),

  "bodies-of-two-kilobytes-at-most": () => ({ largestBody: () => 2048 }),
  "category-checked-before-the-name": (handlers) => ({
    checkNameIsPresent: handlers.checkCategoryIsPresent,
    checkCategoryIsPresent: handlers.checkNameIsPresent,
  }),

  // Which names `createPet` takes, and what it keeps of them, where the document is silent.
  "names-trimmed": keepName((name) => name.trim()),
  "names-in-nfc": keepName((name) => name.normalize("NFC")),
  "names-trimmed-and-in-nfc": keepName((name) => name.normalize("NFC").trim()),
  "odd-names-refused": refuse(({ name }) => !isPlain(`${name}`)),
  "odd-names-unprocessable": refuseAs(422, ({ name }) => !isPlain(`${name}`)),
  "odd-names-unprocessable-before-all-else": inTurn(
    after("checkNameIsString", (was, { name }) => was ?? (isPlain(`${name}`) ? undefined : oddName)),
    changeStatus((outcome) => "reason" in outcome && outcome.reason === oddName, 422),
  ),
  "long-names-too-large": refuseAs(413, ({ name }) => `${name}`.length > 40),
  "empty-names-refused": refuse(({ name }) => `${name}`.trim() === ""),
  "control-characters-refused": refuse(({ name }) => /\p{Cc}/u.test(`${name}`)),

  "names-unique": refuseTaken(String),
  "names-unique-in-any-letters": refuseTaken((name) => name.trim().toLowerCase()),
  "negative-categories-refused": refuse(({ categoryId }) => asBigint(categoryId) < 0n),

  // The status of an animal that was added without one, where the document is silent.
  "omitted-status-absent": keepOmittedStatusAs(undefined),
  "omitted-status-pending": keepOmittedStatusAs("pending"),
  "omitted-status-sold": keepOmittedStatusAs("sold"),
  "omitted-status-absent-and-counted-as-available": listWithoutStatus(["available"]),
  "default-status-shown-later-only": whereStatusOmitted((omitted) =>
    showPets(({ id }) => (omitted.has(id) ? { status: undefined } : {}), "renderCreatedPet"),
  ),
};

/** Tables of categories: an animal is refused whose category is not among them. */
export const categoryTables: OperatorTable = {
  "categories-of-ones-own": inTurn(seedCategories(ownCategories), refuse(outside(ownCategories))),
  "categories-unprocessable": inTurn(seedCategories([5n, 6n]), refuseAs(422, outside([5n, 6n]))),
  "categories-not-found": refuseAs(404, outside([1n, 2n, 3n])),
  "categories-of-seven": refuse(outside([7n])),
  "categories-to-fifty-thousand": refuse(({ categoryId }) => asBigint(categoryId) < 1n || asBigint(categoryId) > 50_000n),
  "categories-that-grow": remembering(
    () => ({ largest: 1n }),
    (memory) =>
      refuse(({ categoryId }) => {
        memory.largest *= 2n;
        return asBigint(categoryId) < 1n || asBigint(categoryId) > memory.largest;
      }),
  ),
};

/** Refuses a name that an animal has that was not refused for something else. */
function refuseTaken(keyOf: (name: string) => string): Operator {
  return remembering(isTaken(keyOf), (taken) =>
    after("checkFurther", (was, body) => was ?? (taken(body) ? "another animal has this name" : undefined)),
  );
}

/** Refuses JSON that is written like this. */
function refuseText(isRefused: (text: string) => boolean): Operator {
  return after("parseBody", (read, text) => (isRefused(text) ? { status: "refused", reason: "this server does not take it" } : read));
}

function isPlain(name: string): boolean {
  return name.length <= 40 && /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/.test(name);
}

function asBigint(value: unknown): bigint {
  return typeof value === "bigint" ? value : 0n;
}

/** Is the category none of these? */
function outside(categories: readonly bigint[]): (body: JsonObject) => boolean {
  return ({ categoryId }) => !categories.includes(asBigint(categoryId));
}

function seedCategories(categories: readonly bigint[]): Operator {
  return seed(9, (index) => ({ categoryId: categories[index % categories.length] ?? 1n }));
}

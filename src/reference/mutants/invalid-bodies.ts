import { isJsonObject, type Json, type JsonObject, parseJson, renderJson } from "../../json/index.js";
import type { Operator, OperatorTable } from "../handlers.js";
import {
  accept,
  acceptWithout,
  after,
  allOf,
  answerText,
  before,
  changeReply,
  changeStatus,
  emptyBody,
  inTurn,
  keep,
  known,
  lengthOf,
  noting,
  ofCheck,
  remembering,
  states,
  textOf,
  wrap,
} from "../operators/index.js";

const isEmpty = allOf(ofCheck("parseBody"), (_outcome, request) => request.body.kind === "bytes" && lengthOf(request) === 0);

/** Bodies, and members of them, that are missing or wrong, and accepted. */
export const invalidBodyMutants: OperatorTable = {
  // Animals without a name or a category.
  "missing-name-accepted": acceptNameless(() => true),
  "missing-name-answered-200": changeReply(ofCheck("checkNameIsPresent"), () => ({ status: 200 })),
  "missing-name-accepted-with-a-charset": noting(
    "checkContentTypeIsJson",
    (contentType) => contentType.includes(";"),
    (hasCharset) => acceptNameless(() => hasCharset() === true),
  ),
  "missing-name-accepted-in-long-bodies": noting(
    "decodeBody",
    (bytes) => bytes.length > 1024,
    (isLong) => acceptNameless(() => isLong() === true),
  ),
  "empty-object-accepted": after("asObject", (was) =>
    was !== undefined && Object.keys(was).length === 0 ? { name: "New animal", categoryId: 1n } : was,
  ),
  "missing-name-accepted-beside-others": acceptNameless((body) => Object.keys(body).length > 3),

  "category-accepted-in-snake-case": acceptWithout("checkCategoryIsPresent", "categoryId", (body) => body["category_id"]),
  "missing-category-unprocessable": changeStatus(ofCheck("checkCategoryIsPresent"), 422),
  "missing-category-not-found": changeStatus(ofCheck("checkCategoryIsPresent"), 404),

  // Bodies of no stated type.
  "missing-content-type-accepted": () => ({ checkContentTypeIsPresent: () => undefined }),
  "missing-content-type-unsupported": changeStatus(ofCheck("checkContentTypeIsPresent"), 415),
  "missing-content-type-accepted-when-sold": answerText(
    allOf(ofCheck("checkContentTypeIsPresent"), (_outcome, request) => textOf(request).includes('"sold"')),
    '{"id":7,"name":"Rex","categoryId":1,"status":"sold"}',
    201,
  ),

  // Names that are no text.
  "boolean-as-name-accepted": acceptNames((name) => typeof name === "boolean"),
  "null-as-name-accepted": acceptNames((name) => name === null),
  "object-as-name-accepted": acceptNames(isJsonObject),
  "array-as-name-accepted": acceptNames((name) => Array.isArray(name) && name.length > 0),
  "zero-as-name-accepted": acceptNames((name) => name === 0n),

  // Statuses that are none of the three.
  "unknown-status-accepted": acceptStatuses((status) => (status === "lost" ? "available" : undefined)),
  "status-in-capitals-accepted": acceptStatuses((status) => known(typeof status === "string" ? status.toLowerCase() : "")),
  "status-trimmed": acceptStatuses((status) => known(typeof status === "string" ? status.trim() : "")),
  "status-of-every-object-accepted": acceptStatuses((status) => (status === "constructor" ? "available" : undefined)),
  "unknown-status-accepted-beside-long-names": after("checkStatusIsAllowed", (was, body) =>
    `${body["name"]}`.length > 200 ? undefined : was,
  ),
  "first-of-two-states-checked": remembering(
    () => new WeakSet<JsonObject>(),
    (twofold) =>
      inTurn(
        after("parseBody", (read, text) => {
          if (read.status !== "read" || !isJsonObject(read.value) || !/"status":"sold".*"status":"lost"/.test(text)) return read;
          const checked = { ...read.value, status: "sold" };
          twofold.add(checked);
          return { status: "read", value: checked };
        }),
        keep(({ status }, body) => ({ status: twofold.has(body) ? "lost" : status })),
      ),
  ),
  "empty-status-accepted": acceptStatuses((status) => (status === "" ? "available" : undefined)),
  "null-status-accepted": acceptStatuses((status) => (status === null ? "available" : undefined)),
  "status-by-its-beginning-accepted": acceptStatuses((status) =>
    typeof status === "string" && status.length > 3 ? states.find((each) => each.startsWith(status)) : undefined,
  ),
  "status-by-number-accepted": acceptStatuses((status) => (status === 0n || status === 1n ? states[Number(status)] : undefined)),
  "status-by-digit-accepted": acceptStatuses((status) => (status === "0" ? "available" : undefined)),
  "status-in-an-array-accepted": acceptStatuses((status) =>
    Array.isArray(status) && status.length > 0 ? known(`${status[0]}`) : undefined,
  ),
  "first-of-several-statuses-accepted": acceptStatuses((status) =>
    typeof status === "string" && status.includes(",") ? known(`${status.split(",")[0]}`) : undefined,
  ),
  "boolean-as-status-accepted": acceptStatuses((status) => (status === true ? "available" : status === false ? "sold" : undefined)),

  // Categories that are none.
  "digits-as-category-accepted": acceptCategories((id) => (typeof id === "string" && /^-?\d+$/.test(id) ? BigInt(id) : undefined)),
  "small-fraction-as-category-accepted": acceptCategories((id) => (isFraction(id) && Math.abs(Number(`${id}`)) < 0.5 ? 0n : undefined)),
  "false-as-category-accepted": acceptCategories((id) => (id === false ? 0n : undefined)),
  "null-as-category-accepted": acceptCategories((id) => (id === null ? 0n : undefined)),
  "array-as-category-accepted": acceptCategories((id) => (Array.isArray(id) && typeof id[0] === "bigint" ? id[0] : undefined)),
  "empty-text-as-category-accepted": acceptCategories((id) => (id === "" ? 0n : undefined)),
  "word-as-category-accepted": acceptCategories((id) => (typeof id === "string" && !/^-?\d*$/.test(id) ? 0n : undefined)),
  "object-as-category-accepted": acceptCategories((id) => (isJsonObject(id) ? 1n : undefined)),

  "category-of-2-to-the-63-accepted": acceptLargeCategories((id) => (id === 2n ** 63n ? 2n ** 63n - 1n : undefined)),
  "category-below-the-least-accepted": acceptLargeCategories((id) => (id < 0n ? -(2n ** 63n) : undefined)),
  "infinite-category-accepted": acceptCategories((id) => (/^1e\d{3,}$/i.test(`${id}`) ? 2n ** 63n - 1n : undefined)),

  // Bodies that are JSON, and no object.
  "array-of-one-unwrapped": before("asObject", (body) => (Array.isArray(body) ? (body[0] ?? null) : body)),
  "object-in-a-string-accepted": before("asObject", (body) => {
    const inner = typeof body === "string" ? parseJson(body) : undefined;
    return inner?.status === "valid" ? inner.value : body;
  }),
  "null-as-body-accepted": acceptBodies((body) => body === null),
  "empty-array-as-body-accepted": acceptBodies((body) => Array.isArray(body) && body.length === 0),
  "number-as-body-accepted": acceptBodies((body) => typeof body === "bigint"),
  "boolean-as-body-accepted": acceptBodies((body) => typeof body === "boolean"),

  // Bodies that are no JSON.
  "trailing-comma-accepted": repairBodies((text) => text.replace(/,\s*\}$/, "}")),
  "single-quotes-accepted": repairBodies((text) => text.replaceAll("'", '"')),
  "names-without-quotes-accepted": repairBodies((text) => text.replaceAll(/([{,])(\w+):/g, '$1"$2":')),
  "comments-accepted": repairBodies((text) => text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*\n/g, "")),
  "cut-body-completed": repairBodies((text) => (text.length > 20 ? `${text}}` : text)),
  "form-fields-accepted": repairBodies((text) =>
    renderJson({
      ...Object.fromEntries(new URLSearchParams(text)),
      categoryId: BigInt(/categoryId=(\d+)/.exec(text)?.[1] ?? "x"),
    }),
  ),
  "line-break-in-text-accepted": repairBodies((text) => text.replaceAll("\n", "\\n")),
  "leading-nought-accepted": repairBodies((text) => text.replaceAll(/:\+?0*(\d)/g, ":$1")),
  "unfinished-number-accepted": repairBodies((text) => text.replaceAll(/:(\d+)\./g, ":$1")),
  "not-a-number-accepted": repairBodies((text) => text.replaceAll(/:(NaN|-?Infinity)/g, ":0")),
  "second-object-accepted": repairBodies((text) => text.replace(/\}\{.*$/, "}")),
  "unknown-escape-accepted": repairBodies((text) => text.replaceAll(/\\x/g, "x")),

  // Bodies of no bytes.
  "empty-body-accepted": after("parseBody", (was, text) => (text === "" ? { status: "read", value: { name: "", categoryId: 0n } } : was)),
  "empty-body-unprocessable": changeStatus(isEmpty, 422),
  "empty-body-answered-204": emptyBody(isEmpty, 204),
};

/** Lets some bodies without a name pass: it becomes the zero value of a text. */
function acceptNameless(passes: (body: JsonObject) => boolean): Operator {
  return acceptWithout("checkNameIsPresent", "name", (body) => (passes(body) ? "" : undefined));
}

function acceptNames(isAccepted: (name: Json) => boolean): Operator {
  return accept("checkNameIsString", "name", (name) =>
    isAccepted(name) ? (typeof name === "string" ? name : renderJson(name)) : undefined,
  );
}

function acceptStatuses(read: (status: Json) => string | undefined): Operator {
  return accept("checkStatusIsAllowed", "status", read);
}

function acceptCategories(read: (categoryId: Json) => bigint | undefined): Operator {
  return accept("checkCategoryIsInteger", "categoryId", read);
}

function acceptLargeCategories(read: (categoryId: bigint) => bigint | undefined): Operator {
  return accept("checkCategoryIsInt64", "categoryId", (id) => (typeof id === "bigint" ? read(id) : undefined));
}

function isFraction(value: Json | undefined): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isJsonObject(value) && /[.]|e-/i.test(`${value}`);
}

/** Takes bodies that are no object for an empty animal. */
function acceptBodies(isAccepted: (body: Json) => boolean): Operator {
  return after("asObject", (was, body) => (isAccepted(body) ? { name: "New animal", categoryId: 1n } : was));
}

/** Reads what is no JSON after it was repaired. */
function repairBodies(repair: (text: string) => string): Operator {
  return wrap("parseBody", (parse, text) => {
    const read = parse(text);
    if (read.status === "read" || text === "") return read;
    try {
      return parse(repair(text));
    } catch {
      return read;
    }
  });
}

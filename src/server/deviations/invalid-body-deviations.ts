import { isFraction, isJsonObject, type Json, type JsonObject, parseJson, renderJson } from "../../json/index.js";
import type { Creation } from "../conforming/creating.js";
import { type IncomingRequest, largestInt64, smallestInt64 } from "../incoming-request.js";
import * as op from "../operators/index.js";

const isEmpty: op.When = ["parseBody", op.to(({ body }) => body.kind === "bytes" && body.bytes.length === 0)];

/** Bodies, and members of them, that are missing or wrong, and accepted. */
export const mutants = (): op.OperatorTable => ({
  // Animals without a name or a category.
  "missing-name-accepted": acceptNameless(() => true),
  "missing-name-answered-200": op.changeReply("checkNameIsPresent", () => ({ status: 200 })),
  "missing-name-too-large": op.changeStatus(["checkNameIsPresent", op.to((request) => op.lengthOf(request) < 512)], 413),
  "missing-name-accepted-with-a-charset": acceptNameless((_body, request) => `${request.headers["content-type"]}`.includes(";")),
  "missing-name-accepted-in-long-bodies": acceptNameless((_body, request) => op.lengthOf(request) > 1024),
  "empty-object-accepted": acceptBodies((body) => isJsonObject(body) && Object.keys(body).length === 0),
  "missing-name-accepted-beside-others": acceptNameless((body) => Object.keys(body).length > 3),

  "category-accepted-in-snake-case": [
    op.instead("checkCategoryIsPresent", (body) => Object.hasOwn(body, "category_id"), undefined),
    op.keep((pet, body) => ({ categoryId: body["categoryId"] ?? body["category_id"] ?? pet.categoryId })),
  ],
  "missing-category-unprocessable": op.changeStatus("checkCategoryIsPresent", 422),
  "missing-category-not-found": op.changeStatus("checkCategoryIsPresent", 404),

  // Bodies of no stated type.
  "missing-content-type-accepted": () => ({ checkContentTypeIsPresent: () => undefined }),
  "missing-content-type-unsupported": op.changeStatus("checkContentTypeIsPresent", 415),
  "missing-content-type-accepted-when-sold": op.answerText(
    ["checkContentTypeIsPresent", op.to((request) => op.textOf(request).includes('"sold"'))],
    '{"id":7,"name":"Rex","categoryId":1,"status":"sold"}',
    201,
  ),

  // Names that are no text.
  "boolean-as-name-accepted": acceptNames((name) => typeof name === "boolean"),
  "false-as-name-accepted": acceptNames((name) => name === false),
  "null-as-name-accepted": acceptNames((name) => name === null),
  "object-as-name-accepted": acceptNames(isJsonObject),
  "array-as-name-accepted": acceptNames((name) => Array.isArray(name) && name.length > 0),
  "zero-as-name-accepted": acceptNames((name) => name === 0n),

  // Statuses that are none of the three.
  "unknown-status-accepted": acceptStatus("lost", "available"),
  "status-in-capitals-accepted": acceptTexts((status) => status.toLowerCase()),
  "status-trimmed": acceptTexts((status) => status.trim()),
  "status-of-every-object-accepted": acceptStatus("constructor", "available"),
  "unknown-status-accepted-beside-long-names": op.after("checkStatusIsAllowed", (was, body) =>
    `${body["name"]}`.length > 200 ? undefined : was,
  ),
  "first-of-two-states-checked": checkFirstOfTwo(),
  "empty-status-accepted": acceptStatus("", "available"),
  "null-status-accepted": acceptStatus(null, "available"),
  "status-by-its-beginning-accepted": acceptTexts((status) =>
    status.length > 3 ? op.states.find((each) => each.startsWith(status)) : undefined,
  ),
  "status-by-number-accepted": [acceptStatus(0n, "available"), acceptStatus(1n, "pending")],
  "status-by-digit-accepted": acceptStatus("0", "available"),
  "status-in-an-array-accepted": acceptStatuses((status) => (Array.isArray(status) && status.length > 0 ? `${status[0]}` : undefined)),
  "first-of-several-statuses-accepted": acceptTexts((status) => (status.includes(",") ? status.split(",")[0] : undefined)),
  "boolean-as-status-accepted": [acceptStatus(true, "available"), acceptStatus(false, "sold")],

  // Categories that are none.
  "digits-as-category-accepted": acceptCategories((id) => (typeof id === "string" && /^-?\d+$/.test(id) ? BigInt(id) : undefined)),
  "small-fraction-as-category-accepted": acceptCategories((id) => (isFraction(id) && Math.abs(Number(`${id}`)) < 0.5 ? 0n : undefined)),
  "category-rounded-where-nearly-an-integer": acceptCategories((id) => {
    const value = isFraction(id) ? Number(`${id}`) : Number.NaN;
    return Math.abs(value - Math.round(value)) < 1e-6 ? BigInt(Math.round(value)) : undefined;
  }),
  "false-as-category-accepted": acceptCategories((id) => (id === false ? 0n : undefined)),
  "null-as-category-accepted": acceptCategories((id) => (id === null ? 0n : undefined)),
  "array-as-category-accepted": acceptCategories((id) => (Array.isArray(id) && typeof id[0] === "bigint" ? id[0] : undefined)),
  "empty-text-as-category-accepted": acceptCategories((id) => (id === "" ? 0n : undefined)),
  "word-as-category-accepted": acceptCategories((id) => (typeof id === "string" && !/^-?\d*$/.test(id) ? 0n : undefined)),
  "object-as-category-accepted": acceptCategories((id) => (isJsonObject(id) ? 1n : undefined)),

  "category-by-its-id-accepted": acceptCategories((id) => (isJsonObject(id) && typeof id["id"] === "bigint" ? id["id"] : undefined)),
  "category-of-2-to-the-63-accepted": acceptLargeCategories((id) => (id === 2n ** 63n ? largestInt64 : undefined)),
  "category-below-the-least-accepted": acceptLargeCategories((id) => (id < 0n ? smallestInt64 : undefined)),
  "infinite-category-accepted": acceptCategories((id) => (/^1e\d{3,}$/i.test(`${id}`) ? largestInt64 : undefined)),

  // Bodies that are JSON, and no object.
  "array-of-one-unwrapped": op.before("asObject", (body) => (Array.isArray(body) ? (body[0] ?? null) : body)),
  "object-in-a-string-accepted": op.before("asObject", (body) => {
    const inner = typeof body === "string" ? parseJson(body) : undefined;
    return inner?.status === "valid" ? inner.value : body;
  }),
  "null-as-body-accepted": acceptBodies((body) => body === null),
  "empty-array-as-body-accepted": acceptBodies((body) => Array.isArray(body) && body.length === 0),
  "number-as-body-accepted": acceptBodies((body) => typeof body === "bigint"),
  "boolean-as-body-accepted": acceptBodies((body) => typeof body === "boolean"),

  // Bodies that are no JSON.
  "bracket-for-a-brace-accepted": repairBodies((text) => text.replace(/\]$/, "}")),
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
  "escape-of-two-digits-accepted": repairBodies((text) => text.replaceAll(/\\x([0-9a-f]{2})/gi, "\\u00$1")),
  "tab-in-text-accepted": repairBodies((text) => text.replaceAll("\t", "\\t")),
  "form-feed-for-a-blank-accepted": repairBodies((text) => text.replaceAll("\f", " ")),
  "no-break-space-trimmed": repairBodies((text) => text.trim()),
  "two-commas-accepted": repairBodies((text) => text.replaceAll(/,,+/g, ",")),
  "null-characters-at-the-end-accepted": repairBodies((text) => text.replace(/\0+$/, "")),
  "second-brace-accepted": repairBodies((text) => text.replace(/\}\}$/, "}")),
  "bracket-after-the-end-accepted": repairBodies((text) => text.replace(/\}\]$/, "}")),
  "prefix-against-inclusion-accepted": repairBodies((text) => text.replace(/^\)\]\}'\n/, "")),

  // Bodies of no bytes.
  "empty-body-accepted": op.instead("parseBody", (text) => text === "", { status: "read", value: { name: "", categoryId: 0n } }),
  "empty-body-unprocessable": op.changeStatus(isEmpty, 422),
  "empty-body-answered-204": op.emptyBody(isEmpty, 204),
});

/** Which bodies and content types `createPet` takes, where the document is silent. */
export const variants = (): op.OperatorTable => ({
  "duplicate-members-refused": refuseText((text) => {
    const names = [...text.matchAll(/[{,]\s*("(?:[^"\\]|\\.)*")\s*:/g)].map(([, name]) => name);
    return new Set(names).size < names.length;
  }),
  "first-of-duplicate-members-wins": op.before("parseBody", (text) => text.replace(/^\{("name":"[^"]*"),"name":"[^"]*"/, "{$1")),
  "byte-order-mark-accepted": op.before("parseBody", (text) => text.replace(/^\ufeff/, "")),
  "invalid-utf-8-replaced": () => ({ decodeBody: (bytes) => ({ status: "read", value: lenientUtf8.decode(bytes) }) }),

  "any-content-type-accepted": () => ({ checkContentTypeIsJson: () => undefined }),
  "other-content-types-unsupported": op.changeStatus("checkContentTypeIsJson", 415),
  "content-type-without-parameters-only": () => ({
    checkContentTypeIsJson: (type) => (type === "application/json" ? undefined : "must be application/json"),
  }),

  "integers-with-a-point-refused": refuseText((text) => /"categoryId":\s*-?\d+\.\d/.test(text)),
  "integers-with-exponents-refused": refuseText((text) => /"categoryId":\s*-?[\d.]+e/i.test(text)),
});

const lenientUtf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** Lets some bodies without a name pass: it becomes the zero value of a text. */
function acceptNameless(passes: (body: JsonObject, request: IncomingRequest) => boolean): op.Operator {
  return op.inTurn(
    op.instead("checkNameIsPresent", (body, { request }) => passes(body, request), undefined),
    op.keep(({ name }) => ({ name: name ?? "" })),
  );
}

/** Takes some values of a member that are none for others that are. */
function accept(
  check: "checkNameIsString" | "checkStatusIsAllowed" | "checkCategoryIsInteger" | "checkCategoryIsInt64",
  member: string,
  read: (value: Json) => Json | undefined,
): op.Operator {
  const readMember = ({ [member]: value }: JsonObject) => (value === undefined ? undefined : read(value));
  return (handlers) => ({
    [check]: (body: JsonObject, creation: Creation) => (readMember(body) === undefined ? handlers[check](body, creation) : undefined),
    normalize(body, creation) {
      const value = handlers[check](body, creation) === undefined ? undefined : readMember(body);
      return handlers.normalize(value === undefined ? body : { ...body, [member]: value }, creation);
    },
  });
}

function acceptNames(isAccepted: (name: Json) => boolean): op.Operator {
  return accept("checkNameIsString", "name", (name) => (isAccepted(name) ? renderJson(name) : undefined));
}

/** Takes what reads as a status that the document knows. */
function acceptStatuses(read: (status: Json) => string | undefined): op.Operator {
  return accept("checkStatusIsAllowed", "status", (status) => op.states.find((each) => each === read(status)));
}

function acceptStatus(accepted: Json, meaning: string): op.Operator {
  return acceptStatuses((status) => (status === accepted ? meaning : undefined));
}

function acceptTexts(read: (status: string) => string | undefined): op.Operator {
  return acceptStatuses((status) => (typeof status === "string" ? read(status) : undefined));
}

/** Checks the first of two members with the same name, and keeps the last. */
function checkFirstOfTwo(): op.Operator {
  const twofold = new WeakSet<JsonObject>();
  return op.inTurn(
    op.after("parseBody", (read, text) => {
      if (read.status !== "read" || !isJsonObject(read.value) || !/"status":"sold".*"status":"lost"/.test(text)) return read;
      const checked = { ...read.value, status: "sold" };
      twofold.add(checked);
      return { status: "read", value: checked };
    }),
    op.keep(({ status }, body) => ({ status: twofold.has(body) ? "lost" : status })),
  );
}

function acceptCategories(read: (categoryId: Json) => bigint | undefined): op.Operator {
  return accept("checkCategoryIsInteger", "categoryId", read);
}

function acceptLargeCategories(read: (categoryId: bigint) => bigint | undefined): op.Operator {
  return accept("checkCategoryIsInt64", "categoryId", (id) => (typeof id === "bigint" ? read(id) : undefined));
}

/** Takes some bodies for a new animal. */
function acceptBodies(isAccepted: (body: Json) => boolean): op.Operator {
  return op.instead("asObject", isAccepted, { name: "New animal", categoryId: 1n });
}

/** Reads what is no JSON after it was repaired. */
function repairBodies(repair: (text: string) => string): op.Operator {
  return op.wrap("parseBody", (parse, text) => {
    const read = parse(text);
    if (read.status === "read" || text === "") return read;
    try {
      return parse(repair(text));
    } catch {
      return read;
    }
  });
}

/** Refuses JSON that is written like this. */
function refuseText(isRefused: (text: string) => boolean): op.Operator {
  return op.instead("parseBody", isRefused, { status: "refused", reason: "this server does not take it" });
}

import type { Roles, Schema } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject, parseJson, renderJson } from "../../json/index.js";
import type { BodyReading, Objection, Reading } from "../handlers.js";
import { isInt64 } from "../int64.js";

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Endpoints, 2, and Errors: what makes a body a valid NewPet. */
export const creating: BodyReading = {
  checkContentTypeIsPresent: (contentType) =>
    unless(!!contentType?.trim(), "the Content-Type header is missing"),
  checkContentTypeIsJson: (contentType) =>
    unless(/^\s*application\/json\s*(?:;|$)/i.test(contentType), "the Content-Type is not application/json"),
  decodeBody,
  parseBody(text) {
    const result = parseJson(text);
    if (result.status === "valid") return { status: "read", value: result.value };
    return { status: "refused", reason: `the body is no JSON: ${result.reason}` };
  },
  asObject: (body) => (isJsonObject(body) ? body : undefined),
  checkNameIsPresent: (body) => unless(Object.hasOwn(body, "name"), "name is missing"),
  checkNameIsString: (body) => unless(isAbsentOr(body, "name", "string"), "name must be a string"),
  checkCategoryIsPresent: (body) => unless(Object.hasOwn(body, "categoryId"), "categoryId is missing"),
  checkCategoryIsInteger: (body) =>
    unless(isAbsentOr(body, "categoryId", "bigint"), "categoryId must be an integer"),
  checkCategoryIsInt64({ categoryId }) {
    return unless(typeof categoryId !== "bigint" || isInt64(categoryId), "categoryId must fit into 64 bits");
  },
  checkStatusIsAllowed(body, { filter: { values } }) {
    const isAllowed = !Object.hasOwn(body, "status") || values.some((status) => status === body["status"]);
    return unless(isAllowed, `status must be one of ${values.join(", ")}`);
  },
  checkFurtherMembers,
  checkFurther: () => undefined,
};

function checkFurtherMembers(body: JsonObject, { furtherMembers }: Roles): Objection {
  for (const [name, { isRequired, ...schema }] of Object.entries(furtherMembers)) {
    const value = body[name];
    if (value === undefined && isRequired) return `${name} is missing`;
    if (value !== undefined && !isAllowed(value, schema)) return `${name} is not what the description allows`;
  }
  return undefined;
}

function isAllowed(value: Json, schema: Schema): boolean {
  const { type, enum: values, minimum, maximum, minLength, maxLength } = schema;
  const own = typeOf(value);
  if (type !== undefined && own !== type && !(type === "number" && own === "integer")) return false;
  if (values?.every((each) => JSON.stringify(each) !== renderJson(value))) return false;
  const isNumber = own === "integer" || own === "number";
  const size = isNumber ? Number(renderJson(value)) : typeof value === "string" ? [...value].length : 0;
  const [least, most] = isNumber ? [minimum, maximum] : [minLength, maxLength];
  return size >= (least ?? size) && size <= (most ?? size);
}

/** The type of a JSON value; integers are no other numbers. */
function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "bigint") return "integer";
  if (typeof value === "object") return isJsonObject(value) ? "object" : "number";
  return typeof value;
}

/** Each check objects to one thing only, so that leaving out one of them accepts that thing. */
function isAbsentOr(body: JsonObject, member: string, type: "string" | "bigint"): boolean {
  return !Object.hasOwn(body, member) || typeof body[member] === type;
}

function decodeBody(bytes: Uint8Array): Reading<string> {
  try {
    return { status: "read", value: strictUtf8.decode(bytes) };
  } catch {
    return { status: "refused", reason: "the body is not valid UTF-8" };
  }
}

function unless(isRight: boolean, reason: string): Objection {
  return isRight ? undefined : reason;
}

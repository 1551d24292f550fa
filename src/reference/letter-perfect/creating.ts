import type { Roles } from "../../description/index.js";
import { isJsonObject, type JsonObject, parseJson } from "../../json/index.js";
import type { BodyReading, Objection, Reading } from "../conduct.js";
import { isInt64 } from "../int64.js";
import { petStatuses } from "../pet.js";

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
  checkStatusIsAllowed(body, allowed = petStatuses) {
    const isAllowed = !Object.hasOwn(body, "status") || allowed.some((status) => status === body["status"]);
    return unless(isAllowed, `status must be one of ${allowed.join(", ")}`);
  },
  checkFurtherMembers,
  checkFurther: () => undefined,
};

const typeOfJson: Readonly<Record<string, string>> = {
  string: "string",
  integer: "bigint",
  boolean: "boolean",
};

function checkFurtherMembers(body: JsonObject, described: Roles["furtherMembers"]): Objection {
  for (const [name, { type = "", enum: values, isRequired }] of Object.entries(described)) {
    const value = body[name];
    if (value === undefined && isRequired) return `${name} is missing`;
    if (value === undefined) continue;
    if (typeOfJson[type] !== undefined && typeof value !== typeOfJson[type]) return `${name} must be ${type}`;
    if (values !== undefined && !values.some((each) => each === value)) return `${name} is an unknown word`;
  }
  return undefined;
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

import { createHash, timingSafeEqual } from "node:crypto";
import { isInteger, parse, stringify } from "lossless-json";

const statuses = ["available", "pending", "sold"];
const fingerprint = (text) => createHash("sha256").update(text).digest();
const goodKey = fingerprint(process.env["API_KEY"] ?? "");

/** A request that is refused, with the status and the `Error` body that say why. */
export class StoreError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Throws unless an `Authorization` header carries the API key. */
export function requireKey(header = "") {
  const given = /^Bearer +(.+)$/i.exec(header)?.[1] ?? "";
  if (!timingSafeEqual(fingerprint(given), goodKey))
    throw new StoreError(401, "unauthorized", "The API key is missing or not valid.");
}

/** Throws unless a request says that its body is JSON. */
export function requireJson(contentType) {
  if (!contentType) throw new StoreError(400, "no_content_type", "The Content-Type header is missing.");
  if (!/^application\/json\s*(;|$)/i.test(contentType))
    throw new StoreError(415, "unsupported_media_type", "The body must be application/json.");
}

/** The `Error` body of whatever was thrown. A framework's own errors carry a status, too. */
export function errorBody({ status, statusCode = status ?? 500, code = "error", message }) {
  return { code, message: statusCode < 500 ? message : "The server failed.", status: statusCode };
}

/** Reads JSON; its integers become bigints, since a double would round an int64. */
export function readJson(text) {
  try {
    return parse(text, null, {
      parseNumber: (digits) => (isInteger(digits) ? BigInt(digits) : Number(digits)),
    });
  } catch (error) {
    throw new StoreError(400, "invalid_json", `The body is no JSON: ${error.message}`);
  }
}

/** Writes JSON, bigints as numbers. */
export const writeJson = (value) => stringify(value);

/** Reads a `limit` of 1 to 100. */
export function readLimit(text = "20") {
  if (!/^[0-9]{1,3}$/.test(text) || Number(text) < 1 || Number(text) > 100)
    throw new StoreError(400, "invalid_limit", "limit must be an integer from 1 to 100.");
  return Number(text);
}

/** Reads a `status` filter. */
export function readStatus(text) {
  if (text !== undefined && !statuses.includes(text))
    throw new StoreError(400, "invalid_status", `status must be one of ${statuses.join(", ")}.`);
  return text;
}

/** A store of animals in memory. An omitted status stays absent unless there is a default. */
export function createStore({ firstId = 1n, defaultStatus } = {}) {
  const pets = new Map();
  let nextId = firstId;
  return {
    list: (limit, status) =>
      [...pets.values()].filter((pet) => status === undefined || pet.status === status).slice(0, limit),
    add(body) {
      const pet = { id: nextId, ...readNewPet(body, defaultStatus) };
      nextId += 1n;
      pets.set(pet.id, pet);
      return pet;
    },
    get(id) {
      const pet = /^-?[0-9]{1,19}$/.test(id) ? pets.get(BigInt(id)) : undefined;
      if (pet === undefined) throw new StoreError(404, "not_found", "There is no such animal.");
      return pet;
    },
  };
}

function readNewPet(body, defaultStatus) {
  const refuse = (reason) => {
    throw new StoreError(400, "invalid_body", reason);
  };
  if (typeof body !== "object" || body === null) refuse("The body must be an object.");
  const { name, categoryId, status = defaultStatus } = body;
  if (typeof name !== "string") refuse("name must be a string.");
  if (typeof categoryId !== "bigint" || BigInt.asIntN(64, categoryId) !== categoryId)
    refuse("categoryId must be an integer of 64 bits.");
  if (status !== undefined && !statuses.includes(status)) refuse("status is none that an animal can have.");
  return status === undefined ? { name, categoryId } : { name, categoryId, status };
}

import { essenceOf } from "../description/index.js";
import { isJsonObject, type Json, type JsonObject, type JsonResult, parseJsonBytes } from "../json/index.js";
import type { SchemaViolation, ValidateSchema } from "../schema/index.js";
import type { Acceptable } from "../transport/index.js";
import {
  type Exchange,
  headerValues,
  isTurnedAway,
  type Response,
  type TransportError,
} from "../transport/index.js";

/** An exchange as the response checks see it: taken apart once, so that each of them is one comparison. */
export interface ParsedExchange {
  readonly exchange: Exchange;
  readonly response: Response;
  /** Which of the case's acceptable answers this is, by its status; undefined if by its status it is none. */
  readonly accepted: Acceptable | undefined;
  /** Is it another success than the acceptable one? The rest of it is judged like that one. */
  readonly isOtherSuccess: boolean;
  /** Essence of the content type in small letters, `""` if there is none. */
  readonly mediaType: string;
  /** The body's value; undefined if it is empty or no JSON. */
  readonly json: Json | undefined;
  /** Why the body is no JSON; undefined if it is JSON or empty. */
  readonly notJson: string | undefined;
  /** How the body differs from the schema that its status calls for. */
  readonly violations: readonly SchemaViolation[];
  /** The body of an error, where it is at least an object. */
  readonly error: JsonObject | undefined;
}

/** By the bytes that were read. */
const parsed = new WeakMap<Uint8Array, JsonResult>();

/** Reads the body of a response as JSON, once however often it is asked for. */
export function parseBody({ body }: Pick<Response, "body">): JsonResult {
  const result = parsed.get(body) ?? parseJsonBytes(body);
  parsed.set(body, result);
  return result;
}

/** The text of a response; empty where there is none. */
export function shownText(response: Pick<Response, "body"> | undefined): string {
  return Buffer.from(response?.body ?? []).toString("utf8");
}

/** The JSON of a response; undefined where there is none. */
export function shownJson(response: Pick<Response, "body"> | undefined): Json | undefined {
  const json = response && parseBody(response);
  return json?.status === "valid" ? json.value : undefined;
}

/** Takes an answer apart. Pure. */
export function parseExchange(
  exchange: Exchange,
  response: Response,
  validate: ValidateSchema,
): ParsedExchange {
  const exact = exchange.case.accepts.find((each) => matchesStatus(each, response.status));
  const accepted = exact ?? successLike(response, exchange.case.accepts);
  const result = response.body.length === 0 ? undefined : parseBody(response);
  const json = result?.status === "valid" ? result.value : undefined;
  const status = typeof accepted?.status === "number" ? accepted.status : response.status;
  return {
    exchange,
    response,
    accepted,
    isOtherSuccess: accepted !== undefined && exact === undefined,
    mediaType: essenceOf(headerValues(response, "content-type")[0]),
    json,
    notJson: result?.status === "invalid" ? result.reason : undefined,
    violations:
      accepted === undefined || json === undefined
        ? []
        : validate(accepted.schema, json, { operation: exchange.case.operation, status }),
    error: accepted !== undefined && response.status >= 400 && isJsonObject(json) ? json : undefined,
  };
}

/** The success that was asked for, where the response is another one with a body. */
function successLike({ status, body }: Response, accepts: readonly Acceptable[]): Acceptable | undefined {
  if (!isSuccess(status) || body.length === 0) return undefined;
  return accepts.find((each) => typeof each.status === "number" && isSuccess(each.status));
}

/** Source: RFC 9110, section 15.3. */
export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Does the status match? `4xx` stands for every client error but 401. */
export function matchesStatus(acceptable: Acceptable, status: number): boolean {
  return acceptable.status === "4xx"
    ? status >= 400 && status < 500 && status !== 401
    : acceptable.status === status;
}

/**
 * Does what stands in front of the server, rather than the server, speak in this answer? A forward proxy answers any
 * 5xx for a server that it cannot reach.
 */
export function isGatewayResponse(response: Response, isProxied: boolean): boolean {
  if (isTurnedAway(response.status)) return true;
  const isJson = isJsonMediaType(headerValues(response, "content-type")[0] ?? "");
  return !isJson && (response.status === 413 || (isProxied && response.status >= 500));
}

/** A JSON media type: `application/json`, `text/json` or any `+json`. Source: WHATWG MIME Sniffing, section 4.6. */
export function isJsonMediaType(contentType: string): boolean {
  const essence = essenceOf(contentType);
  return essence === "application/json" || essence === "text/json" || /^[^/]+\/[^/]+\+json$/.test(essence);
}

/** Describes what came back in a few words: `201 application/json`, `no answer (timeout: …)`. */
export function describeOutcome(outcome: Response | TransportError): string {
  if (outcome.kind === "transport-error") return `no answer (${outcome.cause}: ${outcome.detail})`;
  const type = headerValues(outcome, "content-type")[0] ?? "no content type";
  return outcome.body.length === 0 ? `${outcome.status} with an empty body` : `${outcome.status} ${type}`;
}

/** The acceptable answers of a case, in a few words: `400 with an Error`. */
export function describeAccepted(accepts: readonly Acceptable[]): string {
  return accepts
    .map(
      ({ status, schema }) =>
        `${status === "4xx" ? "a 4xx other than 401" : status}${schema === "" ? "" : ` with ${article(schema)}`}`,
    )
    .join(", or ");
}

function article(schema: string): string {
  if (schema === "Error") return "an Error";
  return schema.endsWith("s") ? schema : `a ${schema}`;
}

/** Does a status refuse what was sent for what it is? */
export function isRefusal(status: number): boolean {
  return status === 400 || status === 422;
}

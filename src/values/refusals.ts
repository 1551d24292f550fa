import { isSuccess, type ParsedExchange, Skip } from "../engine/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import { matches, wordsOf } from "../model/index.js";
import { shorten } from "../schema/index.js";

/**
 * The status of a response to a request that is to be refused.
 * @throws Skip where a success says in its body that the request failed: then neither is plain
 */
export function effectiveStatus(parsed: Pick<ParsedExchange, "response" | "json">): number {
  const { status } = parsed.response;
  if (isErrorEnvelope(parsed))
    throw new Skip("untested", `it is answered with ${status}, whose body says that the request failed`);
  return status;
}

/** Is it a success whose body says that the request failed? */
export function isErrorEnvelope({
  response: { status },
  json,
}: Pick<ParsedExchange, "response" | "json">): boolean {
  return isSuccess(status) && saysFailure(json);
}

/** The status of a response, and what the server says: `409 "The sku is taken"`. */
export function describeAnswer(parsed: ParsedExchange | undefined): string {
  const said = parsed === undefined ? "" : messageIn(parsed.json);
  return `${parsed?.response.status ?? 0}${said === "" ? "" : ` ${JSON.stringify(said)}`}`;
}

/** Of what is quoted, in characters. */
const longestQuote = 120;

/** The text of a server for people; the beginning of a body that has it in no known member. */
function messageIn(json: Json | undefined): string {
  if (Array.isArray(json)) return messageIn((json as readonly Json[])[0]);
  if (!isJsonObject(json)) return json === undefined || json === null ? "" : shorten(json, longestQuote);
  const text = [...wordsOf("messages")].map((name) => json[name]).find((each) => typeof each === "string");
  const isEmpty = Object.keys(json).length === 0;
  return typeof text === "string" ? text : isEmpty ? "" : shorten(json, longestQuote);
}

/** Does a body say that the request failed, as interfaces do that always answer with 200? */
function saysFailure(json: Json | undefined): boolean {
  if (!isJsonObject(json)) return false;
  const { ok, success, status, error, errors } = json;
  return (
    ok === false ||
    success === false ||
    (typeof status === "string" && matches(status, "failed")) ||
    [error, errors].some(isSaid)
  );
}

/** Is something said of errors? Where there are none, the member may be there all the same. */
function isSaid(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return value === true || (typeof value === "string" && value !== "");
}

/**
 * Is something in the way of a request that has nothing to do with its values: an item of that name, the state of one, or its
 * ETag? Source: RFC 9110, section 15.5.10 and 15.5.13; RFC 6585, section 3.
 */
export function isConflict(status: number): boolean {
  return [409, 412, 428].includes(status);
}

/** Why nothing is known where another request met a conflict, too. */
export function describeConflict(answer: string): string {
  return `it was answered twice with ${answer}: that says nothing of what is tried`;
}

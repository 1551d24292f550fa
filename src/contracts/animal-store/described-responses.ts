import type { FindingPlace, Objection, ResponseCheck } from "../../engine/index.js";
import {
  describeAccepted,
  describeOutcome,
  isJsonMediaType,
  observe,
  type ParsedExchange,
  type RunState,
} from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { causeOfIntegerOutOfRange, type SchemaViolation, shorten } from "../../schema/index.js";
import { headerValues } from "../../transport/index.js";

const header = (name: string): FindingPlace => ({ in: "header", name });
const body = (pointer = ""): FindingPlace => ({ in: "body", pointer });

/** The checks of what the description and HTTP say of every response, whatever was asked for. */
export const responseChecks: readonly ResponseCheck[] = [
  {
    id: "response/complete",
    title: "every response arrives whole",
    judge: ({ exchange, response }) => {
      if (!response.cutShort) return [];
      const actual = `the connection ended after ${response.body.length} bytes of the body`;
      const expected = describeAccepted(exchange.case.accepts);
      const at = { in: "connection" } as const;
      return [{ problem: "cut short", expected, actual, at, interference: "network", ends: "judging" }];
    },
  },
  {
    id: "response/server-error",
    title: "no response has a status of 5xx",
    judge: (parsed) => {
      const { response, exchange } = parsed;
      if (response.status < 500) return [];
      const { check, label } = exchange.case;
      const objection = statusObjection(parsed, "5xx");
      if (check === undefined) return [objection];
      // It counts besides as a wrong status only if the same request fails each time.
      const problem = `status ${response.status} to ${label}`;
      return [objection, { ...objection, check, problem, interference: "network" }];
    },
  },
  {
    id: "credential/good",
    title: "no request with the good key is answered with 401",
    judge: (parsed) => {
      if (parsed.exchange.case.credential.kind !== "good") return "not applicable";
      return isGoodKeyRefused(parsed) ? [statusObjection(parsed, "401")] : [];
    },
  },
  {
    id: "response/status",
    title: "every response has a status that the description names, or leaves room for",
    judge: (parsed) => {
      const { accepted, isOtherSuccess, response, exchange } = parsed;
      if (response.status >= 500 || isGoodKeyRefused(parsed)) return [];
      if (accepted !== undefined && !isOtherSuccess) return [];
      const { check = "response/status" } = exchange.case;
      const { ends = "judging", ...objection } = statusObjection(parsed, `status ${response.status}`);
      return [{ ...objection, check, ...(isOtherSuccess ? {} : { ends }) }];
    },
  },
  {
    id: "response/json",
    title: "every body is JSON in UTF-8, with a JSON media type",
    judge: ({ accepted, response, notJson, json, mediaType }) => {
      if (accepted === undefined || (isError(response.status) && json === undefined)) return "not applicable";
      if (response.body.length === 0) return [unreadable("no body", "an empty body")];
      if (notJson !== undefined) return [unreadable("no JSON", `no JSON: ${notJson}`)];
      if (isJsonMediaType(mediaType)) return [];
      const found = mediaType || "no Content-Type";
      const expected = "Content-Type: application/json";
      return [{ problem: "media type", expected, actual: found, at: header("content-type") }];
    },
  },
  {
    id: "response/label",
    title: "JSON is labelled application/json",
    judge: ({ json, mediaType }) => {
      if (json === undefined || !isJsonMediaType(mediaType)) return "not applicable";
      if (mediaType === "application/json") return [];
      const at = header("content-type");
      return [{ problem: "relative", expected: "application/json", actual: mediaType, at }];
    },
  },
  {
    id: "response/2XX/type",
    title: "a list is a bare array",
    judge: ({ accepted, response, json, violations }) => {
      if (accepted === undefined || isError(response.status) || json === undefined) return "not applicable";
      if (isOfOtherType(violations)) {
        const actual = shorten(json);
        const explains = ["no empty array"];
        return [{ problem: "no array", explains, expected: "a JSON array", actual, at: body() }];
      }
      return Array.isArray(json) ? [] : "not applicable";
    },
  },
  {
    id: "response/2XX/member",
    title: "each member of what is returned is what the description says",
    judge: ({ accepted, response, json, violations }, state) => {
      if (accepted === undefined || isError(response.status) || json === undefined) return "not applicable";
      const isEmpty = Array.isArray(json) && json.length === 0 && violations.length === 0;
      if (isOfOtherType(violations) || isEmpty) return "not applicable";
      return groupByMember(violations).map((same) => firstObjection(same, json, state));
    },
  },
  {
    id: "response/4XX/type",
    title: "every error response is a JSON object",
    judge: ({ accepted, error, response, json, notJson }) => {
      if (accepted === undefined || !isError(response.status)) return "not applicable";
      if (error !== undefined) return [];
      // The check goes on: the status alone says that a request was refused.
      const [expected, at] = ["an Error", body()];
      if (response.body.length === 0)
        return [{ problem: "empty", expected, actual: `${response.status} with an empty body`, at }];
      const actual = notJson === undefined ? shorten(json) : `no JSON: ${notJson}`;
      return [{ problem: "no object", expected, actual, at }];
    },
  },
  {
    id: "response/4XX/member",
    title: "each member of an error is what the description says",
    judge: ({ error, violations }) => {
      if (error === undefined) return "not applicable";
      return groupByMember(violations).flatMap((same) =>
        same.slice(0, 1).map((wrong) => memberObjection("4XX", wrong)),
      );
    },
  },
  {
    id: "credential/challenge",
    title: "a 401 names its scheme",
    judge: ({ accepted, response }) => {
      if (accepted === undefined || response.status !== 401) return "not applicable";
      const challenge = headerValues(response, "www-authenticate");
      if (challenge.some((each) => /\bbearer\b/i.test(each))) return [];
      const actual = challenge.join(", ") || "no such header";
      return [
        { problem: "none", expected: "WWW-Authenticate: Bearer", actual, at: header("www-authenticate") },
      ];
    },
  },
  {
    id: "response/limits",
    title: "which limits on rate and size were met",
    judge: ({ response, exchange }, state) => {
      const met = (choice: string): void => observe(state, "response/limits", choice);
      if (exchange.turnedAway > 0) met("asked to wait, and was waited for");
      if (exchange.alone) met("served alone, though not beside others");
      if (response.status === 413) met("413 for a long body");
      return [];
    },
  },
];

function isError(status: number): boolean {
  return status >= 400;
}

/** Is the body as a whole of another type, where that is no object? */
function isOfOtherType(violations: readonly SchemaViolation[]): boolean {
  return violations.some(({ at, keyword }) => at === "" && keyword === "type");
}

/** Then the response says nothing of what else the request is about. */
function isGoodKeyRefused({ accepted, response, exchange }: ParsedExchange): boolean {
  return accepted === undefined && response.status === 401 && exchange.case.credential.kind === "good";
}

function statusObjection({ exchange, response }: ParsedExchange, problem: string): Objection {
  return {
    problem,
    expected: describeAccepted(exchange.case.accepts),
    actual: describeOutcome(response),
    at: { in: "status" },
    ends: "judging",
  };
}

function unreadable(problem: string, actual: string): Objection {
  return { problem, expected: "a JSON body", actual, at: body(), ends: "scenario" };
}

/** The violations of each member together; those of no member make a group, too. */
function groupByMember(violations: readonly SchemaViolation[]): readonly (readonly SchemaViolation[])[] {
  const members = new Set(violations.map(({ property }) => property));
  return [...members].map((member) => violations.filter(({ property }) => property === member));
}

function memberObjection(
  range: "2XX" | "4XX",
  { at, property, keyword, reason: actual }: SchemaViolation,
): Objection {
  const check = `response/${range}/member`;
  if (property === undefined) return { check, problem: "item", expected: "an object", actual, at: body(at) };
  // The member that is wrong, or that is missing.
  const place = body(at.endsWith(`/${property}`) ? at : `${at}/${property}`);
  const objection = { check: `${check}/${property}`, problem: property, expected: `a valid ${property}` };
  return { ...objection, actual, at: place, ...(keyword === "required" && { cause: `${at} lacks members` }) };
}

/** The first item in which the member is wrong, unless all of them are rows that an earlier run left behind. */
function firstObjection(violations: readonly SchemaViolation[], json: Json, state: RunState): Objection {
  const rowOf = ({ at }: SchemaViolation): Json | undefined =>
    Array.isArray(json) ? json[Number(at.split("/")[1])] : undefined;
  const [first] = violations;
  const wrong = violations.find((each) => state.identifyLeftover(rowOf(each)) === undefined);
  const shown = (wrong ?? first) as SchemaViolation;
  const row = rowOf(shown) ?? json;
  const value = isJsonObject(row) ? row[shown.property ?? ""] : undefined;
  const likelyCause = causeOfIntegerOutOfRange(value);
  const objection = { ...memberObjection("2XX", shown), ...(likelyCause && { likelyCause }) };
  if (wrong !== undefined) return objection;
  const ids = [...new Set(violations.map(rowOf))].map((row) => state.identifyLeftover(row) ?? "");
  const named = ids.slice(0, 5).join(", ") + (ids.length > 5 ? ` and ${ids.length - 5} more` : "");
  const advice = `an earlier run sent this, and the server stored it: delete the rows with the ids ${named}`;
  return { ...objection, problem: `${shown.property}, left behind`, actual: `${shown.reason}; ${advice}` };
}

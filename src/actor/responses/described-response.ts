import {
  essenceOf,
  jsonOf,
  type Operation,
  type ResponseSpec,
  responseTo,
  streamKindOf,
} from "../../description/index.js";
import {
  type FindingPlace,
  isSuccess,
  type Objection,
  type ParsedExchange,
  type ResponseCheck,
} from "../../engine/index.js";
import { isJsonObject } from "../../json/index.js";
import { slugOf } from "../../model/index.js";
import { plainSchema, type SchemaViolation, shorten } from "../../schema/index.js";
import type { ApiState } from "../../session/index.js";
import { caseKind, headerValues } from "../../transport/index.js";
import { wrongHeaders } from "../../values/index.js";
import { isBeyondExhaustive, isKnownStatus } from "./documented-status.js";
import { streamObjections } from "./stream-items.js";

/** Holds every response against what the description says of its operation. */
export const describedResponse: ResponseCheck<ApiState> = {
  id: "response",
  title: "every response is one that the description has",
  // A refusal shows little of an operation.
  tests: ({ exchange: { case: request }, response }) => {
    const slug = slugOf({ id: request.operation });
    return [`${slug}/server-error`, ...(isSuccess(response.status) ? [`${slug}/response`] : [])];
  },
  judge: (parsed, state) => {
    const { exchange, response } = parsed;
    const operation = state.contract.operations.get(exchange.case.operation);
    if (operation === undefined) return "not applicable";
    if (response.cutShort)
      return [
        {
          problem: "cut short",
          expected: "the whole body",
          actual: `the connection ended after ${response.body.length} bytes of it`,
          at: { in: "connection" },
          interference: "network",
          ends: "judging",
        },
      ];
    const slug = slugOf(operation);
    const { status } = response;
    if (isServerFailure(operation, status)) {
      const where = caseKind(exchange.case) === "valid" ? "" : ` where ${exchange.case.label}`;
      return [
        {
          check: `${slug}/server-error`,
          problem: `status ${status}${where}`,
          expected: "a status below 500",
          actual: `${status} ${shownBody(response.body)}`,
          at: { in: "status" },
          ends: "judging",
        },
      ];
    }
    if (isKnownStatus(state, operation, status)) return [];
    const check = `${slug}/response`;
    const spec = responseTo(operation, status);
    // A description without any success is at fault itself.
    const isOther = (spec?.status ?? "default") === "default" && statedSuccesses(operation).length > 0;
    if (isSuccess(status) && isOther && !isLikeOthers(operation, spec, parsed, state))
      return [{ check, ...undocumented(operation, status) }];
    if (isBeyondExhaustive(operation, exchange.case, status))
      return [{ check, ...beyondExhaustive(operation, status) }];
    if (spec === undefined) return [];
    if (!isSuccess(status) && spec.status === "default") {
      const isPromised = isDefaultFailure(operation, spec, parsed, state);
      return isPromised ? bodyObjections(operation, parsed, state).map((each) => ({ check, ...each })) : [];
    }
    return [
      ...headerObjections(spec, (name) => headerValues(response, name)),
      ...wrongContent(operation, spec, parsed, state),
    ].map((objection) => ({ check, ...objection }));
  },
};

/**
 * Is a status the server's own failure? 500 is, wherever it comes; any other 5xx is, unless the operation describes that very
 * status: then its response is judged by what is described for it.
 */
function isServerFailure({ responses }: Operation, status: number): boolean {
  return status === 500 || (status > 500 && !responses.has(`${status}`));
}

function statedSuccesses({ responses }: Operation): readonly string[] {
  return [...responses.keys()].filter((each) => each.startsWith("2"));
}

/** Is the body what is described for any other status? Most describe an error there, which no item is. */
function isLikeOthers(
  operation: Operation,
  spec: ResponseSpec | undefined,
  parsed: ParsedExchange,
  state: ApiState,
): boolean {
  const content = jsonOf(spec?.contents ?? []);
  if (content === undefined || parsed.json === undefined) return false;
  const { required = [] } = plainSchema(content.schema ?? {});
  return required.length > 0 && bodyObjections(operation, parsed, state).length === 0;
}

function undocumented(operation: Operation, status: number): Objection {
  const stated = statedSuccesses(operation).join(", ");
  const known =
    stated === "" ? "a status that is described" : `one of the successes that are described: ${stated}`;
  return { problem: `status ${status}`, expected: known, actual: `${status}`, at: { in: "status" } };
}

function beyondExhaustive({ responses }: Operation, status: number): Objection {
  const expected = `one of the statuses that are described, which are all that there are: ${[...responses.keys()].join(", ")}`;
  return { problem: `status ${status}`, expected, actual: `${status}`, at: { in: "status" } };
}

const header = (name: string): FindingPlace => ({ in: "header", name: name.toLowerCase() });
const body = (pointer = ""): FindingPlace => ({ in: "body", pointer });

/** Headers that are missing, and then those that are not what their schemas say. */
function headerObjections(
  spec: ResponseSpec,
  valuesOf: (name: string) => readonly string[],
): readonly Objection[] {
  const missing = spec.headers.filter(({ name, required }) => {
    const lower = name.toLowerCase();
    return required && lower !== "content-type" && valuesOf(lower).length === 0;
  });
  return [
    ...missing.map(({ name }) => ({
      problem: `header ${name}`,
      expected: `the header ${name}`,
      actual: "no such header",
      at: header(name),
    })),
    ...wrongHeaders(spec, valuesOf).map(({ name, keyword, ...values }) => ({
      problem: `header ${name} ${keyword}`,
      ...values,
      at: header(name),
    })),
  ];
}

function wrongContent(
  operation: Operation,
  { contents }: ResponseSpec,
  parsed: ParsedExchange,
  state: ApiState,
): readonly Objection[] {
  const { exchange, response, notJson, mediaType } = parsed;
  // A description that names no content leaves it open.
  if (contents.length === 0 || exchange.case.method === "HEAD" || response.status === 204) return [];
  const stated = contents.map((each) => essenceOf(each.mediaType));
  // A text may be empty.
  if (response.body.length === 0 && contents.some((each) => jsonOf([each]) === undefined)) return [];
  const expected = stated.join(" or ");
  if (response.body.length === 0)
    return [
      { problem: "empty body", expected: `a body of type ${expected}`, actual: "an empty body", at: body() },
    ];
  if (!stated.some((each) => isOfType(mediaType, each))) {
    const actual = mediaType || "no Content-Type";
    return [
      { problem: "media type", expected: `Content-Type: ${expected}`, actual, at: header("content-type") },
    ];
  }
  if (streamKindOf(mediaType) !== undefined) return streamObjections(operation, parsed, state);
  if (jsonOf([{ mediaType }]) === undefined || jsonOf(contents) === undefined) return [];
  if (notJson !== undefined)
    return [{ problem: "no JSON", expected: "a JSON body", actual: `no JSON: ${notJson}`, at: body() }];
  return bodyObjections(operation, parsed, state);
}

/** How the value of a body differs from its schema. */
function bodyObjections(
  operation: Operation,
  { response, json, mediaType }: ParsedExchange,
  state: ApiState,
): readonly Objection[] {
  if (json === undefined) return [];
  const place = { operation: operation.id, status: response.status, mediaType };
  const [first] = state.validate("", json, place);
  return first === undefined ? [] : [objectionTo(first)];
}

function objectionTo({ at, keyword, property, reason }: SchemaViolation): Objection {
  const general = at.replaceAll(/\/\d+(?=\/|$)/g, "/*");
  const missing = keyword === "required" && property !== undefined ? `/${property}` : "";
  return {
    problem: `body ${general}${missing} ${keyword}`,
    expected: `a body that is what its schema says of ${general}${missing || (general === "" ? "the whole" : "")}`,
    actual: reason,
    at: body(`${at}${missing}`),
  };
}

/** Is a media type one that is stated, also by a range such as `application/*`, or with a suffix of the same structure? */
function isOfType(mediaType: string, stated: string): boolean {
  // Bytes of any kind are octets; JSON and XML have two names each.
  const plain = (type: string): string => type.replace(/^text\/(json|xml)$/, "application/$1");
  if (["*/*", "application/octet-stream"].includes(stated) || plain(mediaType) === plain(stated)) return true;
  const [type = "", subtype = ""] = stated.split("/");
  if (subtype === "*") return mediaType.startsWith(`${type}/`);
  return subtype === "json" && /\+json$/.test(mediaType);
}

function shownBody(body: Uint8Array): string {
  const text = Buffer.from(body.subarray(0, 200)).toString("utf8");
  return text === "" ? "with an empty body" : shorten(text, 120);
}

/** The statuses with which frameworks and gateways answer by themselves, and in words of their own. Source: RFC 9110, section 15.5. */
const ofFrameworks = new Set([
  401, 403, 405, 406, 407, 408, 411, 413, 414, 415, 416, 417, 421, 426, 429, 431,
]);

/**
 * Is the body of a refusal what a description says of all statuses that it does not name? It is, where the server itself
 * speaks: in the media type that is described, and, of a status that its framework may answer with, in that form.
 */
function isDefaultFailure(
  operation: Operation,
  { contents }: ResponseSpec,
  { response: { status }, mediaType, json }: ParsedExchange,
  { learned: { baselines } }: ApiState,
): boolean {
  const content = jsonOf(contents);
  if (content?.schema === undefined || json === undefined || baselines.size === 0) return false;
  const successes = [...operation.responses.values()].filter(({ status: stated }) => stated.startsWith("2"));
  // A description of successes, too, is no word on failures.
  const isShared = successes.some(({ contents: shown }) => jsonOf(shown)?.schema === content.schema);
  const isOfType = essenceOf(content.mediaType) === mediaType;
  if (isSuccess(status) || status < 400 || successes.length === 0 || isShared || !isOfType) return false;
  const { required = [] } = plainSchema(content.schema);
  const hasForm =
    required.length > 0 && isJsonObject(json) && required.every((name) => Object.hasOwn(json, name));
  return !ofFrameworks.has(status) || hasForm;
}

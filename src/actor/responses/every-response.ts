import type { Contract, Level, Operation, Requirement } from "../../description/index.js";
import {
  deprecationContradictions,
  type Failure,
  isSuccess,
  malformedDeprecation,
  type ParsedExchange,
  type ResponseCheck,
  readDeprecation,
  readSunset,
} from "../../engine/index.js";
import { type ApiState, noInternals } from "../../session/index.js";
import { headerValues } from "../../transport/index.js";
import { describedFormat, describesFormats } from "./described-formats.js";
import { describedResponse } from "./described-response.js";
import { documentedStatus } from "./documented-status.js";
import {
  asksForCredential,
  challenge,
  describesDefaultError,
  errorMediaType,
  statusSemantics,
} from "./status-semantics.js";

/** An operation is not removed before it is deprecated. Source: RFC 9745, section 4. */
function removedBefore({ response }: ParsedExchange): readonly Failure[] {
  const [since = ""] = headerValues(response, "deprecation");
  const [until = ""] = headerValues(response, "sunset");
  const [deprecation, sunset] = [readDeprecation(since).date, readSunset(until).date];
  if (deprecation === undefined || sunset === undefined || sunset >= deprecation) return [];
  return [
    {
      problem: "removed before it is deprecated",
      expected: `Sunset: ${deprecation.toUTCString()} or later, since Deprecation says so`,
      actual: `Sunset: ${until}`,
      at: { in: "header", name: "sunset" },
    },
  ];
}

/** The headers on deprecation of an interface of which some operations are deprecated. */
const deprecationHeaders: ResponseCheck<ApiState> = {
  id: "deprecation",
  title:
    "the headers Deprecation and Sunset are well-formed, and contradict neither each other nor the description",
  judge: (parsed, state) => {
    if (!isSuccess(parsed.response.status)) return "not applicable";
    return [
      ...malformedDeprecation(parsed),
      ...deprecationContradictions(parsed, state),
      ...removedBefore(parsed),
    ].slice(0, 1);
  },
};

/** Is any operation deprecated? */
function deprecatesAny({ operations }: Pick<Contract, "operations">): boolean {
  return [...operations.values()].some(({ deprecation }) => deprecation !== undefined);
}

/** The findings about no operation in particular. */
const always: readonly Requirement[] = [
  // Waivers and reports of version 0.1.0 have the second.
  requirementOnAll("every response", "must", "Every response arrives whole.", ["response", "request"]),
  requirementOnAll(
    "every response: documented status",
    "advice",
    "Every redirect and refusal has a status that is described, or one that any server may answer with.",
    [documentedStatus.id],
  ),
  requirementOnAll("every response: no internals", "advice", "No error shows a stack trace or SQL.", [
    noInternals.id,
  ]),
  requirementOnAll(
    "every response: status semantics",
    "advice",
    "No status contradicts its request or the headers beside it: 201 to GET or DELETE, 405 without Allow, 204 with a length.",
    [statusSemantics.id],
  ),
];

/** The same, where a description has something that it is about. */
const sometimes = [
  {
    check: describedFormat,
    isOf: describesFormats,
    name: "formats",
    sentence: "Dates, times, UUIDs and IP addresses are written as their format says.",
  },
  {
    check: deprecationHeaders,
    isOf: deprecatesAny,
    name: "deprecation",
    sentence: "Headers on deprecation are well-formed, and say of an operation what its description says.",
  },
  {
    check: challenge,
    isOf: asksForCredential,
    name: "challenge",
    sentence: "A response with 401 says in WWW-Authenticate how to authenticate.",
  },
  {
    check: errorMediaType,
    isOf: describesDefaultError,
    name: "media type of errors",
    sentence: "Errors that are described under default are in the media type that is described.",
  },
];

/** The requirements on every response of an interface. */
export function everyResponse(described: Pick<Contract, "operations">): readonly Requirement[] {
  return [
    ...always,
    ...sometimes
      .filter(({ isOf }) => isOf(described))
      .map(({ check, name, sentence }) =>
        requirementOnAll(`every response: ${name}`, "advice", sentence, [check.id]),
      ),
  ];
}

/**
 * The checks of every response that verify a requirement of the contract, in this order: those of a failure of the server show the most
 * of it. A login may have changed what the operations ask for since the requirements were derived.
 */
export function responseChecksOf({ requirements }: Contract): readonly ResponseCheck<ApiState>[] {
  const verifying = new Set(requirements.flatMap(({ verifiedBy }) => verifiedBy));
  return [
    ...[noInternals, describedResponse, documentedStatus, statusSemantics],
    ...sometimes.map(({ check }) => check),
  ].filter(({ id }) => verifying.has(id));
}

/** Makes a requirement on responses or requests of all operations. */
export function requirementOnAll(
  id: string,
  level: Level,
  sentence: string,
  verifiedBy: readonly string[],
): Requirement {
  return { id, level, section: "HTTP", sentence, operations: [], verifiedBy, warnsIn: [], follows: [] };
}

/** A requirement on one operation. */
export interface OperationRequirement {
  /** Goes on after the id of the operation. */
  readonly name: string;
  readonly level: Level;
  readonly sentence: string;
  /** The last parts of the ids of the checks that test it. */
  readonly checks: readonly string[];
  /** How it is proven: what is sent, and what counts. */
  readonly proof: string;
}

/** The requirements on every response to an operation, also where the run does not call it. */
export function responsesOf({ id }: Operation): readonly OperationRequirement[] {
  return [
    {
      name: "responses",
      level: "must",
      sentence: `Every response of ${id} matches its description.`,
      checks: ["valid", "response"],
      proof:
        "a valid request is sent, and every response to this operation is held against the description, whatever asked for it",
    },
    {
      name: "no server error",
      level: "must",
      sentence: `No request to ${id} is answered with 5xx.`,
      checks: ["server-error"],
      proof:
        "every response to this operation counts, also to requests that are not valid: malformed bodies, ids of another kind, and parameters that are empty, or given twice, are sent for this alone",
    },
  ];
}

import { type Operation, responseTo } from "../../description/index.js";
import { isSuccess, type Objection, type ResponseCheck } from "../../engine/index.js";
import { matches, plainPath, usualCredential } from "../../model/index.js";
import { type ApiState, isStatedRefusal } from "../../session/index.js";
import { type Case, caseKind, headerValues, type Response } from "../../transport/index.js";

/** Every status that a server answers with is described, but for those that any server may answer with. */
export const documentedStatus: ResponseCheck<ApiState> = {
  id: "documented-status",
  title: "the status of every response is described, or one that any server may answer with",
  judge: ({ exchange: { case: request }, response }, state) => {
    const operation = state.contract.operations.get(request.operation);
    if (operation === undefined) return "not applicable";
    const { status } = response;
    if (isKnownStatus(state, operation, status)) return [];
    // Successes and failures of the server are judged where they come.
    if (isSuccess(status) || status >= 500) return "not applicable";
    // A description of no response at all has left them open.
    if (operation.responses.size === 0) return "not applicable";
    if (responseTo(operation, status) !== undefined) return [];
    const isUsual = request.credential.kind === usualCredential(state.contract, operation).kind;
    if (status >= 400)
      return isForEveryServer(status, request, isUsual) ? [] : [objectionTo(operation, status)];
    const isPermitted = !isUsual || leadsElsewhere(response, state.target.baseUrl, request.path);
    return isPermitted ? [] : [objectionTo(operation, status)];
  },
};

/**
 * Is a status one that an operation may not have, of which it is said that the described statuses are all that there are? What is wrong
 * with a request as such, or stands in front of a server, has statuses of its own.
 */
export function isBeyondExhaustive(operation: Operation, request: Case, status: number): boolean {
  if (operation.facts?.statuses !== "exhaustive" || responseTo(operation, status) !== undefined) return false;
  const isOfAny = status === 403 ? caseKind(request) === "wrong key" : isOfInput(status);
  return status >= 300 && status < 500 && !isOfAny;
}

/** Is it a status for a request that a server does not understand, or for too many of them? Source: RFC 9110, section 15.5; RFC 6585. */
function isOfInput(status: number): boolean {
  const isOther = (status >= 405 && status <= 408) || (status >= 411 && status <= 431 && status !== 418);
  return [400, 401, 404].includes(status) || isOther || status === 451;
}

/** Does the user know of a status that is not described? It counts as used then. */
export function isKnownStatus(
  { contract, requests }: ApiState,
  operation: Operation,
  status: number,
): boolean {
  const isDescribed = (responseTo(operation, status)?.status ?? "default") !== "default";
  if (isDescribed) return false;
  if (isStatedRefusal(contract, operation, status)) return true;
  if (!contract.known?.statuses[operation.id]?.includes(status)) return false;
  requests.noteUse("statuses", `${operation.id}: ${status}`);
  return true;
}

function objectionTo({ id, responses }: Operation, status: number): Objection {
  return {
    problem: "status",
    expected: `a status that is described: ${[...responses.keys()].join(", ")}`,
    actual: `${status} for ${id}`,
    at: { in: "status" },
  };
}

/** Is it a status that HTTP has for any request, and that needs no description? Source: RFC 9110, section 15.5; RFC 6585; RFC 7725. */
function isForEveryServer(status: number, { accepts }: Case, isUsual: boolean): boolean {
  const isValid = isUsual && !accepts.some((each) => each.status === "4xx" || each.status >= 400);
  if (status === 400) return !isValid;
  return (status > 400 && status <= 417) || (status >= 421 && status <= 431) || status === 451;
}

/**
 * Does a redirect lead to another origin, to the same path with or without a slash, or to where one logs in? A gateway in
 * front of a server does that. Source: RFC 9110, section 15.4.
 */
function leadsElsewhere(response: Response, baseUrl: string, path: string): boolean {
  const from = new URL(baseUrl + path);
  const [location = ""] = headerValues(response, "location");
  if (!URL.canParse(location, from.href)) return false;
  const to = new URL(location, from.href);
  const isSamePath = location !== "" && plainPath(to.pathname) === plainPath(from.pathname);
  return to.origin !== from.origin || isSamePath || matches(to.pathname, "login-pages");
}

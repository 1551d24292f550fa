import type { Operation } from "../../description/index.js";
import { shownText } from "../../engine/index.js";
import { bodyPlaces, type ConstantMember, constantMembers, matches } from "../../model/index.js";
import { type AnySchema, plainSchema } from "../../schema/index.js";
import type { Exchange } from "../../transport/index.js";
import type { ApiState } from "../api-state.js";
import { isGiven } from "../request-values.js";

/** The key under which a run keeps what it learns of a member of an operation's body. */
export function memberKey({ id }: Operation, name: string): string {
  return `${id} ${name}`;
}

/** Must a member of an operation's body have another value in every request? */
export function isUnique({ requests: { unique } }: ApiState, operation: Operation, name: string): boolean {
  return unique.get(memberKey(operation, name)) === true;
}

/** Has an operation a member that has another value in every request? */
export function hasUnique(state: ApiState, operation: Operation): boolean {
  return constantMembers(operation).some(({ name }) => isUnique(state, operation, name));
}

/** From now on, these members have another value in every request, unless that was of no use. */
export function makeUnique(
  { requests: { unique, setUnique } }: ApiState,
  operation: Operation,
  members: readonly Pick<ConstantMember, "name">[],
): void {
  for (const { name } of members) {
    const key = memberKey(operation, name);
    setUnique(key, unique.get(key) ?? true);
  }
}

/** Other values are of no use: the members of an operation have the usual ones again, for good. */
export function withdrawUnique(state: ApiState, operation: Operation): void {
  for (const { name } of constantMembers(operation))
    if (isUnique(state, operation, name)) state.requests.setUnique(memberKey(operation, name), false);
}

/** Two items may have the same values: no member of an operation has another one in every request. */
export function keepUsual({ requests }: ApiState, operation: Operation): void {
  for (const { name } of constantMembers(operation)) requests.setUnique(memberKey(operation, name), false);
}

/** Of a refusal, in characters: what there is stands at its beginning. */
const mostRead = 10_000;

/**
 * Records which values were in the way of a request: those of members that a refusal names, or else all texts that every
 * request has. An integer is often in the way for what it is: only one that is said to be taken counts.
 */
export function noteConflict(state: ApiState, operation: Operation, { case: sent, outcome }: Exchange): void {
  if (outcome.kind !== "response" || ![400, 409, 422].includes(outcome.status)) return;
  const { method, responses } = operation;
  const answer = shownText(outcome).slice(0, mostRead);
  const isTaken = matches(answer, "taken");
  if (outcome.status !== 409 && !isTaken) return;
  const body = sent.body?.kind === "text" ? sent.body.text : "";
  const members = constantMembers(operation).filter(({ isText }) => isText || isTaken);
  const isSaid = ({ name, isStated }: ConstantMember): boolean =>
    isNamed(answer, name) || (outcome.status === 409 && (isStated || echoes(answer, body, name)));
  const said = members.filter(isSaid);
  const described = members.filter(
    ({ name, isText }) => isText && isNamed(responses.get("409")?.description ?? "", name),
  );
  const guessed = described.length > 0 ? described : members.filter(({ isText }) => isText);
  const isGuess = said.length === 0 && outcome.status === 409 && method === "POST";
  makeUnique(state, operation, isGuess ? guessed : said);
}

/** Does a text have a name, in one word or in several? */
export function isNamed(text: string, name: string): boolean {
  const [whole, part] = [text, name].map(
    (each) =>
      ` ${each
        .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(" ")} `,
  );
  return part !== undefined && whole?.includes(part) === true;
}

/** Values that are shorter may be there for another reason, in characters. */
const shortest = 4;

/** Does an answer have the text that a member of the body has? */
function echoes(answer: string, body: string, name: string): boolean {
  const values = [...body.matchAll(/"([^"\\]{1,100})":"([^"\\]{1,200})"/g)];
  return values.some(
    ([, member, value = ""]) => member === name && value.length >= shortest && answer.includes(value),
  );
}

const day = 86_400_000;
/** From today to the first of the days in the future: later ones may be too far away. */
const ahead = 28;
/** How many days there are for those that each request has for itself. In the future, all are within a year. */
const [mostDays, mostAhead] = [1000, 300];
/** Not every server can hold a date beyond it. */
const last = Date.parse("2038-01-01");

/** One of many days, by eight letters. */
export function dayOf(marker: string, firstDay: string | undefined): number {
  return 1 + (Number.parseInt(marker, 36) % (firstDay === undefined ? mostDays : mostAhead));
}

/** The day on which begins what an operation sends, where that is in the future; undefined where the usual days are good. */
export function firstDayOf(state: ApiState, { id }: Operation): string | undefined {
  return state.requests.inFuture.has(id) ? futureDayOf(state) : undefined;
}

/** Returns a day that is far enough in the future, as `2026-01-15`. */
export function futureDayOf({ clock: { now } }: Pick<ApiState, "clock">): string {
  return new Date(now.getTime() + ahead * day).toISOString().slice(0, 10);
}

/** Has a valid request of an operation dates that the run chooses, and may these be in the future? */
export function mayBeInFuture(state: ApiState, operation: Operation): boolean {
  const places = operation.method === "GET" ? [] : bodyPlaces(operation);
  const inBody = places.filter(({ place }) => !isGiven(state, operation, place.path.at(-1) ?? ""));
  const asked = operation.parameters.filter(
    ({ name, required }) => required && !isGiven(state, operation, name),
  );
  const isEarly = state.clock.now.getTime() + (ahead + mostAhead + 1) * day < last;
  return isEarly && [...inBody, ...asked].some(({ schema }) => isDate(schema));
}

function isDate(schema: AnySchema): boolean {
  return ["date", "date-time"].includes(plainSchema(schema).format ?? "");
}

import { type NamedMember, noKnowledge, type Operation } from "../../description/index.js";
import { Skip } from "../../engine/index.js";
import {
  isFraction,
  isJsonObject,
  isSameJson,
  type Json,
  type JsonObject,
  numberAsWritten,
  renderJson,
} from "../../json/index.js";
import {
  isChosenByServer,
  isKeptByServer,
  isState,
  matches,
  membersShownIn,
  oneOrMany,
  referredTo,
} from "../../model/index.js";
import { type AnySchema, isMap, schemaAt } from "../../schema/index.js";
import { type ApiState, type Context, describeMember, markersIn } from "../../session/index.js";
import {
  convertedMembers,
  hasSameLetters,
  holdsAnyText,
  isAltered,
  isComparable,
  isKeptAsSent,
  isNumber,
  isSame,
  keepsTexts,
  mayShow,
  type Pair,
  pairOf,
  type Representations,
} from "../../values/index.js";

/** Records every plain member that is shown with another value than the one that was sent, or not at all. */
export function expectSame(t: Context, representations: Representations): void {
  const { check, sent, operation } = representations;
  const isUnlike =
    isJsonObject(sent) && Object.keys(sent).length > 0 && pairOf(t.state.api, representations) === undefined;
  if (isUnlike) throw new Skip("untested", "the response shows no member that was sent");
  const differences = differencesOf(t.state, representations);
  // Values that could not differ prove nothing, and use no knowledge of the user.
  const state = { ...t.state, requests: { ...t.state.requests, noteUse: () => undefined } };
  const others = { ...representations, found: withOthers(representations.found) };
  const compared = differencesOf(state, others).length;
  if (compared === 0 && differences.length === 0) return;
  const isTotal = differences.length > 1 && differences.length === compared;
  const total = { isTotal, likelyCause: `nothing shows of what ${operation.id} is sent` };
  t.expectNone(
    differences.map(({ path, expected, actual }) => ({
      ...(isTotal ? total : {}),
      problem: `another ${path.join("/")}`,
      expected: `${path.join("/")} is ${renderJson(expected)}, as it was sent`,
      actual: actual === undefined ? `${path.join("/")} is missing` : renderJson(actual),
      at: { in: "body", pointer: `/${path.join("/")}` } as const,
    })),
    check,
  );
}

/** The same value with other numbers and texts in it. */
export function withOthers(value: Json): Json {
  if (typeof value === "string") return "";
  if (typeof value === "bigint") return value + 1n;
  if (isNumber(value)) {
    const number = Number(renderJson(value));
    // A server may send a number beyond all doubles.
    return numberAsWritten(`${Number.isFinite(number) ? number + 1 : 0}`);
  }
  if (Array.isArray(value)) return (value as readonly Json[]).map(withOthers);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withOthers(each)]));
}

/** A member that is shown with another value than the one that was sent. */
export interface Difference {
  /** The names of members that lead to it. */
  readonly path: readonly [string, ...string[]];
  readonly expected: Json;
  readonly actual: Json | undefined;
}

/**
 * Compares what is plain: numbers, words of an enumeration, and texts that only this request has. A member that has a default, a
 * state or a name for itself is the server's.
 */
export function differencesOf(state: ApiState, representations: Representations): readonly Difference[] {
  const pair = pairOf(state.api, representations);
  if (pair === undefined) return [];
  const { operation, read, answered } = representations;
  const resource = state.api.resourceAt(read.path);
  const taken = resource && isJsonObject(answered) ? membersShownIn(resource, answered) : {};
  const [wrapper, ...inner] = pair.path;
  return differencesIn(state, { ...pair, taken }, operation).map(({ path, ...each }) =>
    wrapper === undefined ? { path, ...each } : { path: [wrapper, ...inner, ...path], ...each },
  );
}

function differencesIn(
  state: ApiState,
  { sent, found, taken = {}, ...described }: Pair & { readonly taken?: JsonObject },
  operation: Operation,
): readonly Difference[] {
  const converted = convertedMembers(sent, found);
  const isServers = (name: string): boolean =>
    isKeptByServer(operation, name) || isComputed(state, name, operation);
  return Object.entries(sent).flatMap(([name, expected]): readonly Difference[] => {
    if (converted.includes(name)) return [];
    const schema = schemaAt(described.schema, [name]);
    const shown = schemaAt(described.shown, [name]);
    const actual = Object.hasOwn(found, name) ? found[name] : undefined;
    const member = { name, schema, shown, expected, operation };
    if (isOtherItem(state, member, actual))
      return isServers(name) ? [] : [{ path: [name], expected, actual }];
    const isTaken = taken[name] !== undefined && isSameJson(taken[name], expected);
    const isUnshown =
      (matches(name, "own-values") && !isTaken) ||
      schema.writeOnly === true ||
      schema.format === "password" ||
      [schema, shown].some(isAltered);
    // Null may stand for what is as usual. The shown value may be a part of it, or be masked.
    if (expected === null || isUnshown || !mayShow(shown, expected)) return [];
    if (isJsonObject(expected) && isJsonObject(actual)) {
      const within = taken[name];
      const inner = {
        sent: expected,
        found: actual,
        schema,
        shown,
        taken: isJsonObject(within) ? within : {},
      };
      return differencesIn(state, inner, operation).map((each) => ({ ...each, path: [name, ...each.path] }));
    }
    const isKept =
      actual === undefined || actual === null
        ? !Object.hasOwn(described.shown.properties ?? {}, name) || !isTelling(state, member)
        : isSameMember(state, { ...member, actual });
    return isKept || isServers(name) ? [] : [{ path: [name], expected, actual }];
  });
}

/** Does a reference lead to another item than the one that was sent, and are both known? An item's own id is none. */
function isOtherItem(
  { api, inventory }: ApiState,
  { name, expected, operation }: Member,
  actual: Json | undefined,
): boolean {
  const resource = referredTo(name, api.resources);
  const itself = api.resourceAt(operation.path) ?? api.resourceIn({ path: operation.path });
  if (resource === undefined || resource === itself || actual === undefined) return false;
  const [sent, shown] = [expected, actual].map((each) =>
    typeof each === "bigint" ? `${each}` : typeof each === "string" ? each : undefined,
  );
  const isKnown = (id: string | undefined): boolean =>
    inventory.items.some((each) => each.resource === resource && each.id === id);
  return sent !== shown && isKnown(sent) && isKnown(shown);
}

/** Does the user say that the server computes or ignores a member that an operation sends? It counts as used then. */
export function isComputed(
  { contract: { known = noKnowledge }, requests }: ApiState,
  name: string,
  operation: Pick<Operation, "id">,
): boolean {
  const said = (["computed", "ignored"] as const).flatMap((section) =>
    known[section].filter((each) => isMemberOf(each, name, operation)).map((member) => ({ section, member })),
  );
  for (const { section, member } of said) requests.noteUse(section, describeMember(member));
  return said.length > 0;
}

function isMemberOf(member: NamedMember, name: string, { id }: Pick<Operation, "id">): boolean {
  return member.name === name && (member.operation === undefined || member.operation === id);
}

/** A member that was sent, with what is said of it, and of the one that shows it. */
interface Member {
  readonly name: string;
  readonly schema: AnySchema;
  readonly shown: AnySchema;
  readonly expected: Json;
  readonly operation: Operation;
}

/** Is a member that is shown the one that was sent, as far as it may be compared? */
function isSameMember(state: ApiState, member: Member & { readonly actual: Json }): boolean {
  const { name, schema, expected, actual } = member;
  const isKept = isKeptAsSent(schema) || (holdsAnyText(name, schema) && keepsTexts(member.operation));
  if (isKept && !isState(name) && isPlainList(expected)) return isExactly(schema, expected, actual);
  if (Array.isArray(expected))
    return !Array.isArray(actual) || isSameList(state, member, actual as readonly Json[]);
  if (!isComparable(expected, actual)) return true;
  if (schema.enum !== undefined)
    return (
      isState(name) ||
      matches(name, "chosen-words") ||
      `${expected}`.toLowerCase() === `${actual}`.toLowerCase()
    );
  if (typeof actual === "string" && (masked.test(actual) || isState(name))) return true;
  if (isPlain(state, expected, schema))
    return isSame(expected, actual, schema.format === "email" || matches(name, "either-case"));
  const text = typeof actual === "string" ? actual : undefined;
  return text === undefined || !isShortText(member) || hasSameLetters(`${expected}`, text);
}

/** Is it a plain value, or a list of these? */
function isPlainList(value: Json): boolean {
  const all: readonly Json[] = Array.isArray(value) ? value : [value];
  return all.every((each) => typeof each === "string" || isNumber(each));
}

/** Are plain values shown with the same letters and digits, and those of a list in their order, unless it is a set? */
function isExactly(schema: AnySchema, expected: Json, actual: Json): boolean {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return true;
    const [sent, shown] = [expected, actual].map((each) => (each as readonly Json[]).map(textOf));
    const isSet = schema.uniqueItems === true && !matches(schema.description ?? "", "keeps-order");
    const [one, other] = isSet ? [sent?.toSorted(), shown?.toSorted()] : [sent, shown];
    return one?.join() === other?.join();
  }
  return masked.test(`${actual}`) || textOf(expected) === textOf(actual);
}

/** A plain value as a text: a number has the same one in each way of writing it. */
function textOf(value: Json): string {
  return isNumber(value) ? `${Number(renderJson(value))}` : renderJson(value);
}

/** Is all that was sent in a list still there, in whichever order, and whatever is there besides? */
function isSameList(state: ApiState, member: Member, actual: readonly Json[]): boolean {
  const { name, schema, shown, operation } = member;
  const expected = member.expected as readonly Json[];
  const text = renderJson(actual);
  const items = schemaAt(schema, ["*"]);
  const words = items.enum === undefined ? [] : wordsOf(expected);
  const isFree = isState(name) || matches(name, "chosen-words");
  if (!markersIn(state, renderJson(expected)).every((marker) => text.includes(marker))) return false;
  // A reference to other items is shown as these, or not at all where there are none.
  if (isFree || isReference(state, name)) return true;
  if (!words.every((word) => wordsOf(actual).includes(word))) return false;
  if (expected.every(isNumber)) return !actual.every(isNumber) || hasNumbers(actual, expected);
  if (!actual.every(isJsonObject)) return true;
  const parts = { schema: items, shown: schemaAt(shown, ["*"]) };
  const isLike = (sent: JsonObject, found: JsonObject): boolean =>
    differencesIn(state, { sent, found, ...parts }, operation).length === 0;
  return expected
    .filter(isJsonObject)
    .every((each) => isLike(each, {}) || actual.some((other) => isLike(each, other as JsonObject)));
}

/** Does a list have all of these numbers, and no other one in the place of one that was sent twice? */
function hasNumbers(actual: readonly Json[], expected: readonly Json[]): boolean {
  const isIn = (list: readonly Json[]) => (each: Json) => list.some((other) => isSame(each, other, false));
  return expected.every(isIn(actual)) && (actual.length !== expected.length || actual.every(isIn(expected)));
}

/** Is a member named for a collection of the description? */
export function isReference({ api: { resources } }: ApiState, name: string): boolean {
  return [...resources.values()].some(({ collectionPath }) =>
    oneOrMany(collectionPath.split("/").at(-1)?.toLowerCase() ?? "").includes(name.toLowerCase()),
  );
}

/** The texts of a list, in small letters. */
function wordsOf(list: Json): readonly string[] {
  const items = Array.isArray(list) ? (list as readonly Json[]) : [];
  return items.flatMap((each) => (typeof each === "string" ? [each.toLowerCase()] : []));
}

/** Is it plain, or is something in it, so that it is a loss if it is not shown? */
function isTelling(state: ApiState, member: Member): boolean {
  const { name, schema, expected } = member;
  if (isState(name) || (isMap(schema) && !matches(name, "free-maps"))) return false;
  return (
    isPlain(state, expected, schema) ||
    hasMarkers(state, expected) ||
    isShortText(member) ||
    isUnusualWord(member) ||
    (Array.isArray(expected) && expected.length > 0 && expected.every(isNumber) && !isReference(state, name))
  );
}

/** Is it a word of an enumeration that no server leaves out for being the usual one, which is the first as a rule? */
function isUnusualWord({ name, schema, expected }: Member): boolean {
  const { enum: [usual, ...others] = [], default: stated } = schema;
  const isFree = !matches(name, "chosen-words") && typeof expected === "string";
  return isFree && others.includes(expected) && expected !== stated && expected !== usual;
}

/** The sign of a masked secret. */
const masked = /[*•]{2}/;

/** Is it a text of some letters, of a form that the response promises, too? */
function isShortText({ name, schema, shown, expected }: Member): boolean {
  const { format, pattern, maxLength = Number.POSITIVE_INFINITY, enum: words, const: only } = schema;
  return (
    typeof expected === "string" &&
    expected.length >= fewest &&
    [format, words, only].every((each) => each === undefined) &&
    (pattern !== undefined || maxLength < shortest) &&
    shown.pattern === pattern &&
    shown.maxLength === schema.maxLength &&
    !isChosenByServer(name) &&
    !matches(name, "formed-texts") &&
    !/^\d+[-:./]\d/.test(expected)
  );
}

/** A text of fewer characters may be one of a list that the description does not have. */
const fewest = 3;
/** A text that is shorter has no word of its own, in characters. */
const shortest = 8;

function hasMarkers(state: ApiState, value: Json): boolean {
  return markersIn(state, renderJson(value)).length > 0;
}

/** Formats of numbers that are written as texts. */
const numeric: readonly string[] = ["decimal", "int64", "uint64"];

function isPlain(state: ApiState, value: Json, { format = "" }: AnySchema): boolean {
  if (typeof value === "bigint" || isFraction(value)) return true;
  return (
    typeof value === "string" &&
    (["date-time", "date", ...numeric].includes(format) || markersIn(state, value).length > 0)
  );
}

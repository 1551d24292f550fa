import { jsonOf as jsonContentOf, type Operation, responseTo } from "../../description/index.js";
import { isFraction, isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  type Api,
  isChosenByServer,
  isDecidedByServer,
  matches,
  pathToMembers,
  unwrapped,
  valueAt,
} from "../../model/index.js";
import { type AnySchema, patternIn, plainSchema, schemaAt } from "../../schema/index.js";
import { isNumber, isSame } from "./same-value.js";

/** Two representations of one item. */
export interface Representations {
  /** The operation that sent the one, and the one that shows the other. */
  readonly operation: Operation;
  readonly read: Operation;
  readonly sent: Json | undefined;
  /** The schema of what was sent; that of the body if absent. */
  readonly schema?: object;
  readonly found: Json;
  /** The status of the response that shows it; 200 if absent. */
  readonly status?: number;
  /** The JSON of the response to the change. A value that it shows as it was sent was taken, whatever the name of its member. */
  readonly answered?: Json | undefined;
  /** The check that a difference breaks; that of the property if absent. */
  readonly check?: string | undefined;
}

/** An object that was sent, and the one that was found, with what is said of both. */
export interface Pair {
  readonly sent: JsonObject;
  readonly found: JsonObject;
  /** The plain schemas of the two. */
  readonly schema: AnySchema;
  readonly shown: AnySchema;
}

/**
 * The object that was sent, and the one that shows it: the whole body and the whole response, or one that they wrap; undefined
 * if none does.
 */
export function pairOf(
  api: Api,
  { operation, read, sent, schema = operation.body?.schema ?? {}, found, status = 200 }: Representations,
): (Pair & { readonly path: readonly string[] }) | undefined {
  if (!isJsonObject(sent) || !isJsonObject(found)) return undefined;
  const resource = api.resourceAt(read.path) ?? api.resourceIn(read);
  const inner = resource && unwrapped(resource, found);
  const wrapper = Object.keys(found).find((name) => inner !== undefined && found[name] === inner);
  const path = pathToMembers(resource, sent);
  const members = valueAt(sent, path);
  const isWrapped = path.length > 0 && isJsonObject(members);
  const shownThere = valueAt(found, path);
  const left = [{ path: [], sent }, ...(isWrapped ? [{ path, sent: members }] : [])];
  const right = [
    { way: [], found },
    ...(inner === undefined || wrapper === undefined ? [] : [{ way: [wrapper], found: inner }]),
  ];
  // Where both are wrapped alike, and nothing stands beside, the wrapper is not a member that they share.
  const isAlike = isWrapped && isJsonObject(shownThere) && Object.keys(sent).length === 1;
  const alike = isAlike ? [{ path, sent: members, way: path, found: shownThere }] : [];
  const shared = [...alike, ...left.flatMap((each) => right.map((other) => ({ ...each, ...other })))].find(
    (each) => Object.keys(each.sent).some((name) => Object.hasOwn(each.found, name)),
  );
  if (shared === undefined) return undefined;
  const { way, ...pair } = shared;
  const shown = schemaAt(shownSchema(read, status), way);
  return { ...pair, schema: schemaAt(schema, pair.path), shown };
}

/** The plain schema of the JSON that an operation answers with; an empty one where none is described. */
export function shownSchema(operation: Operation, status = 200): AnySchema {
  return plainSchema(jsonContentOf(responseTo(operation, status)?.contents ?? [])?.schema ?? {});
}

/** May what a schema describes be this very value, as far as one keyword tells? Of a list, its first item counts. */
export function mayShow(schema: AnySchema, value: Json): boolean {
  if (!isOfType(schema, value)) return false;
  const { pattern, maxLength, minLength, enum: words, maximum, minimum, items = {} } = schema;
  if (Array.isArray(value)) return value.length === 0 || mayShow(plainSchema(items), value[0] as Json);
  if (typeof value === "string")
    return (
      [...value].length <= (maxLength ?? Number.POSITIVE_INFINITY) &&
      [...value].length >= (minLength ?? 0) &&
      (words === undefined || words.includes(value)) &&
      // A text that is no regular expression excludes nothing.
      (pattern === undefined || patternIn(pattern)?.test(value) !== false)
    );
  if (typeof value !== "bigint" && !isFraction(value)) return true;
  const number = Number(renderJson(value));
  return number <= (maximum ?? Number.POSITIVE_INFINITY) && number >= (minimum ?? Number.NEGATIVE_INFINITY);
}

/** A response may show a day where an instant was sent, an object where its id was, or a whole number. */
function isOfType({ type, format = "" }: AnySchema, value: Json): boolean {
  const types = [type ?? []].flat();
  const own = typeof value === "bigint" ? ["integer", "number"] : [nameOfType(value)];
  const isOther = types.length > 0 && !own.some((each) => types.includes(each));
  const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) && /^date/.test(format);
  return !isOther && !(isTime && value.length > dayLength !== (format === "date-time"));
}

/** Of a day as text (RFC 3339, section 5.6), in characters. */
const dayLength = 10;

function nameOfType(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return isFraction(value) ? "number" : typeof value;
}

/** May the server give a member of this name a value of its own? */
export function isServerOwned(name: string): boolean {
  return isChosenByServer(name) || matches(name, "measured-values");
}

/** May one member follow another one: a flag or a word a flag or a word, or a text the text that it is made of? */
export function mayFollow(
  other: string,
  name: string,
  { before, value }: { readonly before: JsonObject; readonly value: Json },
): boolean {
  const was = before[other];
  if (was === undefined || was === null || isDecidedByServer(other)) return true;
  if (typeof value === "boolean") return typeof was !== "number" && typeof was !== "bigint";
  const part = before[name];
  return typeof was === "string" && typeof part === "string" && part !== "" && was.includes(part);
}

/**
 * Does a singleton still show a value? It may write it in another way: trimmed, in other letters, as the same instant or number,
 * a list in another order, and nothing as null, as an empty text or not at all.
 */
export function isStillShown(before: Json | undefined, found: Json | undefined): boolean {
  if (before === found) return true;
  if (isNothing(before) || isNothing(found)) return isNothing(before) === isNothing(found);
  if (Array.isArray(before))
    return Array.isArray(found) && isSameList(before as readonly Json[], found as readonly Json[]);
  if (isJsonObject(before))
    return (
      isJsonObject(found) &&
      Object.entries(before).every(([name, value]) => isServerOwned(name) || isStillShown(value, found[name]))
    );
  if (typeof before === "boolean" || typeof found === "boolean") return before === found;
  if (typeof found !== "string" && !isNumber(found)) return false;
  return isSame(plainForm(before), plainForm(found), true);
}

function isNothing(value: Json | undefined): value is null | undefined | "" {
  return value === undefined || value === null || value === "";
}

function isSameList(before: readonly Json[], found: readonly Json[]): boolean {
  const has = (all: readonly Json[], one: Json): boolean => all.some((each) => isStillShown(one, each));
  return before.length === found.length && before.every((each) => has(found, each));
}

function plainForm(value: Json): Json {
  return typeof value === "string"
    ? value
        .normalize("NFC")
        .trim()
        .replace(/(?<!\/)\/+$/, "")
    : value;
}

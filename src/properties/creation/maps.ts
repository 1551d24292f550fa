import { type Creating, createAndRead } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isJsonObject, type JsonObject, renderJson } from "../../json/index.js";
import { isClients, matches, membersOf, valueAt, withValueAt } from "../../model/index.js";
import {
  type AnySchema,
  fullShape,
  leavesChoice,
  plainSchema,
  typeOf,
  valueIfAny,
} from "../../schema/index.js";
import { type Context, markersIn } from "../../session/index.js";
import { isComparable, isSame, pairOf } from "../../values/index.js";

/** A member that has entries by names of the client's own. Source: JSON Schema, `additionalProperties`. */
interface MapMember {
  readonly name: string;
  readonly values: AnySchema;
  /** The names of entries that the description itself has; none where they are the client's. */
  readonly keys: readonly string[];
  /** Does it say that these are the names that there are? */
  readonly isListed: boolean;
}

/** Entries that are sent in a map, at most. */
const mostEntries = 8;

/** The maps of a body: objects of which nothing but the schema of all values is described. */
function mapsOf({ body }: Operation): readonly MapMember[] {
  if (body === undefined || leavesChoice(body.schema)) return [];
  return membersOf(body.schema).flatMap((member) => {
    const { name, described, schema: plain } = member;
    const { additionalProperties: values, properties, patternProperties } = plain;
    const { propertyNames, required = [], minProperties = 0, maxProperties = mostEntries } = plain;
    const { keys, isListed } = keysOf(plain);
    const size = Math.max(keys.length, 1);
    const isFit =
      patternProperties === undefined &&
      (propertyNames === undefined || keys.length > 0) &&
      required.every((each) => keys.includes(each)) &&
      minProperties <= size &&
      size <= maxProperties;
    const isMap = typeof values === "object" && properties === undefined && isFit && !leavesChoice(described);
    return isMap && isClients(member) && typeOf(plain) === "object"
      ? [{ name, values: plainSchema(values), keys, isListed }]
      : [];
  });
}

/** A language, as maps of translations name it. */
const language = /^[a-z]{2,3}([-_][A-Za-z]{2,4})?$/;

/** The languages that are the names of a map's entries, by its description or by an example of that. */
function keysOf({ propertyNames, examples = [] }: AnySchema): Pick<MapMember, "keys" | "isListed"> {
  const words = propertyNames?.enum ?? [];
  const [example] = examples;
  const isListed = words.length > 0;
  const own = isListed ? words : Object.keys((example ?? {}) as object);
  const keys = own.filter((each) => typeof each === "string");
  const areLanguages = keys.every((each) => language.test(each));
  return areLanguages ? { keys: keys.slice(0, mostEntries), isListed } : { keys: [], isListed: false };
}

/**
 * An entry of a map is shown as it was sent. Where the server may have a list of the entries that it knows, it may leave out
 * others.
 */
export async function expectMapsKept(t: Context, { operation, read, shape }: Creating): Promise<void> {
  const own = t.state.words.marker();
  const options = { marker: t.state.words.marker, reference: () => undefined, shape: fullShape };
  const maps = mapsOf(operation).flatMap(({ name, values, keys, isListed }) => {
    const entries = (keys.length > 0 ? keys : [own]).map(
      (key) => [key, valueIfAny(values, options)] as const,
    );
    const isPlain = entries.every(
      ([, value]) =>
        typeof value === "bigint" || (typeof value === "string" && markersIn(t.state, value).length > 0),
    );
    const isKept = isListed || matches(name, "free-maps");
    return isPlain ? [{ name, isKept, entries: Object.fromEntries(entries) as JsonObject }] : [];
  });
  if (maps.length === 0) return;
  const isSeveral = maps.some(({ entries }) => Object.keys(entries).length > 1);
  const made = await createAndRead(
    t,
    { operation, read, shape },
    {
      label: `valid, with ${isSeveral ? "entries" : "an entry"} in ${maps.map(({ name }) => name).join(", ")}`,
      change: (body) => maps.reduce((each, { name, entries }) => withValueAt(each, [name], entries), body),
    },
  );
  const pair = made && pairOf(t.state.api, { operation, read, ...made });
  if (pair === undefined || pair.path.length > 0) return;
  const { properties: shown = {} } = pair.shown;
  for (const { name, isKept, entries } of maps) {
    const map = pair.found[name];
    // A text that is read in one language may be shown in that one alone.
    const known = Object.keys(entries).filter((key) => valueAt(map, [key]) !== undefined);
    const isInOne = Object.keys(entries).length > 1 && known.length === 1 && choosesLanguage(read);
    for (const [key, value] of Object.entries(entries)) {
      const found = valueAt(map, [key]);
      const isLost =
        found === undefined && isKept && !isInOne && (isJsonObject(map) || Object.hasOwn(shown, name));
      const isOther = found !== undefined && isComparable(value, found) && !isSame(value, found, false);
      t.expect(!isLost && !isOther, {
        problem: `another entry of ${name}`,
        expected: `${name} has the entry ${key} with ${renderJson(value)}, as it was sent`,
        actual: found === undefined ? "it is missing" : renderJson(found),
        at: { in: "body", pointer: `/${name}/${key}` },
      });
    }
  }
}

/** Does a read let the client say which language it wants? */
function choosesLanguage({ parameters }: Operation): boolean {
  return parameters.some(({ name }) => matches(name, "languages"));
}

import type { Operation } from "../../../description/index.js";
import {
  type AnySchema,
  fullShape,
  leavesChoice,
  plainSchema,
  typeOf,
  valueIfAny,
} from "../../../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../../../json/index.js";
import type { Context } from "../requests/twin.js";
import { valueAt, withValueAt } from "../resources/places.js";
import { marksIn } from "../state/state.js";
import { isChosenByServer, isFreeMap } from "./comparison.js";
import { type Creating, createAndRead } from "./create-and-read.js";
import { pairOf } from "./representations.js";
import { isComparable, isSame } from "./same-value.js";

/** A member that has entries by names of the client's own. Source: JSON Schema, `additionalProperties`. */
interface MapMember {
  readonly name: string;
  readonly values: AnySchema;
}

/** The maps of a body: objects of which nothing but the schema of all values is described. */
function mapsOf({ body }: Operation): readonly MapMember[] {
  if (body === undefined || leavesChoice(body.schema)) return [];
  return Object.entries(plainSchema(body.schema).properties ?? {}).flatMap(([name, schema]) => {
    const plain = plainSchema(schema);
    const { additionalProperties: values, properties, readOnly, writeOnly, ...others } = plain;
    const isBound = Object.keys(others).some((keyword) =>
      /^(propertyNames|patternProperties|maxProperties)$/.test(keyword),
    );
    const isMap = typeof values === "object" && properties === undefined && !isBound && !leavesChoice(schema);
    const isClients = readOnly !== true && writeOnly !== true && !isChosenByServer(name);
    return isMap && isClients && typeOf(plain) === "object" ? [{ name, values: plainSchema(values) }] : [];
  });
}

/**
 * An entry of a map is shown as it was sent. Where the server may have a list of the entries that it knows, it may leave out
 * others.
 */
export async function expectMapsKept(t: Context, { operation, read, shape }: Creating): Promise<void> {
  const key = t.state.token();
  const entries = mapsOf(operation).flatMap(({ name, values }) => {
    const value = valueIfAny(values, { token: t.state.token, reference: () => undefined, shape: fullShape });
    const isPlain =
      typeof value === "bigint" || (typeof value === "string" && marksIn(t.state, value).length > 0);
    return isPlain ? [{ name, value }] : [];
  });
  if (entries.length === 0) return;
  const what = {
    label: `valid, with an entry in ${entries.map(({ name }) => name).join(", ")}`,
    shape,
    change: (body: Json) =>
      entries.reduce<Json>((each, { name, value }) => withValueAt(each, [name], { [key]: value }), body),
  };
  const made = await createAndRead(t, { operation, read }, what);
  const pair = made && pairOf(t.state, { operation, read, ...made });
  if (pair === undefined || pair.path.length > 0) return;
  const { properties: shown = {} } = plainSchema(pair.shown);
  for (const { name, value } of entries) {
    const map = pair.found[name];
    const found = valueAt(map, [key]);
    const isLost =
      found === undefined && isFreeMap(name) && (isJsonObject(map) || Object.hasOwn(shown, name));
    const isOther = found !== undefined && isComparable(value, found) && !isSame(value, found, false);
    t.expect(!isLost && !isOther, {
      problem: `another entry of ${name}`,
      expected: `${name} has the entry ${key} with ${renderJson(value)}, as it was sent`,
      actual: found === undefined ? "it is missing" : renderJson(found),
      at: { in: "body", pointer: `/${name}/${key}` },
    });
  }
}

import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../../generate/index.js";
import { type Json, numberAsWritten } from "../../../json/index.js";
import { isChosenByServer } from "../comparison/comparison.js";
import { mayShow } from "../comparison/may-show.js";
import type { Pair } from "../comparison/representations.js";

/** A member, what it is changed to, and what it was before. */
export interface Empty {
  readonly name: string;
  readonly value: Json;
  readonly was: Json;
}

/**
 * Values that are nothing to many programs, for the members of an object that is sent: null where it is described, or else 0,
 * an empty text or an empty list.
 */
export function emptiesOf(
  { sent, schema, shown }: Pick<Pair, "sent" | "schema" | "shown">,
  { isMerged }: { readonly isMerged: boolean },
): readonly Pick<Empty, "name" | "value">[] {
  const described = plainSchema(schema);
  const response = plainSchema(shown);
  const isNullMeant = isMerged || tellsNulls(described, response);
  return Object.keys(sent).flatMap((name) => {
    const member = plainSchema(described.properties?.[name] ?? {});
    const showing = response.properties?.[name];
    const isClients = member.readOnly !== true && member.writeOnly !== true && !isChosenByServer(name);
    if (showing === undefined || !isClients) return [];
    const isLost = isMerged && response.required?.includes(name) !== true;
    if (isNullMeant && mayBeNull(member) && (isLost || mayBeNull(plainSchema(showing))))
      return [{ name, value: null }];
    const value = leavesChoice(described.properties?.[name] ?? {}) ? undefined : emptyOf(member);
    return value === undefined || !mayShow(plainSchema(showing), value) ? [] : [{ name, value }];
  });
}

/** May a member be null, by its type? */
export function mayBeNull({ type }: AnySchema): boolean {
  return [type].flat().includes("null");
}

/**
 * Is null a value of its own in a body? Some descriptions have it for every member, whatever the item may have there, and it
 * means no more than that the member may be left out.
 */
function tellsNulls({ properties = {} }: AnySchema, shown: AnySchema): boolean {
  const members = Object.entries(properties).map(([name, each]) => ({ name, schema: plainSchema(each) }));
  const nulls = members.filter(({ schema }) => mayBeNull(schema));
  const isContrasted = nulls.length < members.length;
  const isShownSo = nulls.every(({ name }) => {
    const showing = shown.properties?.[name];
    return showing === undefined || mayBeNull(plainSchema(showing));
  });
  return isContrasted && isShownSo;
}

/** What is empty of the type that a schema describes, where it allows that. */
function emptyOf(schema: AnySchema): Json | undefined {
  const { enum: words, const: only, format, pattern, minLength = 0, minItems = 0 } = schema;
  if (words !== undefined || only !== undefined) return undefined;
  const type = typeOf(schema);
  if (type === "string")
    return format === undefined && pattern === undefined && minLength === 0 ? "" : undefined;
  if (type === "array") return minItems === 0 ? [] : undefined;
  const { minimum = 0, maximum = 0, exclusiveMinimum = -1, exclusiveMaximum = 1 } = schema;
  const isZero = minimum <= 0 && maximum >= 0 && exclusiveMinimum < 0 && exclusiveMaximum > 0;
  if (!isZero) return undefined;
  return type === "integer" ? 0n : type === "number" ? numberAsWritten("0") : undefined;
}

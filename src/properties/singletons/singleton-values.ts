import type { Stage } from "../../actor/index.js";
import type { Json } from "../../json/index.js";
import {
  changeableMembers,
  matches,
  sentSingleton,
  shownSingleton,
  soundsHarmful,
} from "../../model/index.js";
import { type AnySchema, plainSchema } from "../../schema/index.js";
import { isAltered, isNumber, valuesUnlike } from "../../values/index.js";
import type { Singleton } from "./singleton-requests.js";

/** Another value of one member. */
export interface OtherValue {
  readonly name: string;
  readonly value: Json;
  /** Is it one of a few words, which may decide about other members? */
  readonly isWord: boolean;
}

/** Other values, one for each member that may be changed: those that do least come first. */
export function otherValuesOf(
  { t, roles: { op }, reading }: Stage,
  { whole, steady }: Singleton,
): readonly OtherValue[] {
  const schemas = changeableMembers(op, reading());
  const { properties: shown = {} } = shownSingleton(reading()).schema;
  const isFixed = (name: string): boolean =>
    !steady.includes(name) ||
    soundsHarmful(name) ||
    [schemas[name], shown[name]].some((each) => isAltered(plainSchema(each ?? {})));
  const texts = Object.entries(whole)
    .filter(([name, was]) => typeof was === "string" && !isFixed(name) && matches(name, "plain-texts"))
    .filter(([name]) => isFree(schemas[name] ?? {}))
    .map(([name]) => ({ name, value: t.state.words.marker() }));
  const { schema } = sentSingleton(op);
  const others = valuesUnlike({ sent: whole, found: whole, schema }, isFixed);
  const values = Object.entries(others).map(([name, value]) => ({ name, value }));
  const all = [
    ...texts,
    ...values.filter(({ value }) => isNumber(value)),
    ...values.filter(({ value }) => typeof value === "boolean"),
    ...values.filter(({ value }) => typeof value === "string"),
  ];
  return all.map((each) => ({ ...each, isWord: schemas[each.name]?.enum !== undefined }));
}

/** May a text of eight letters stand there? */
function isFree(schema: AnySchema): boolean {
  const { enum: words, const: only, format, pattern, minLength = 0, maxLength = 8 } = schema;
  const isStated = [words, only, format, pattern].some((each) => each !== undefined);
  return !isStated && minLength <= 8 && maxLength >= 8;
}

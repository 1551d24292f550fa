import type { JsonObject } from "../json/index.js";
import type { AnySchema } from "./any-schema.js";
import { patternIn } from "./pattern.js";
import { textFor } from "./valid-texts.js";
import { NoValue, type ValueOptions } from "./value-options.js";

/** The first name of an entry: short and plain enough for most maps, those by languages included. */
const usualName = "en";

/**
 * A name for one more entry of a map.
 * @throws NoValue where none can be made
 */
export function nameFor(
  { propertyNames = {}, patternProperties, properties }: AnySchema,
  members: JsonObject,
  options: ValueOptions,
): string {
  const { enum: words = [], pattern } = propertyNames;
  const [ofEntry] = properties === undefined ? Object.keys(patternProperties ?? {}) : [];
  const isNew = (name: unknown): name is string => typeof name === "string" && !Object.hasOwn(members, name);
  const word = words.find(isNew);
  if (word !== undefined) return word;
  if (words.length > 0) throw new NoValue("an object of so many members is not made");
  if (ofEntry !== undefined) return nameMatching(ofEntry, propertyNames, members, options);
  const isUsual = pattern === undefined || patternIn(pattern)?.test(usualName) === true;
  if (isUsual && isNew(usualName) && (propertyNames.minLength ?? 0) <= usualName.length) return usualName;
  return textFor(propertyNames, options);
}

/** A name in which a pattern is found: one that begins with the letters that it does. */
function nameMatching(
  pattern: string,
  { pattern: ofAll, ...others }: AnySchema,
  members: JsonObject,
  options: ValueOptions,
): string {
  const [, prefix = ""] = /^\^?([\w-]*)/.exec(pattern) ?? [];
  const plain = `${prefix}${usualName}`;
  const isFound = (name: string): boolean =>
    [pattern, ofAll ?? ""].every((each) => patternIn(each)?.test(name) === true);
  const name = isFound(plain) ? plain : textFor({ ...others, pattern }, options);
  if (Object.hasOwn(members, name) || !isFound(name))
    throw new NoValue(`no name is known for the pattern ${pattern}`);
  return name;
}

import type { Operation, Parameter } from "../../../description/index.js";
import { plainSchema, typeOf } from "../../../generate/index.js";
import { isJsonObject, type Json } from "../../../json/index.js";
import { matches, pagingName, patternOf } from "../../../model/index.js";

/** The parameter by which a list shows the page after another one, and what its value is. */
export interface CursorParameter {
  readonly parameter: Parameter;
  readonly kind: "word" | "last id";
}

/** How a list is asked for the page after another one; undefined where it has no such parameter. */
export function cursorParameterOf({ parameters }: Operation): CursorParameter | undefined {
  for (const parameter of parameters) {
    const { name, in: where, required, schema } = parameter;
    const plain = plainSchema(schema);
    // By the same name, items may be asked for that are later than a day.
    const isText = [undefined, "string"].includes(typeOf(plain)) && !plain.format?.startsWith("date");
    if (where !== "query" || required || !isText || plain.enum !== undefined) continue;
    if (matches(pagingName(name), "last-ids")) return { parameter, kind: "last id" };
    if (matches(pagingName(name), "cursors")) return { parameter, kind: "word" };
  }
  return undefined;
}

/** The word on a page that leads to the next one; undefined where there is none, or it is a link. */
export function nextWordIn(json: Json | undefined): string | undefined {
  return wordsIn(json).find(([name]) => matches(name, "leading-on"))?.[1];
}

/** Does a page name a word as the value of this very parameter: `nextPageToken` that of `pageToken`? */
export function isWordFor(json: Json | undefined, { name }: Parameter, word: string): boolean {
  const plain = (each: string): string =>
    each
      .toLowerCase()
      .replaceAll(/[^a-z]/g, "")
      .replace(patternOf("leading-prefixes"), "");
  return wordsIn(json).some(
    ([path, value]) => value === word && plain(path.split(" ").at(-1) ?? "") === plain(pagingName(name)),
  );
}

function wordsIn(json: Json | undefined, outer = ""): readonly (readonly [name: string, word: string])[] {
  if (!isJsonObject(json)) return [];
  return Object.entries(json).flatMap(([name, value]) => {
    if (isJsonObject(value)) return outer === "" ? wordsIn(value, name) : [];
    if (!matches(name, "next-words")) return [];
    const word = typeof value === "bigint" || typeof value === "string" ? `${value}` : "";
    return word === "" || /^(https?:\/\/|\/|\?)/i.test(word) ? [] : [[`${outer} ${name}`, word] as const];
  });
}

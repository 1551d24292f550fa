import { jsonOf, type Operation, type Parameter, responseTo } from "../../../description/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../../generate/index.js";
import { soundsHarmful } from "../resources/harmless.js";
import { endsInParameter } from "../resources/paths.js";

/** A parameter of a list that has the name and the schema of a member of its items. */
export interface Filter {
  readonly parameter: Parameter;
  /** Where an item has that member. */
  readonly at: readonly string[];
  /**
   * A word of an enumeration, true and false, the id of another item, a text that is like no other, some of several texts, or the
   * least or the most that a number is.
   */
  readonly kind: "word" | "boolean" | "id" | "text" | "texts" | "least" | "most";
  /** Of an enumeration: what may be asked for. */
  readonly words: readonly string[];
}

/** Filters of one list that are tried. */
const mostFilters = 4;

/** Names by which a list is shown in another way, rather than another part of it; and those of a scale, on which more is meant. */
const noFilter =
  /^(page|size|limit|offset|skip|cursor|sort|order|q|query|search|fields?|expand|embed|include|exclude|with|view|mode|format|lang|language|locale|currency|units?|version|level|severity|scope|visibility|access|depth)([_-]?(by|size|no|number|index))?$/i;

/** Names of ids that stand for a whole tree of items, or for all that one person sees. */
const wideIds =
  /^(parent|root|ancestor|category|folder|group|org|organi[sz]ation|tenant|team|location|region|user|owner|member|account|viewer|person)/i;

/** Words that stand for more than themselves. */
const wideWords = /^(all|any|both|none|other|mixed|default|\*)?$/i;

/** Names of an address, which is compared as a text. */
const mailNames = /^e[_-]?mail(_?address)?$/i;

/** Names of objects that hold the members of the item itself. */
const envelopes = /^(attributes|properties|data|fields|spec|details|metadata)$/i;

/** Amounts of money may be asked for in another unit than they are shown in. */
const ofMoney = /price|amount|cost|total|fee|balance|salary|budget/i;

/** The parameters by which a list shows the items that have their value. */
export function filtersOf(operation: Operation): readonly Filter[] {
  const { method, path, parameters } = operation;
  if (method !== "GET" || endsInParameter(path)) return [];
  const members = itemMembersOf(operation);
  return parameters
    .flatMap((parameter): readonly Filter[] => {
      const { name: written, in: where, required, schema } = parameter;
      const name = /^filter\[([\w.]+)\]$/i.exec(written)?.[1] ?? written;
      if (where !== "query" || required || noFilter.test(name)) return [];
      // Where items have an address, it is no one to whom a list is sent.
      if (soundsHarmful(name) && !mailNames.test(name)) return [];
      const found = memberFor(name, plainSchema(schema), members);
      if (found === undefined || leavesChoice(schema) || leavesChoice(found.schema)) return [];
      const words = wordsOf(plainSchema(schema)).filter((word) => !wideWords.test(word));
      return [{ parameter, at: found.at, kind: found.kind, words }];
    })
    .slice(0, mostFilters);
}

/** A member of an item, and how a parameter asks for it. */
interface Found extends Pick<Filter, "at" | "kind"> {
  readonly schema: AnySchema;
}

type Members = Readonly<Record<string, AnySchema>>;

/** The member that a parameter is about: of the item itself, or of the only object in it that has one of that name. */
function memberFor(name: string, asked: AnySchema, members: Members): Found | undefined {
  const own = memberIn(name, asked, members);
  if (own !== undefined) return own;
  const [inner, ...others] = Object.entries(members).flatMap(([outer, schema]) => {
    const { properties = {} } = plainSchema(schema);
    const found = leavesChoice(schema) ? undefined : memberIn(name, asked, properties);
    // What has a name of its own may be somebody else's: the author of the last comment, say.
    const isMeant = found?.kind === "word" || envelopes.test(outer);
    return found === undefined || !isMeant ? [] : [{ ...found, at: [outer, ...found.at] }];
  });
  return others.length > 0 ? undefined : inner;
}

function memberIn(name: string, asked: AnySchema, members: Members): Found | undefined {
  const of = (each: string): AnySchema | undefined =>
    Object.hasOwn(members, each) ? plainSchema(members[each] ?? {}) : undefined;
  const same = of(name);
  const kind = same && kindOf(name, asked, same);
  if (kind !== undefined) return { at: [name], kind, schema: members[name] ?? {} };
  const plural = [name, `${name}s`, `${name}es`, name.replace(/y$/, "ies")].find((each) => isTexts(of(each)));
  const mayBeOne = typeOf(asked) === "string" && asked.enum === undefined && !wideIds.test(name);
  if (plural !== undefined && mayBeOne) return { at: [plural], kind: "texts", schema: members[plural] ?? {} };
  const [, bound = "", rest = ""] = /^(min|max)_?([A-Za-z]\w*)$/.exec(name) ?? [];
  const number = rest.replace(/^[A-Z]/, (letter) => letter.toLowerCase());
  if (bound === "" || ofMoney.test(rest) || !isSameRange(asked, of(number))) return undefined;
  return { at: [number], kind: bound === "min" ? "least" : "most", schema: members[number] ?? {} };
}

function isTexts(schema: AnySchema | undefined): boolean {
  const items = plainSchema(schema?.items ?? {});
  return typeOf(schema ?? {}) === "array" && typeOf(items) === "string" && items.enum === undefined;
}

/** Are both integers of the same stated bounds, and so surely of the same unit? */
function isSameRange(asked: AnySchema, shown: AnySchema | undefined): boolean {
  return (
    [asked, shown].every((each) => typeOf(each ?? {}) === "integer") &&
    asked.minimum !== undefined &&
    asked.maximum !== undefined &&
    asked.minimum === shown?.minimum &&
    asked.maximum === shown.maximum
  );
}

function kindOf(name: string, asked: AnySchema, shown: AnySchema): Filter["kind"] | undefined {
  const type = typeOf(asked);
  const isMail = mailNames.test(name) && type === "string" && typeOf(shown) === "string";
  if (isMail && asked.enum === undefined) return "text";
  if (!isSameSchema(asked, shown)) return undefined;
  if (type === "boolean") return "boolean";
  if (type === "string" && asked.enum !== undefined) return "word";
  const isId = /[a-z\d](_id|Id|ID)$/.test(name) && !wideIds.test(name);
  return isId && (type === "string" || type === "integer") ? "id" : undefined;
}

/** Do they allow the same? Of an enumeration, its order means nothing. */
function isSameSchema(left: AnySchema, right: AnySchema): boolean {
  const key = (schema: AnySchema): string =>
    JSON.stringify([typeOf(schema), schema.format ?? "", wordsOf(schema).toSorted()]);
  return key(left) === key(right);
}

function wordsOf({ enum: words = [] }: AnySchema): readonly string[] {
  return words.filter((each) => typeof each === "string");
}

/** What is said of the members of a list's items; nothing where it is not clear which list is meant. */
function itemMembersOf(operation: Operation): Readonly<Record<string, AnySchema>> {
  const whole = plainSchema(jsonOf(responseTo(operation, 200)?.contents ?? [])?.schema ?? {});
  const lists = [whole, ...Object.values(whole.properties ?? {}).map(plainSchema)].flatMap(({ items }) =>
    items === undefined ? [] : [plainSchema(items)],
  );
  const [list, ...others] = lists.filter(({ properties }) => properties !== undefined);
  return others.length > 0 ? {} : (list?.properties ?? {});
}

import { jsonOf, type Operation, type Parameter, responseTo } from "../../../description/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../../generate/index.js";
import { soundsHarmful } from "../resources/harmless.js";
import { endsInParameter } from "../resources/paths.js";

/** A parameter of a list that has the name and the schema of a plain member of its items. */
export interface Filter {
  readonly parameter: Parameter;
  /** A word of an enumeration, true and false, or the id of another item. */
  readonly kind: "word" | "boolean" | "id";
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

/** The parameters by which a list shows the items that have their value. */
export function filtersOf(operation: Operation): readonly Filter[] {
  const { method, path, parameters } = operation;
  if (method !== "GET" || endsInParameter(path)) return [];
  const members = itemMembersOf(operation);
  return parameters
    .flatMap((parameter): readonly Filter[] => {
      const { name, in: where, required, schema } = parameter;
      const member = Object.hasOwn(members, name) ? members[name] : undefined;
      if (where !== "query" || required || member === undefined) return [];
      if (noFilter.test(name) || soundsHarmful(name) || leavesChoice(schema) || leavesChoice(member))
        return [];
      const [asked, shown] = [plainSchema(schema), plainSchema(member)];
      const kind = kindOf(name, asked);
      if (kind === undefined || !isSameSchema(asked, shown)) return [];
      return [{ parameter, kind, words: wordsOf(asked).filter((word) => !wideWords.test(word)) }];
    })
    .slice(0, mostFilters);
}

function kindOf(name: string, schema: AnySchema): Filter["kind"] | undefined {
  const type = typeOf(schema);
  if (type === "boolean") return "boolean";
  if (type === "string" && schema.enum !== undefined) return "word";
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

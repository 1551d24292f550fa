import type { Operation, Parameter, Schema } from "../description/index.js";
import type { Json } from "../json/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf, wordsIn } from "../schema/index.js";
import { type StatedFacts, statedFacts } from "./filter-facts.js";
import { matches, patternOf, sentencesOf } from "./lexicon.js";
import { itemMembersOf } from "./list-envelopes.js";
import { boundIn, isChosenByServer, oneOrMany, quotedNames, unitsOf } from "./names.js";
import { endsInParameter } from "./paths.js";
import { soundsHarmful } from "./policy.js";
import { isAskable, isOfList } from "./searches.js";

/** A parameter of a list, or a member of one, that is about a member of its items. */
export interface Filter {
  readonly parameter: Parameter;
  /** As it stands in a query. */
  readonly name: string;
  /** Where an item has that member. */
  readonly at: readonly string[];
  /**
   * A word of an enumeration, true and false, the id of another item, a text, one of several texts, a part of a text, a number, or
   * the least or the most that a number is.
   */
  readonly kind: "word" | "boolean" | "id" | "text" | "texts" | "part" | "number" | "least" | "most";
  /** Of an enumeration: what may be asked for. */
  readonly words: readonly string[];
  /** The schema of a value that is asked for. */
  readonly asked: AnySchema;
  /** Is it an amount of money, which may be asked for in another unit than it is shown in? */
  readonly isMoney: boolean;
  /** May several values be asked for at once? */
  readonly isMany: boolean;
  /** Of a part of a text: the members of which one has it. Empty for every other kind. */
  readonly texts: readonly string[];
  /** The facts that its description states. */
  readonly states: StatedFacts;
  /** Makes the value of the parameter by which these values are asked for. */
  readonly valueFor: (wanted: Json) => Json;
}

/** Does a filter leave the items with just the value that is asked for? */
export function isExact({ kind }: Filter): boolean {
  return ["word", "boolean", "id"].includes(kind);
}

/**
 * May a filter show others with good reason: where true adds items, by its name, or where the server may choose the value? A
 * reference is shown as it is asked for, whoever chose it.
 * @param isClients whether items are known to have the values that the client chose
 */
export function isDoubtful({ at, kind, states }: Filter, isClients = false): boolean {
  const name = at.at(-1) ?? "";
  const isSaid = kind === "boolean" && states.meansTrue;
  const isOfServer = kind !== "id" && !isClients && isChosenByServer(name);
  return !isSaid && (isOfServer || (kind === "boolean" && matches(name, "widening-flags")));
}

/** Filters of one list that are tried. */
const mostFilters = 12;

/** The parameters by which a list shows the items that have their value. */
export function filtersOf(operation: Operation): readonly Filter[] {
  if (!isAskable(operation) || endsInParameter(operation.path)) return [];
  const members = itemMembersOf(operation);
  return operation.parameters
    .flatMap(questionsIn)
    .flatMap(({ schema, ...probeOf }): readonly Filter[] => {
      const name = plainName(probeOf.name);
      const { description } = probeOf.parameter;
      // A list may say itself what one of its flags is for.
      const around = sentencesOf(operation.description ?? "").filter((each) => each.includes(`\`${name}=`));
      const own = statedFacts(description, plainSchema(schema).description);
      const states = { ...own, meansTrue: own.meansTrue || statedFacts(...around).meansTrue };
      const texts = textsOf(name, `${description ?? ""} ${plainSchema(schema).description ?? ""}`, members);
      if (texts !== undefined && plainType(plainSchema(schema)) === "string")
        return [
          {
            ...{ ...probeOf, asked: plainSchema(schema), at: texts.slice(0, 1), kind: "part", words: [] },
            ...{ texts, isMoney: false, states },
          },
        ];
      // Where items have an address, it is no one to whom a list is sent.
      if (matches(name, "views") || soundsHarmful(name.replace(patternOf("addresses"), ""))) return [];
      const asked = plainSchema(schema);
      const text = `${description ?? ""} ${asked.description ?? ""}`;
      const found = memberFor({ name, asked, text }, members);
      if (found === undefined || leavesChoice(schema) || leavesChoice(found.schema)) return [];
      const isMoney = unitsOf(found.at.at(-1) ?? "") === "money";
      if (found.kind === "word" && matches(text, "of-former-states")) return [];
      const words = wordsOf(asked).filter((word) => word !== "" && !matches(word, "wide-words"));
      return [{ ...probeOf, asked, at: found.at, kind: found.kind, words, texts: [], isMoney, states }];
    })
    .slice(0, mostFilters);
}

/**
 * The members with texts, of which one has to have the text that a parameter is asked for: those that its description names.
 * @returns undefined where it does not say that items are found by a part of a text
 */
function textsOf(name: string, said: string, members: Members): readonly string[] | undefined {
  const isText = (each: string): boolean => {
    const { format, enum: words, ...plain } = plainSchema(members[each] ?? {});
    return plainType(plain) === "string" && format === undefined && words === undefined;
  };
  if (!matches(said, "parts-of-texts") || soundsHarmful(name)) return undefined;
  if (Object.hasOwn(members, name)) return isText(name) ? [name] : undefined;
  const words = wordsIn(said).map((word) => word.toLowerCase());
  const named = Object.keys(members).filter((each) => isText(each) && words.includes(each.toLowerCase()));
  return matches(name, "searches") && named.length > 0 ? named : undefined;
}

/** A value that may be asked for by a parameter, or by a member of one. */
interface FilterProbe extends Pick<Filter, "parameter" | "name" | "isMany" | "valueFor"> {
  readonly schema: Schema | AnySchema;
}

function questionsIn(parameter: Parameter): readonly FilterProbe[] {
  const { name, required, schema, style } = parameter;
  const plain = plainSchema(schema);
  const isOfMembers = matches(`${parameter.description ?? ""} ${plain.description ?? ""}`, "shows-members");
  if (!isOfList(parameter) || required || isOfMembers) return [];
  const one = questionOf(parameter, name, schema);
  if (style !== "deepObject" || leavesChoice(schema)) return one;
  if ((plain.required ?? []).length > 0) return [];
  return Object.entries(plain.properties ?? {}).flatMap(([member, each]) =>
    questionOf(parameter, `${name}[${member}]`, each).map(({ valueFor, ...probeOf }) => ({
      ...probeOf,
      valueFor: (wanted: Json) => ({ [member]: valueFor(wanted) }),
    })),
  );
}

function questionOf(parameter: Parameter, name: string, schema: Schema | AnySchema): readonly FilterProbe[] {
  const { items, minItems = 0, maxItems = 2, ...plain } = plainSchema(schema);
  if (typeOf(plain) !== "array")
    return [{ parameter, name, schema, isMany: false, valueFor: (wanted) => wanted }];
  if (items === undefined || minItems > 1 || leavesChoice(schema)) return [];
  const valueFor = (wanted: Json): Json => (Array.isArray(wanted) ? wanted : [wanted]);
  return [{ parameter, name, schema: items, isMany: maxItems > 1, valueFor }];
}

/** The plain name of a filter: `role` of `filter[role]` and `filter.role`. */
function plainName(name: string): string {
  const [, bracketed, dotted] = /^(?:filters?|where)(?:\[([\w.]+)\]|\.(\w+))$/i.exec(name) ?? [];
  return bracketed ?? dotted ?? name;
}

/** A member of an item, and how a parameter asks for it. */
interface Found extends Pick<Filter, "at" | "kind"> {
  readonly schema: AnySchema;
}

type Members = Readonly<Record<string, AnySchema>>;

/** The question of a parameter: its name, the schema of its values, and the text of its description. */
interface Question {
  readonly name: string;
  readonly asked: AnySchema;
  readonly text: string;
}

/** The member that a parameter is about: of the item itself, or of the only object in it that has one of that name. */
function memberFor(question: Question, members: Members): Found | undefined {
  const own = memberIn(question, members);
  if (own !== undefined) return own;
  const [inner, ...others] = Object.entries(members).flatMap(([outer, schema]) => {
    const { properties = {} } = plainSchema(schema);
    const found = leavesChoice(schema) ? undefined : memberIn(question, properties);
    // A member with a name of its own may be somebody else's: the author of the last comment, say.
    const isNamed = found !== undefined && question.text.includes([outer, ...found.at].join("."));
    const isMeant = found?.kind === "word" || matches(outer, "member-objects") || isNamed;
    return found === undefined || !isMeant ? [] : [{ ...found, at: [outer, ...found.at] }];
  });
  return others.length > 0 ? undefined : inner;
}

function memberIn({ name, asked, text }: Question, members: Members): Found | undefined {
  const of = (each: string): AnySchema | undefined =>
    Object.hasOwn(members, each) ? plainSchema(members[each] ?? {}) : undefined;
  const same = of(name);
  const bounded = same && [asked, same].every(isNumeric) ? boundSaid(name, text) : undefined;
  if (same !== undefined && bounded !== undefined)
    return isSameMeasure({ name, asked, text }, same)
      ? { at: [name], kind: bounded, schema: members[name] ?? {} }
      : undefined;
  const kind = same && kindOf({ name, asked, text }, same);
  if (kind !== undefined) return { at: [name], kind, schema: members[name] ?? {} };
  const plural = oneOrMany(name).find((each) => isTexts(of(each), asked));
  const mayBeOne = plainType(asked) === "string" && !matches(name, "trees");
  if (plural !== undefined && mayBeOne) return { at: [plural], kind: "texts", schema: members[plural] ?? {} };
  const bound = boundIn(name);
  const number = bound && of(bound.of);
  if (bound !== undefined && number !== undefined)
    return isSameMeasure({ name: bound.of, asked, text }, number)
      ? { at: [bound.of], kind: bound.kind, schema: members[bound.of] ?? {} }
      : undefined;
  return quotedIn({ name, asked, text }, members);
}

/** The one member whose name a description quotes: "Only boats whose `builtYear` is this year or later". */
function quotedIn({ name, asked, text }: Question, members: Members): Found | undefined {
  const [quoted = "", ...others] = quotedNames(text, members);
  const schema = members[quoted];
  if (schema === undefined || others.length > 0 || leavesChoice(schema)) return undefined;
  const shown = plainSchema(schema);
  const kind = [asked, shown].every(isNumeric) ? boundSaid(name, text) : undefined;
  const found = kind ?? kindOf({ name: quoted, asked, text }, shown);
  return found && { at: [quoted], kind: found, schema };
}

/** Is the least or the most of a number asked for, by the name of a parameter and by its text alike? */
function boundSaid(name: string, text: string): "least" | "most" | undefined {
  const [isLeast, isMost] = [matches(text, "says-least"), matches(text, "says-most")];
  if (isLeast === isMost) return undefined;
  return isLeast && !matches(name, "latest")
    ? "least"
    : isMost && !matches(name, "earliest")
      ? "most"
      : undefined;
}

/** Is it a list of texts, each of which may be asked for? */
function isTexts(schema: AnySchema | undefined, asked: AnySchema): boolean {
  const items = plainSchema(schema?.items ?? {});
  const isList = typeOf(schema ?? {}) === "array" && plainType(items) === "string";
  return isList && wordsOf(items).toSorted().join() === wordsOf(asked).toSorted().join();
}

/** Are both numbers, and surely of the same unit, or of money, where no more than a factor may be between them? */
function isSameMeasure({ name, asked, text }: Question, shown: AnySchema): boolean {
  if (![asked, shown].every(isNumeric)) return false;
  // "At least this area" is said of the member itself; "in minutes" names a unit of its own.
  const isOfMember = wordsIn(text).includes(name.toLowerCase()) && !/\bin \w/i.test(text);
  return unitsOf(name) !== "any" || isSameRange(asked, shown) || isOfMember;
}

function isNumeric(schema: AnySchema): boolean {
  return ["integer", "number"].includes(typeOf(schema) ?? "") && schema.enum === undefined;
}

/** Have both the same stated bounds, and so surely the same unit? */
function isSameRange(asked: AnySchema, shown: AnySchema): boolean {
  return (
    asked.minimum !== undefined &&
    asked.maximum !== undefined &&
    asked.minimum === shown.minimum &&
    asked.maximum === shown.maximum
  );
}

function kindOf({ name, asked, text }: Question, shown: AnySchema): Filter["kind"] | undefined {
  const type = plainType(asked);
  const areTexts = type === "string" && plainType(shown) === "string";
  const isListed = asked.enum !== undefined || shown.enum !== undefined;
  if (matches(name, "addresses") && areTexts && !isListed) return "text";
  if (isSameSchema(asked, shown)) {
    if (type === "boolean") return "boolean";
    if (type === "string" && asked.enum !== undefined) return "word";
    const isOne = !matches(name, "trees") || (matches(name, "persons") && matches(text, "of-this-one"));
    const isId = isOne && /[a-z\d](_id|Id|ID)$/.test(name);
    if (isId && (type === "string" || type === "integer")) return "id";
  }
  // A response may show as plain text what a request has to choose from.
  const isWord = areTexts && asked.enum !== undefined && shown.enum === undefined;
  if (isWord && shown.format === undefined && !matches(text, "widening")) return "word";
  const isTree = matches(name, "trees") && !matches(text, "exactly");
  if (isListed || matches(name, "vague") || isTree || /(_id|Id|ID)$/.test(name)) return undefined;
  if (areTexts) return [asked, shown].every(({ format }) => format === undefined) ? "text" : undefined;
  return [asked, shown].every(isNumeric) && unitsOf(name) === "one" ? "number" : undefined;
}

/** Do they allow the same? Of an enumeration, its order means nothing. */
function isSameSchema(left: AnySchema, right: AnySchema): boolean {
  const key = (schema: AnySchema): string =>
    JSON.stringify([plainType(schema), schema.format ?? "", wordsOf(schema).toSorted()]);
  return key(left) === key(right);
}

/** The type of a value; where only words are stated, they are texts. */
function plainType(schema: AnySchema): string | undefined {
  const { enum: words = [] } = schema;
  return (
    typeOf(schema) ?? (words.length > 0 && wordsOf(schema).length === words.length ? "string" : undefined)
  );
}

function wordsOf({ enum: words = [] }: AnySchema): readonly string[] {
  return words.filter((each) => typeof each === "string");
}

/** The parameters of a list that may be filters, of which nothing shows what they are about. */
export function untriedIn(operation: Operation): readonly string[] {
  const tried = new Set(filtersOf(operation).map(({ name }) => name));
  return operation.parameters
    .flatMap(questionsIn)
    .map(({ name }) => name)
    .filter(
      (name) =>
        !tried.has(name) &&
        !matches(plainName(name), "views") &&
        !matches(name, "paging-words") &&
        !soundsHarmful(name),
    );
}

/**
 * The filters of a list of which a value leaves fewer items for sure, where items have the values that the client chose. Those by a
 * word or an id come first, and last those whose values the server may choose.
 */
export function plainFilters(list: Operation): readonly Filter[] {
  const rank = (each: Filter): number => (isDoubtful(each) ? 2 : isExact(each) ? 0 : 1);
  return filtersOf(list)
    .filter((each) => each.kind !== "boolean" && (!isDoubtful(each) || isExact(each)))
    .toSorted((left, right) => rank(left) - rank(right));
}

import { memoize, type Operation, operationText } from "../description/index.js";
import { isJsonObject, renderJson } from "../json/index.js";
import { type AnySchema, plainSchema, typeOf } from "../schema/index.js";
import { nounPattern } from "./item-ids.js";
import { matches, patternOf, sentencesOf as plainSentencesOf } from "./lexicon.js";
import { isState, isVersion } from "./names.js";
import { bodyPlaces, type DescribedPlace, draftOf, type Place, valueAt } from "./places.js";

/**
 * The member of which a description says that no two items have the same value: `email` of "The email is taken", the text of the 409.
 * Where that names none, the text of the operation may, and that of the member itself. Undefined where a text names more than one:
 * then it may be about both together.
 */
export const uniqueMemberOf = memoize((operation: Operation): Place | undefined => {
  const { method, responses } = operation;
  const text = responses.get("409")?.description ?? "";
  if (method !== "POST" || !responses.has("409")) return undefined;
  const places = bodyPlaces(operation);
  const isStated = ({ schema }: DescribedPlace): boolean => {
    const { description: said = "" } = plainSchema(schema);
    return matches(said, "says-unique") && !matches(withoutDeletedOnes(said), "not-unique");
  };
  const [found = []] = [
    namedIn(text, places),
    namedIn(operationText(operation), places),
    places.filter(isStated),
  ].filter((each) => each.length > 0);
  const [first, ...more] = found;
  return first !== undefined && more.length === 0 && isFreeText(first) ? first.place : undefined;
});

/** The text of the member that no two items share. */
function textOfUnique(operation: Operation): string {
  const path = uniqueMemberOf(operation)?.path.join("/");
  const found = bodyPlaces(operation).find(({ place }) => place.path.join("/") === path);
  return found === undefined ? "" : (plainSchema(found.schema).description ?? "");
}

/**
 * Is the unique member of an operation one of which two items may have the same value below two parents: "Unique within the event", or
 * "Another stay of this boat has this number"?
 * @param collection the path of the list of the parents
 */
export function isUniqueWithin(operation: Operation, collection: string): boolean {
  const unique = uniqueMemberOf(operation)?.path.join();
  if (unique === undefined) return false;
  const places = bodyPlaces(operation);
  // A conflict may have other causes: "No seat is left in the event".
  const conflicts = plainSentencesOf(operation.responses.get("409")?.description ?? "").filter((each) =>
    sentencesOf(each).some((words) =>
      withMarks(words, places).named.some(({ place }) => place.path.join() === unique),
    ),
  );
  const own = plainSentencesOf(textOfUnique(operation)).filter((each) => matches(each, "says-unique"));
  return [...conflicts, ...own].some((sentence) => {
    const found = nounPattern(collection).exec(sentence);
    if (found === null || !matches(sentence.slice(0, found.index), "within-one")) return false;
    return !matches(sentence.slice(found.index + found[0].length), "part-of-names");
  });
}

/** Says a description that another item may have the value of the unique member once its own item is deleted? */
export function isFreedByDeletion(create: Operation, deletion: Operation): boolean {
  if (uniqueMemberOf(create) === undefined) return false;
  const conflict = create.responses.get("409")?.description ?? "";
  const text = operationText(deletion);
  const own = [conflict, textOfUnique(create)];
  // A sentence that follows may limit it: "That takes a month".
  if ([text, ...own].some((each) => matches(each, "freed-later"))) return false;
  const isOfOthers = own.some((each) => matches(each, "not-deleted-ones"));
  const places = bodyPlaces(create);
  const isSaid = sentencesOf(text).some((words, index, all) => {
    const { said, named } = withMarks(words, places);
    const isNamed = named[0]?.place.path.join() === uniqueMemberOf(create)?.path.join();
    const isDenied = matches(said, "denied") || matches((all[index + 1] ?? []).join(" "), "refers-back");
    return isNamed && named.length === 1 && matches(said, "used-again") && !isDenied;
  });
  return isOfOthers || isSaid;
}

/** The members of which a text says that another item has the value. */
function namedIn(text: string, places: readonly DescribedPlace[]): readonly DescribedPlace[] {
  const found = sentencesOf(text).flatMap((words) => {
    const { said, named } = withMarks(words, places);
    const [only, ...others] = named;
    return only !== undefined && others.length === 0 && saysDuplicate(said) ? [only] : [];
  });
  return [...new Set(found)];
}

/** Each sentence of a text, as its words in small letters. */
function sentencesOf(text: string): readonly (readonly string[])[] {
  return text.split(/[.;:!?\n]+/).map((each) => each.toLowerCase().match(/[\p{L}\p{N}'’]+/gu) ?? []);
}

/** The words of a name as one: `phonenumber` of `phone_number`. */
function joined(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The first words of a name that ends as `phone number` does: `phone`. */
function withoutEnding(name: string): string {
  return name.replace(patternOf("name-endings"), "");
}

/** Words of one name, at most. */
const mostWords = 4;

/** The mark that stands for a member of the body in a sentence. */
const mark = "§";

/** A sentence in which a mark stands for every member of the body, and those members. */
function withMarks(words: readonly string[], places: readonly DescribedPlace[]) {
  const named = new Set<DescribedPlace>();
  const said: string[] = [];
  for (let index = 0; index < words.length; ) {
    const [length, found] = memberAt(words.slice(index, index + mostWords), places);
    for (const each of found) named.add(each);
    said.push(found.length > 0 ? mark : (words[index] ?? ""));
    index += length;
  }
  return { said: said.join(" "), named: [...named] };
}

/** The members that the first words name, by the longest name; how many words that takes. */
function memberAt(
  words: readonly string[],
  places: readonly DescribedPlace[],
): readonly [number, readonly DescribedPlace[]] {
  for (let length = words.length; length > 0; length -= 1) {
    const name = joined(words.slice(0, length).join(""));
    const found = places.filter(({ place }) => {
      const own = joined(place.path.at(-1) ?? "");
      return own !== "" && (own === name || withoutEnding(own) === name || own === withoutEnding(name));
    });
    if (found.length > 0) return [length, found];
  }
  return [1, []];
}

const which = "(?:(?:a|an|the|this|that|such|same|equal|given|its|very|exactly) )*";
const with_ = "(?:with|has|have|having|uses|using)";
const taken = "(?:taken|in use|used|registered|exists|duplicate|duplicated|not unique)";

/** How it is said that another item has the same value. */
const phrases = [
  `${mark} (?:(?:is|are|was|has|been|already|currently|that|which) )*${taken}`,
  `${mark} (?:is|must be|has to be|should be|shall be) unique`,
  `duplicated? ${mark}`,
  `(?:another|other) \\S+ (?:already )?${with_} ${which}${mark}`,
  `${with_} ${which}${mark} (?:already )?exists`,
  `exists (?:already )?${with_} ${which}${mark}`,
  `there is (?:already )?(?:a|an|another|one) (?:\\S+ )?(?:already )?${with_} ${which}${mark}`,
  `(?:somebody|someone) ${with_} ${which}${mark} .*already`,
  `(?:has|have|uses) ${which}${mark} already`,
  `already (?:has|have|uses) ${which}${mark}`,
].map((each) => new RegExp(`(?:^| )${each}(?: |$)`));

function saysDuplicate(sentence: string): boolean {
  const said = withoutDeletedOnes(sentence);
  return !matches(said.replaceAll("not unique", ""), "denied") && phrases.some((each) => each.test(said));
}

/** A sentence on other items without the words by which it excepts deleted ones. */
function withoutDeletedOnes(sentence: string): string {
  return sentence.replace(patternOf("not-deleted-ones"), "");
}

/** Is it a text of the client's own? Of what has few values, or refers to something, there may be as many as there is room for. */
function isFreeText({ place, schema }: DescribedPlace): boolean {
  const { enum: words, const: only, format = "", readOnly, writeOnly } = plainSchema(schema);
  const name = place.path.at(-1) ?? "";
  const isPlain = typeOf(plainSchema(schema)) === "string" && words === undefined && only === undefined;
  const isOwn = readOnly !== true && writeOnly !== true && !isState(name) && !/(_i|I)ds?$/.test(name);
  return (
    isPlain &&
    isOwn &&
    !/^(date|time|duration|byte|binary|password)/.test(format) &&
    !place.path.includes("*")
  );
}

/** A member of a body that has the same value in every request, unless no two items may have the same. */
export interface ConstantMember {
  readonly name: string;
  readonly isText: boolean;
  /** Does the description say that no two items have the same value? */
  readonly isStated: boolean;
}

/** The members of an operation's body that have the same value in every request. */
export const constantMembers = memoize((operation: Operation): readonly ConstantMember[] => {
  const [one, other] = [draftOf(operation), draftOf(operation, "hgfedcba")];
  if (!isJsonObject(one) || !isJsonObject(other)) return [];
  const stated = uniqueMemberOf(operation)?.path.at(-1);
  return bodyPlaces(operation, one).flatMap(({ place, schema }) => {
    const name = place.path.findLast((each) => each !== "*") ?? "";
    const plain = plainSchema(schema);
    const [value, second] = [valueAt(one, place.path), valueAt(other, place.path)];
    const isSame = value !== undefined && renderJson(value) === renderJson(second ?? null);
    const isText = isVariedText(plain) && typeof value === "string";
    const isInteger = typeOf(plain) === "integer" && typeof value === "bigint";
    const isFixed = plain.enum !== undefined || plain.const !== undefined || isState(name);
    if (!isSame || isFixed || isVersion(name) || !(isText || isInteger)) return [];
    const isStated = name === stated || saysUnique(plain);
    return isStated || isInteger || !matches(name, "meaningful-texts") ? [{ name, isText, isStated }] : [];
  });
});

/** Can another text be made each time? */
function isVariedText({ pattern, format = "" }: AnySchema): boolean {
  return pattern === undefined ? /^ipv[46]$/.test(format) : !/^(decimal|date|time|duration)/.test(format);
}

/** Does a description say that no two items have the same value? */
function saysUnique({ description = "" }: AnySchema): boolean {
  return /\bunique\b/i.test(description) && !matches(description, "not-unique");
}

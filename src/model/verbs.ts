import type { Operation } from "../description/index.js";
import { wordsIn } from "../schema/index.js";
import { isOf } from "./lexicon.js";
import { endsAsPlural, infinitivesOf } from "./names.js";

/** A word that counts, and where it stands. */
export interface NamedVerb {
  readonly word: string;
  readonly in: "path" | "id" | "summary" | "description";
}

/** A verb of an operation. */
interface Verb extends NamedVerb {
  /** Has it surely an object, as in "Refund the charge"? */
  readonly hasObject: boolean;
}

/** The last part of a path that is no parameter. */
export function lastPart(path: string): string {
  return path.split("/").findLast((part) => part !== "" && !part.startsWith("{")) ?? "";
}

/** The verb that says that a GET changes something: of its `operationId`, and where it has none, of the last part of its path. */
export function changeOf({ id, path }: Operation): NamedVerb | undefined {
  const isNamed = !id.includes("/");
  const [last = ""] = /[^/{}]*$/.exec(path) ?? [];
  // Generators write the method at the end.
  const words = wordsIn(isNamed ? id.replace(/_?using_?get(_\d+)?$/i, "") : last);
  const [first = "", second = ""] = words;
  const isName = isOf(first, "changes-or-names");
  const isNoun = isName && (words.length === 1 || isOf(words.at(-1) ?? "", "lists"));
  // An add-on is a noun.
  const isChange = isOf(first, "changes") ? !/^ons?$/.test(second) : isName && !isNoun;
  return isChange ? { word: first, in: isNamed ? "id" : "path" } : undefined;
}

/** The command that a GET gives by its name: /light/off, /factory-default, or turnOffLamp. */
export function commandOf({ id, path }: Operation): NamedVerb | undefined {
  const inPath = path.endsWith("}") ? [] : wordsIn(lastPart(path)).filter((word) => word !== "");
  const inId = id.includes(" /") ? [] : wordsIn(lastOfId(id)).filter((word) => word !== "");
  const [first = "", second] = inPath;
  const isCommand =
    second === undefined
      ? isOf(first, "commands-or-nouns", "switches")
      : isOf(first, "commands-or-nouns") && isOf(second, "switches");
  if (isCommand || isTogether(inPath)) return { word: inPath.slice(0, 2).join(" "), in: "path" };
  const [verb = ""] = inId;
  const isVerb = isOf(verb, "commands-or-nouns") && inId.length > 1 && !isPlural(inId.at(-1) ?? "");
  return isVerb || isTogether(inId) ? { word: inId.slice(0, 2).join(" "), in: "id" } : undefined;
}

/** Are the first two words one command, as "factory default" is? */
function isTogether([first = "", second = ""]: readonly string[]): boolean {
  return second !== "" && isOf(`${first}${second}`, "together");
}

function isPlural(word: string): boolean {
  return endsAsPlural(word) || isOf(word, "lists");
}

/** The verbs of an operation, each where it says what the operation does. */
export function verbsOf({ id, path, summary = "", description = "" }: Operation): readonly Verb[] {
  const verbs: Verb[] = [];
  const last = lastPart(path);
  const [inPath = "", afterVerb] = wordsIn(last.split(":").at(-1) ?? "");
  // Behind the verb of a path stands its object, if there is one: a noun alone names what is shown.
  if (!/\}\/?$/.test(path) || last.includes(":"))
    verbs.push({ word: inPath, in: "path", hasObject: last.includes(":") && afterVerb === undefined });
  if (!id.includes(" /")) verbs.push({ word: firstOfId(id), in: "id", hasObject: false });
  verbs.push(...sentenceVerbs(summary, "summary"));
  verbs.push(...sentenceVerbs(firstSentence(description), "description").filter((each) => each.hasObject));
  return verbs;
}

/** The first word of an id, behind what it is grouped by: `cancel` of `actions/cancel-workflow-run`. */
function firstOfId(id: string): string {
  return wordsIn(lastOfId(id)).find((word) => word !== "") ?? "";
}

/** An id without what it is grouped by. */
function lastOfId(id: string): string {
  return id.split(/[/.:]|_(?=[A-Z])/).findLast((each) => each !== "") ?? "";
}

function firstSentence(text: string): string {
  return /^[^.!?\n]{0,300}/.exec(text.trim())?.[0] ?? "";
}

/** The first word of a sentence, and what stands behind "and" or "will". */
function sentenceVerbs(sentence: string, where: "summary" | "description"): readonly Verb[] {
  const words = sentence
    .toLowerCase()
    .split(/[^\p{L}'-]+/u)
    .filter((word) => word !== "");
  return words.flatMap((word, index) => {
    const before = words[index - 1] ?? "";
    const isVerb = index === 0 || isOf(before, "before-verbs");
    const hasObject = isOf(words[index + 1] ?? "", "determiners");
    return isVerb && (index === 0 || hasObject) ? [{ word: infinitive(word), in: where, hasObject }] : [];
  });
}

/** The verb of the lexicon that a word is a form of, or else the word. */
function infinitive(word: string): string {
  const isVerb = (each: string): boolean =>
    isOf(each, "refreshes", "starts-or-ends", "verbs-or-nouns", "writes-too");
  return infinitivesOf(word).find(isVerb) ?? word;
}

/** Has a request that reads a second verb, as /search-and-replace has? */
export function writesToo({ id, path, summary = "" }: Operation): boolean {
  const named = [wordsIn(lastPart(path)), id.includes(" /") ? [] : wordsIn(lastOfId(id))];
  const said = wordsIn(summary);
  const joined = [...named, said].flatMap((words) =>
    words.filter((_, index) => /^(and|then)$/.test(words[index - 1] ?? "")),
  );
  const verbs = [...named.flat(), ...[said[0] ?? "", ...joined].map(infinitive)];
  return (
    verbs.some((word) => isOf(word, "writes-too")) ||
    joined.some((word) => isOf(word, "starts-or-ends", "changes", "ends"))
  );
}

/** Is it a verb of the path or the id? */
export function isOfName(verb: NamedVerb): boolean {
  return verb.in === "path" || verb.in === "id";
}

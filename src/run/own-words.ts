import type { ScenarioFacts } from "../checks/index.js";
import { createRedactWhole, type Stays } from "../transport/index.js";
import type { RunOptions } from "./options.js";

/** Words of generated names and members, which no description has. */
const generated = ["pedigree", "refused", "unknown"];

/** Returns the words of the requirements and of the checks' titles, in small letters. */
export function wordsOfCatalogue(
  { contract }: Pick<RunOptions, "contract">,
  checks: readonly ScenarioFacts[],
): ReadonlySet<string> {
  const sentences = contract.requirements.flatMap(({ sentence, section }) => [sentence, section]);
  const titles = checks.map(({ title }) => title);
  return new Set([...sentences, ...titles].flatMap((each) => each.toLowerCase().match(/[a-z]+/g) ?? []));
}

/** Returns the words that a run can send although no response has shown them: the description's, its user's and its own. */
export function wordsOfRequests(
  { contract, baseUrl }: Pick<RunOptions, "contract" | "baseUrl">,
  checks: readonly ScenarioFacts[],
): ReadonlySet<string> {
  const described = textsIn([contract.document, contract.known?.values]);
  const texts = [...wordsOfCatalogue({ contract }, checks), ...generated, baseUrl, ...described];
  return new Set(texts.flatMap(wordsIn));
}

/** Returns every text of plain data, and every name of a member. A value in several places is read once. */
export function* textsIn(data: unknown): Generator<string> {
  const seen = new Set<object>();
  const pending = [data];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === "string") yield value;
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    if (!Array.isArray(value)) yield* Object.keys(value);
    for (const each of Object.values(value)) pending.push(each);
  }
}

/** Lets a part of a sentence stay that is a word of these, or several, with nothing else beside them. */
export function staysInSentence(words: ReadonlySet<string>): Stays {
  return (text, start, end) => {
    if (words.size === 0 || end - start > longestPhrase) return false;
    const before = /[^\s()]*$/.exec(text.slice(Math.max(0, start - nearby), start))?.[0] ?? "";
    const after = /^[^\s()]*/.exec(text.slice(end, end + nearby))?.[0] ?? "";
    const phrase = `${before}${text.slice(start, end)}${after}`.replace(/[,.;:]$/, "");
    return phrase
      .toLowerCase()
      .split(" ")
      .every((word) => words.has(word));
  };
}

/** Lets a part of a URL, a header or a body stay that these words make up, unless it is the whole key. */
export function staysInRequest(key: string, words: () => ReadonlySet<string>): Stays {
  const hideWhole = createRedactWhole(key);
  return (text, start, end) => {
    const found = text.slice(start, end);
    if (end - start > longestPhrase || hideWhole(found) !== found) return false;
    const before = /[\p{L}\d]*$/u.exec(text.slice(Math.max(0, start - nearby), start))?.[0] ?? "";
    const after = /^[\p{L}\d]*/u.exec(text.slice(end, end + nearby))?.[0] ?? "";
    return wordsIn(`${before}${found}${after}`).every((word) => words().has(word));
  };
}

/** In characters: a phrase of ours is not longer, nor what is looked at beside it. */
const longestPhrase = 100;
const nearby = 50;

/** The words and numbers of a text, in small letters: `deleteAllUsers2` has four. */
function wordsIn(text: string): readonly string[] {
  return (
    text
      .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
      .replaceAll(/(\p{L})(\d)/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\d]+/gu) ?? []
  );
}

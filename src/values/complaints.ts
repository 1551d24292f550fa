import { isJsonObject, type Json } from "../json/index.js";
import { isInRefusals, wordsOf } from "../model/index.js";

/** A sentence of a refusal about one member of a request. */
export interface Complaint {
  /** The name of the member or parameter. */
  readonly member: string;
  /** Empty where the refusal only points at the member. */
  readonly message: string;
  /** The texts that the refusal lists beside the sentence, such as the allowed values of an enumeration. */
  readonly listed: readonly string[];
}

/** Of a refusal, in characters; of a sentence; and how many values and complaints are read. A server may send anything. */
const mostRead = 20_000;
const longestSentence = 600;
const mostValues = 500;
const mostComplaints = 40;
const deepest = 8;

/**
 * Reads from a refusal which members it is about. A member counts only if the request can have it.
 * @param names the names of the members and parameters of the request
 */
export function complaintsIn(
  json: Json | undefined,
  text: string,
  names: readonly string[],
): readonly Complaint[] {
  const known = new Map(names.map((name) => [plainName(name), name]));
  const found: Complaint[] = [];
  const budget = { left: mostValues };
  if (json === undefined) collectFromText(text.slice(0, mostRead), known, found);
  else collect({ value: json, path: [], level: 0 }, { known, found, budget });
  return distinct(found).slice(0, mostComplaints);
}

interface Collection {
  readonly known: ReadonlyMap<string, string>;
  readonly found: Complaint[];
  readonly budget: { left: number };
}

interface ComplaintPlace {
  readonly value: Json;
  /** The names of the members that lead there. */
  readonly path: readonly string[];
  readonly level: number;
}

/** Goes through a refusal: objects that point at a member, maps by member, and sentences that name one. */
function collect({ value, path, level }: ComplaintPlace, collection: Collection): void {
  const { known, found, budget } = collection;
  if (level > deepest || found.length >= mostComplaints || budget.left-- <= 0) return;
  const named = lastKnown(path, known);
  if (typeof value === "string") {
    const message = value.slice(0, longestSentence);
    if (named !== undefined) found.push({ member: named, message, listed: [] });
    else collectFromText(value.slice(0, mostRead), known, found);
  } else if (Array.isArray(value)) {
    for (const each of value as readonly Json[]) collect({ value: each, path, level: level + 1 }, collection);
  } else if (isJsonObject(value)) {
    const member = pointedAt(value, known) ?? named;
    const messages = messagesOf(value);
    if (member !== undefined && (messages.length > 0 || pointedAt(value, known) !== undefined))
      found.push({ member, message: messages.join("; ").slice(0, longestSentence), listed: listedIn(value) });
    else
      for (const [name, each] of Object.entries(value))
        collect({ value: each, path: [...path, name], level: level + 1 }, collection);
  }
}

/** The member of the request that an object points at. */
function pointedAt(
  value: Readonly<Record<string, Json>>,
  known: ReadonlyMap<string, string>,
): string | undefined {
  for (const [name, each] of Object.entries(value)) {
    if (!isInRefusals(name, "pointers")) continue;
    const member = lastKnown(stepsIn(each), known);
    if (member !== undefined) return member;
  }
  return undefined;
}

/** The steps of a JSON pointer, a dotted path, or a list of names. */
function stepsIn(value: Json): readonly string[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((each) => (typeof each === "string" ? [each] : []));
  if (isJsonObject(value))
    return Object.values(value).flatMap((each) => (typeof each === "string" ? stepsIn(each) : []));
  return typeof value === "string" ? value.slice(0, longestSentence).split(/[/.[\]#$]+/) : [];
}

/** The last step that is the name of a member of the request. */
function lastKnown(steps: readonly string[], known: ReadonlyMap<string, string>): string | undefined {
  const step = steps.findLast((each) => known.has(plainName(each)));
  return step === undefined ? undefined : known.get(plainName(step));
}

function messagesOf(value: Readonly<Record<string, Json>>): readonly string[] {
  const isSentence = (name: string): boolean =>
    isInRefusals(name, "sentences") || wordsOf("messages").has(name);
  return Object.entries(value).flatMap(([name, each]) => {
    if (!isSentence(name)) return [];
    if (isJsonObject(each)) return Object.values(each).filter((text) => typeof text === "string");
    return typeof each === "string" ? [each] : [];
  });
}

function listedIn(value: Readonly<Record<string, Json>>): readonly string[] {
  return Object.entries(value).flatMap(([name, each]): readonly string[] => {
    if (isJsonObject(each)) return listedIn(each);
    if (!isInRefusals(name, "lists") || !Array.isArray(each)) return [];
    return (each as readonly Json[]).filter((text) => typeof text === "string").slice(0, mostComplaints);
  });
}

/** Finds the members that sentences name: quoted, or as words. The longest name counts. */
function collectFromText(text: string, known: ReadonlyMap<string, string>, found: Complaint[]): void {
  for (const sentence of text.split(/(?<=[.;!])\s+|[\r\n;]+/).slice(0, mostComplaints)) {
    const short = sentence.slice(0, longestSentence);
    const quoted = [...short.matchAll(/["'`]([\w.[\]-]{1,100})["'`]/g)].map(([, name = ""]) =>
      lastKnown(stepsIn(name), known),
    );
    const member = quoted.find((each) => each !== undefined) ?? namedIn(short, known);
    if (member !== undefined) found.push({ member, message: short, listed: [] });
  }
}

/** The member whose name a sentence has, in one word or in several. */
function namedIn(sentence: string, known: ReadonlyMap<string, string>): string | undefined {
  const words = sentence
    .split(/[^\p{L}\p{N}_-]+/u)
    .map(plainName)
    .filter((each) => each !== "");
  for (const size of [3, 2, 1])
    for (let start = 0; start + size <= words.length; start += 1) {
      const name = known.get(words.slice(start, start + size).join(""));
      if (name !== undefined) return name;
    }
  return undefined;
}

/** A name without capitals and separators: `end_time`, `endTime` and "end time" are one. */
function plainName(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function distinct(complaints: readonly Complaint[]): readonly Complaint[] {
  const keyOf = ({ member, message }: Complaint): string => `${member} ${message}`;
  return [...new Map(complaints.map((each) => [keyOf(each), each])).values()];
}

import { type Contract, jsonOf, type Operation } from "../description/index.js";
import { type AnySchema, plainSchema, typeOf, wordsIn } from "../generate/index.js";
import { matches } from "./lexicon.js";

/** One thing at a fixed path, as the settings of a server are: GET shows it, and PUT, PATCH or POST changes it. */
export interface Singleton {
  readonly path: string;
  readonly read: Operation;
  /** The operations that change it. */
  readonly changes: readonly Operation[];
  /** Is it a part of an item, as `/servers/{id}/settings` is? */
  readonly isBelowItem: boolean;
  /** The word or member because of which no run changes it, whatever it may change. */
  readonly exclusion?: string;
}

/** The singletons of an interface, by its description. */
export function deriveSingletons(operations: Contract["operations"]): readonly Singleton[] {
  const all = [...operations.values()];
  // A large description has thousands of paths.
  const aboveItems = new Set(all.flatMap(({ path }) => pathsAboveParameters(path)));
  const byPath = new Map<string, Operation[]>();
  for (const each of all) byPath.set(trimmed(each.path), [...(byPath.get(trimmed(each.path)) ?? []), each]);
  return all
    .filter((each) => each.method === "GET" && isSingle(each, aboveItems))
    .flatMap((read): readonly Singleton[] => {
      const path = trimmed(read.path);
      const changes = (byPath.get(path) ?? []).filter((each) => changesWhatIsShown(each, read));
      if (changes.length === 0) return [];
      const exclusion = exclusionOf(path, read, changes);
      const isBelowItem = path.includes("{");
      return [{ path, read, changes, isBelowItem, ...(exclusion === undefined ? {} : { exclusion }) }];
    });
}

/** Members that a change sends and a read shows, by their names, with the schema of what is sent. */
export function changeableMembers(change: Operation, read: Operation): Readonly<Record<string, AnySchema>> {
  const shown = membersOf(shownBy(read));
  const sent = Object.entries(membersOf(change.body?.schema)).filter(
    ([name, schema]) =>
      Object.hasOwn(shown, name) && schema.readOnly !== true && shown[name]?.readOnly !== true,
  );
  return Object.fromEntries(sent);
}

/** Does a text stand for one that the server does not show? */
export function isMasked(text: string): boolean {
  return matches(text, "masked");
}

/** Is what a GET shows one thing, with members of its own, and neither a list nor what items are found in by their keys? */
function isSingle({ path, ...read }: Operation, aboveItems: ReadonlySet<string>): boolean {
  const plain = trimmed(path);
  const members = Object.values(membersOf(shownBy(read)));
  const isEnvelope = members.some(
    (each) => typeOf(each) === "array" && typeOf(plainSchema(each.items ?? {})) === "object",
  );
  return !plain.endsWith("}") && !aboveItems.has(plain) && members.length > 0 && !isEnvelope;
}

/** The beginnings of a path after which a segment begins with a parameter. */
function pathsAboveParameters(path: string): readonly string[] {
  return [...path.matchAll(/\/\{/g)].map(({ index }) => path.slice(0, index));
}

/** PUT and PATCH change what stands at their path; a POST may add something to it, unless it takes what is shown there. */
function changesWhatIsShown(operation: Operation, read: Operation): boolean {
  const { method } = operation;
  if (method === "PUT" || method === "PATCH") return true;
  return method === "POST" && Object.keys(changeableMembers(operation, read)).length > 0;
}

function exclusionOf(path: string, read: Operation, changes: readonly Operation[]): string | undefined {
  const names = [path, read.id, ...changes.map(({ id }) => id)].flatMap(wordsIn);
  const word = names.find((each) => matches(each, "guarded") || matches(each, "secret-words"));
  if (word !== undefined) return word;
  const schemas = [shownBy(read), ...changes.map(({ body }) => body?.schema)];
  return schemas.flatMap((each) => secretsIn(each ?? {}))[0];
}

/** How deep members are looked for: schemas may refer to themselves. */
const deepest = 4;

/** Names of members, at any depth, that are sent and never shown, or that only their owner knows. */
function secretsIn(schema: AnySchema, depth = 0): readonly string[] {
  return Object.entries(membersOf(schema)).flatMap(([name, member]) => {
    const isSecret =
      member.writeOnly === true ||
      member.format === "password" ||
      wordsIn(name).some((word) => matches(word, "secret-words"));
    if (isSecret) return [name];
    return depth < deepest ? secretsIn(member, depth + 1) : [];
  });
}

function membersOf(schema: AnySchema = {}): Readonly<Record<string, AnySchema>> {
  const { properties = {} } = plainSchema(schema);
  return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, plainSchema(each)]));
}

function shownBy({ responses }: Pick<Operation, "responses">): AnySchema | undefined {
  const success = [...responses.values()].find(({ status }) => /^2(00|XX)$/.test(status));
  return jsonOf(success?.contents ?? [])?.schema;
}

/** A path without a slash at its end. */
function trimmed(path: string): string {
  return path.replace(/(?<!\/)\/+$/, "");
}

import { type Contract, groupBy, jsonOf, type Operation } from "../description/index.js";
import { type AnySchema, plainSchema, typeOf, wordsIn } from "../schema/index.js";
import { besides, nounsOf } from "./item-ids.js";
import { matches, wordsOf } from "./lexicon.js";
import { type Member, membersOf } from "./members.js";
import { collectionsIn, plainPath } from "./paths.js";

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
  const aboveItems = new Set(all.flatMap(({ path }) => collectionsIn(path)));
  const byPath = groupBy(all, ({ path }) => plainPath(path));
  return all
    .filter((each) => each.method === "GET" && isSingle(each, aboveItems))
    .flatMap((read): readonly Singleton[] => {
      const path = plainPath(read.path);
      const changes = (byPath.get(path) ?? []).filter((each) => changesWhatIsShown(each, read));
      if (changes.length === 0) return [];
      const exclusion = exclusionOf(path, read, changes);
      const isBelowItem = path.includes("{");
      return [{ path, read, changes, isBelowItem, ...(exclusion === undefined ? {} : { exclusion }) }];
    });
}

/** The members of a singleton in a body: beside nothing, or in an object that only wraps them. */
interface SingletonBody {
  /** The plain schema of the object that has the members. */
  readonly schema: AnySchema;
  /** The name of that object, where it is wrapped: `data` of `{ data: { … } }`. */
  readonly wrapper?: string;
}

/** The members of a singleton as a change sends them. */
export function sentSingleton({ path, body }: Operation): SingletonBody {
  return unwrapped(path, body?.schema);
}

/** The members of a singleton as a read shows them. */
export function shownSingleton(read: Pick<Operation, "path" | "responses">): SingletonBody {
  return unwrapped(read.path, shownBy(read));
}

/** An object wraps another one, alone or beside what is about it, by a usual name, or by that of what stands at the path. */
function unwrapped(path: string, schema: AnySchema | undefined): SingletonBody {
  const members = membersOf(schema);
  const names = [...wordsOf("item-envelopes"), ...nounsOf(path)];
  const inside = members.find(
    (each) =>
      names.includes(each.name) && typeOf(each.schema) === "object" && membersOf(each.schema).length > 0,
  );
  const isAlone = members.every((each) => each === inside || besides.includes(each.name));
  return inside !== undefined && isAlone
    ? { schema: inside.schema, wrapper: inside.name }
    : { schema: plainSchema(schema ?? {}) };
}

/** Members that a change sends and a read shows, by their names, with the schema of what is sent. */
export function changeableMembers(change: Operation, read: Operation): Readonly<Record<string, AnySchema>> {
  const isWritable = ({ schema }: Member): boolean => schema.readOnly !== true;
  const shown = membersOf(shownSingleton(read).schema).filter(isWritable);
  const sent = membersOf(sentSingleton(change).schema).filter(
    (each) => isWritable(each) && shown.some(({ name }) => name === each.name),
  );
  return Object.fromEntries(sent.map(({ name, schema }) => [name, schema]));
}

/** Does a text stand for one that the server does not show? */
export function isMasked(text: string): boolean {
  return matches(text, "masked");
}

/** Is what a GET shows one thing, with members of its own, and neither a list nor what items are found in by their keys? */
function isSingle({ path, ...read }: Operation, aboveItems: ReadonlySet<string>): boolean {
  const plain = plainPath(path);
  const members = membersOf(shownSingleton({ path, ...read }).schema);
  const isEnvelope = members.some(
    ({ schema }) => typeOf(schema) === "array" && typeOf(plainSchema(schema.items ?? {})) === "object",
  );
  return !plain.endsWith("}") && !aboveItems.has(plain) && members.length > 0 && !isEnvelope;
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
  return membersOf(schema).flatMap(({ name, schema: member }) => {
    const isSecret =
      member.writeOnly === true ||
      member.format === "password" ||
      wordsIn(name).some((word) => matches(word, "secret-words"));
    if (isSecret) return [name];
    return depth < deepest ? secretsIn(member, depth + 1) : [];
  });
}

function shownBy({ responses }: Pick<Operation, "responses">): AnySchema | undefined {
  const success = [...responses.values()].find(({ status }) => /^2(00|XX)$/.test(status));
  return jsonOf(success?.contents ?? [])?.schema;
}

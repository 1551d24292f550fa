import { groupBy, memoize, type Operation, operationText } from "../description/index.js";
import type { Json } from "../json/index.js";
import { type AnySchema, plainSchema, typeOf } from "../schema/index.js";
import { matches } from "./lexicon.js";
import { membersOf } from "./members.js";
import type { Api } from "./resource.js";
import { referredTo } from "./resource-references.js";

/** A member of a body that names an item by its id. */
export interface KnownReference {
  readonly name: string;
  /** Reads the item. */
  readonly read: Operation;
  /** Does the description say that the item has to be there? */
  readonly isStated: boolean;
  /** The value for an id; undefined where the member cannot have it. */
  readonly valueFor: (id: string) => Json | undefined;
}

/** The members at the top of a body that name items by their ids, which can be read. */
export function knownReferences(operation: Operation, api: Api): readonly KnownReference[] {
  const { resources } = api;
  const writers = writersOf(operation, api);
  return membersOf(operation.body?.schema).flatMap(({ name, schema }): readonly KnownReference[] => {
    const read = referredTo(name, resources, (each) => each.read !== undefined)?.read;
    const plain = plainSchema(schema);
    if (read === undefined || plain.readOnly === true || plain.enum !== undefined) return [];
    const isStated = writers.some((each) => saysThatItExists(each, name));
    return [{ name, read, isStated, valueFor: (id) => valueFor(plain, id) }];
  });
}

/** A creation whose body names an item by its id. */
export interface ReferringCreation {
  readonly create: Operation;
  readonly reference: KnownReference;
}

/** The creations whose items can be read, by the operation that reads what they refer to: of each, the first member that does. */
export const referringCreations = memoize(
  (api: Api): ReadonlyMap<Operation, readonly ReferringCreation[]> => {
    const creations = [...api.operations.values()].filter(
      (each) => each.method === "POST" && api.readOf(each) !== undefined,
    );
    const all = creations.flatMap((create) => {
      const references = knownReferences(create, api);
      const isFirst = ({ read }: KnownReference, index: number): boolean =>
        references.findIndex((each) => each.read === read) === index;
      return references.filter(isFirst).map((reference): ReferringCreation => ({ create, reference }));
    });
    return groupBy(all, ({ reference }) => reference.read);
  },
);

/** The operations that write the same items: what one says of a member holds for the others. */
function writersOf(operation: Operation, api: Api): readonly Operation[] {
  const resource = api.resourceAt(operation.path) ?? api.resourceIn(operation);
  const all = [operation, ...(resource?.creations ?? []), ...(resource?.operations ?? [])];
  return [...new Set(all)].filter(({ body }) => body !== undefined);
}

function saysThatItExists(operation: Operation, name: string): boolean {
  const member = membersOf(operation.body?.schema).find((each) => each.name === name);
  const { description = "" } = plainSchema(member?.schema ?? {});
  return isExisting(description) || saysOfName(operation, name, isExisting);
}

/** Says a sentence of an operation's text something of a name? */
function saysOfName(operation: Operation, name: string, says: (sentence: string) => boolean): boolean {
  return operationText(operation)
    .split(/[.;!?](?:\s|$)/)
    .some((each) => each.toLowerCase().includes(name.toLowerCase()) && says(each));
}

function isExisting(text: string): boolean {
  return matches(text, "has-to-exist") && !matches(text, "need-not-exist");
}

function valueFor(schema: AnySchema, id: string): Json | undefined {
  const type = typeOf(schema);
  if (type === "integer" || type === "number") return /^\d{1,18}$/.test(id) ? BigInt(id) : undefined;
  return type === "string" ? id : undefined;
}

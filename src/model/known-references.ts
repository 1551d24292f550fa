import type { Operation } from "../description/index.js";
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
export function knownReferences(operation: Operation, { resources }: Api): readonly KnownReference[] {
  return membersOf(operation.body?.schema).flatMap(({ name, schema }): readonly KnownReference[] => {
    const read = referredTo(name, resources, (each) => each.read !== undefined)?.read;
    const plain = plainSchema(schema);
    if (read === undefined || plain.readOnly === true || plain.enum !== undefined) return [];
    const isStated = isExisting(plain.description ?? "") || saysOfName(operation, name, isExisting);
    return [{ name, read, isStated, valueFor: (id) => valueFor(plain, id) }];
  });
}

/** Says a sentence of an operation's text something of a name? */
function saysOfName(
  { summary = "", description = "" }: Operation,
  name: string,
  says: (sentence: string) => boolean,
): boolean {
  return `${summary}. ${description}`
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

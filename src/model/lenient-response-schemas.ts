import { atPointer, type Contract, sparseObject } from "../description/index.js";

type Document = Contract["document"];
type Members = Readonly<Record<string, unknown>>;

/**
 * The document with what its schemas surely promise of a response:
 * - A value may fit several alternatives of a `oneOf`.
 * - A member that is `writeOnly` need not be there (OpenAPI 3.1, section 4.8.24.7).
 * - Slips of the description hold nobody to anything: words of an `enum` that are none of its type, and parts of an `allOf`
 *   that forbid each other's members.
 */
export function withLenientResponseSchemas(document: Document): Document {
  const slips = { document, writeOnly: writeOnlyNames(document), closedParts: closedParts(document) };
  return promised(document, slips) as Document;
}

interface Slips {
  readonly document: Document;
  /** Names of members that are `writeOnly` in some schema. */
  readonly writeOnly: ReadonlySet<string>;
  /** Schemas that allow no other members, although an `allOf` has others beside them. */
  readonly closedParts: ReadonlySet<unknown>;
}

/** An unchanged part stays the same object: most of a large document does. */
function promised(part: unknown, slips: Slips): unknown {
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part);
  const replaced = entries.map(([, member]) => promised(member, slips));
  const isSame = replaced.every((member, index) => member === entries[index]?.[1]);
  if (Array.isArray(part)) return isSame ? part : replaced;
  const members = isSame
    ? (part as Members)
    : (sparseObject(entries.map(([name], index) => [name, replaced[index]])) as Members);
  const isClosedPart = slips.closedParts.has(part);
  return isAsWritten(members, slips, isClosedPart) ? members : promisedSchema(members, slips, isClosedPart);
}

function isAsWritten(part: Members, slips: Slips, isClosedPart: boolean): boolean {
  const { oneOf, enum: words, required } = part;
  const isRequired = Array.isArray(required) && slips.writeOnly.size > 0;
  return !Array.isArray(oneOf) && !Array.isArray(words) && !isRequired && !isClosedPart;
}

function promisedSchema(part: Members, slips: Slips, isClosedPart: boolean): Members {
  const { oneOf, enum: words, required, additionalProperties, ...others } = part;
  // A value that is no array there is a member of that name.
  const isSlip =
    others["type"] === "string" && Array.isArray(words) && words.some((each) => typeof each !== "string");
  const kept = {
    ...others,
    ...(words === undefined || isSlip ? {} : { enum: words }),
    ...(required === undefined ? {} : { required: requiredOf(part, slips) }),
    ...(additionalProperties === undefined || isClosedPart ? {} : { additionalProperties }),
  };
  if (!Array.isArray(oneOf)) return { ...kept, ...(oneOf === undefined ? {} : { oneOf }) };
  const { allOf = [] } = kept as { readonly allOf?: readonly unknown[] };
  return { ...kept, allOf: [...allOf, { anyOf: oneOf }] };
}

/** The required members of a response. A schema may require what only its neighbours in an `allOf` describe. */
function requiredOf({ required, properties }: Members, { document, writeOnly }: Slips): unknown {
  if (!Array.isArray(required)) return required;
  const isOnlyWritten = (name: string): boolean => {
    const own = ((properties ?? {}) as Members)[name];
    return own === undefined ? writeOnly.has(name) : isWriteOnly(document, own);
  };
  return required.filter((name: string) => !isOnlyWritten(name));
}

function isWriteOnly(document: Document, member: unknown): boolean {
  const { $ref, writeOnly } = (member ?? {}) as Members;
  const target = typeof $ref === "string" ? (atPointer(document, $ref)?.value as Members) : undefined;
  return writeOnly === true || target?.["writeOnly"] === true;
}

/** Names of members that only requests have. */
function writeOnlyNames(document: Document): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of partsOf(document))
    for (const [name, member] of Object.entries(part)) if (isWriteOnly(document, member)) names.add(name);
  return names;
}

/** The schemas that allow no other members, and are parts of an `allOf` or have one. */
function closedParts(document: Document): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  const seen = new Set<unknown>();
  const collect = (part: unknown): void => {
    // A schema may be a part of itself.
    if (typeof part !== "object" || part === null || seen.has(part)) return;
    seen.add(part);
    const { $ref, allOf, additionalProperties } = part as Members;
    if (additionalProperties === false) found.add(part);
    if (typeof $ref === "string") collect(atPointer(document, $ref)?.value);
    if (Array.isArray(allOf)) for (const each of allOf as readonly unknown[]) collect(each);
  };
  for (const part of partsOf(document)) if (Array.isArray(part["allOf"])) collect(part);
  return found;
}

/** Every object in a value, at any depth. */
function* partsOf(value: unknown): Generator<Members> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Members;
  for (const member of Object.values(value)) yield* partsOf(member);
}

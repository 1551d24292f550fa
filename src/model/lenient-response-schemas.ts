import { atPointer, type Contract, sparseObject } from "../description/index.js";

type Document = Contract["document"];
type Members = Readonly<Record<string, unknown>>;

/**
 * The document with what its schemas surely promise of a response:
 * - A value may fit several alternatives of a `oneOf`.
 * - A member that is `writeOnly` need not be there (OpenAPI 3.1, section 4.8.24.7).
 * - Slips of the description hold nobody to anything: words of an `enum` that are none of its type.
 * - Parts of an `allOf` that forbid each other's members are closed together: what none of them has is forbidden.
 */
export function withLenientResponseSchemas(document: Document): Document {
  const slips = { document, writeOnly: writeOnlyNames(document), ...closedParts(document) };
  return promised(document, slips) as Document;
}

interface Slips {
  readonly document: Document;
  /** Names of members that are `writeOnly` in some schema. */
  readonly writeOnly: ReadonlySet<string>;
  /** Schemas that allow no other members, although an `allOf` has others beside them. */
  readonly closedParts: ReadonlySet<unknown>;
  /** Schemas whose parts are closed together, and that are no part of another one. */
  readonly closedWholes: ReadonlySet<unknown>;
}

/** An unchanged part stays the same object: most of a large document does. */
function promised(part: unknown, slips: Slips): unknown {
  if (typeof part !== "object" || part === null) return part;
  if (Array.isArray(part)) {
    const members: readonly unknown[] = part;
    const replaced = members.map((member) => promised(member, slips));
    return replaced.every((member, index) => member === members[index]) ? part : replaced;
  }
  const entries = Object.entries(part);
  const replaced = entries.map(([, member]) => promised(member, slips));
  const isSame = replaced.every((member, index) => member === entries[index]?.[1]);
  const members = isSame
    ? (part as Members)
    : (sparseObject(entries.map(([name], index) => [name, replaced[index]])) as Members);
  const isClosedPart = slips.closedParts.has(part);
  const kept = isAsWritten(members, slips, isClosedPart)
    ? members
    : promisedSchema(members, slips, isClosedPart);
  return slips.closedWholes.has(part) ? { ...kept, unevaluatedProperties: false } : kept;
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

/** The schemas that allow no other members, and are parts of an `allOf` or have one; and the wholes that they are parts of. */
function closedParts(document: Document): Pick<Slips, "closedParts" | "closedWholes"> {
  const found = new Set<unknown>();
  const inner = new Set<unknown>();
  const wholes = new Set<unknown>();
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
  for (const part of partsOf(document)) {
    if (!Array.isArray(part["allOf"])) continue;
    collect(part);
    if (isClosedWithin(document, part, new Set())) wholes.add(part);
    for (const each of part["allOf"] as readonly unknown[]) addParts(document, each, inner);
  }
  return { closedParts: found, closedWholes: new Set([...wholes].filter((each) => !inner.has(each))) };
}

/** Adds a part of an `allOf`, and what it refers to. */
function addParts(document: Document, part: unknown, parts: Set<unknown>): void {
  if (typeof part !== "object" || part === null || parts.has(part)) return;
  parts.add(part);
  const { $ref } = part as Members;
  if (typeof $ref === "string") addParts(document, atPointer(document, $ref)?.value, parts);
}

/** Does a schema, or a part of its `allOf`, allow no other members? */
function isClosedWithin(document: Document, part: unknown, seen: Set<unknown>): boolean {
  if (typeof part !== "object" || part === null || seen.has(part)) return false;
  seen.add(part);
  const { $ref, allOf, additionalProperties } = part as Members;
  if (additionalProperties === false) return true;
  const target = typeof $ref === "string" ? [atPointer(document, $ref)?.value] : [];
  const parts = [...target, ...(Array.isArray(allOf) ? (allOf as readonly unknown[]) : [])];
  return parts.some((each) => isClosedWithin(document, each, seen));
}

/** Every object in a value, at any depth. */
function* partsOf(value: unknown): Generator<Members> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Members;
  for (const member of Object.values(value)) yield* partsOf(member);
}

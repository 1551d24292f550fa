import { atPointer, type Contract } from "../../description/index.js";

type Document = Contract["document"];
type Members = Readonly<Record<string, unknown>>;

/**
 * The document with what its schemas surely promise of a response:
 * - A value may fit several alternatives of a `oneOf`.
 * - A member that is `writeOnly` need not be there (OpenAPI 3.1, section 4.8.24.7).
 * - Slips of the description hold nobody to anything: words of an `enum` that are none of its type, and parts of an `allOf`
 *   that forbid each other's members.
 */
export function withPromisedSchemas(document: Document): Document {
  const slips = { writeOnly: writeOnlyNames(document), hasClosedParts: hasClosedParts(document) };
  return promised(document, slips) as Document;
}

interface Slips {
  readonly writeOnly: ReadonlySet<string>;
  readonly hasClosedParts: boolean;
}

/** What nothing changes of stays the same object: most of a large document does. */
function promised(part: unknown, slips: Slips): unknown {
  if (typeof part !== "object" || part === null) return part;
  const entries = Object.entries(part);
  const replaced = entries.map(([, member]) => promised(member, slips));
  const isSame = replaced.every((member, index) => member === entries[index]?.[1]);
  if (Array.isArray(part)) return isSame ? part : replaced;
  const members = isSame
    ? (part as Members)
    : (Object.fromEntries(entries.map(([name], index) => [name, replaced[index]])) as Members);
  return isAsWritten(members, slips) ? members : promisedSchema(members, slips);
}

function isAsWritten(part: Members, slips: Slips): boolean {
  const { oneOf, enum: words, required, additionalProperties } = part;
  const isRequired = Array.isArray(required) && slips.writeOnly.size > 0;
  const isClosed = additionalProperties === false && slips.hasClosedParts;
  return !Array.isArray(oneOf) && !Array.isArray(words) && !isRequired && !isClosed;
}

function promisedSchema(part: Members, slips: Slips): Members {
  const { oneOf, enum: words, required, additionalProperties, ...others } = part;
  // What is no array there is a member of that name.
  const isSlip =
    others["type"] === "string" && Array.isArray(words) && words.some((each) => typeof each !== "string");
  const isClosed = additionalProperties === false && slips.hasClosedParts;
  const kept = {
    ...others,
    ...(words === undefined || isSlip ? {} : { enum: words }),
    ...(required === undefined ? {} : { required: withoutNames(required, slips.writeOnly) }),
    ...(additionalProperties === undefined || isClosed ? {} : { additionalProperties }),
  };
  if (!Array.isArray(oneOf)) return { ...kept, ...(oneOf === undefined ? {} : { oneOf }) };
  const { allOf = [] } = kept as { readonly allOf?: readonly unknown[] };
  return { ...kept, allOf: [...allOf, { anyOf: oneOf }] };
}

function withoutNames(required: unknown, names: ReadonlySet<string>): unknown {
  return Array.isArray(required) ? required.filter((each: string) => !names.has(each)) : required;
}

/** Names of members that only requests have. */
function writeOnlyNames(document: Document): ReadonlySet<string> {
  const names = new Set<string>();
  for (const part of partsOf(document))
    for (const [name, member] of Object.entries(part))
      if ((member as { writeOnly?: unknown } | null)?.writeOnly === true) names.add(name);
  return names;
}

/** Are there parts of an `allOf` that allow no other members? */
function hasClosedParts(document: Document): boolean {
  const known = new Map<unknown, boolean>();
  const isClosed = (part: unknown): boolean => {
    const before = known.get(part);
    if (before !== undefined) return before;
    // A schema that is a part of itself says nothing there.
    known.set(part, false);
    const { $ref, allOf, additionalProperties } = (part ?? {}) as Members;
    const target = typeof $ref === "string" ? atPointer(document, $ref)?.value : undefined;
    const parts = [
      ...(Array.isArray(allOf) ? (allOf as readonly unknown[]) : []),
      ...(target === undefined ? [] : [target]),
    ];
    const closed = additionalProperties === false || parts.some(isClosed);
    known.set(part, closed);
    return closed;
  };
  return [...partsOf(document)].some(({ allOf }) => Array.isArray(allOf) && allOf.some(isClosed));
}

/** Every object in a value, at any depth. */
function* partsOf(value: unknown): Generator<Members> {
  if (typeof value !== "object" || value === null) return;
  if (!Array.isArray(value)) yield value as Members;
  for (const member of Object.values(value)) yield* partsOf(member);
}

import { sparseObject } from "./collections.js";
import { atPointer, isData, isObject } from "./references.js";

type Members = Readonly<Record<string, unknown>>;

/**
 * Says in JSON Schema what a `discriminator` says in words: an alternative has the name that leads to it in the member that tells
 * them apart. Members that state their words already stay as they are. Source: OpenAPI 3.1, section 4.8.25.
 */
export function withDiscriminators(document: unknown): unknown {
  if (!hasDiscriminator(document)) return document;
  const heirs = heirsIn(document);
  const isBase = (reference: unknown): boolean => typeof reference === "string" && heirs.has(reference);
  const change = (part: unknown, name = ""): unknown => {
    if (Array.isArray(part)) {
      // An heir has all that its base has, and is no other heir.
      return part.map((each) =>
        name === "allOf" && isObject(each) && isBase(each["$ref"]) ? each : change(each),
      );
    }
    if (!isObject(part)) return part;
    const entries = Object.entries(part).map(([key, member]): readonly [string, unknown] => [
      key,
      isData(key, name) ? member : change(member, key),
    ]);
    const members = sparseObject(entries);
    if (isBase(part["$ref"]))
      return {
        oneOf: heirs
          .get(part["$ref"] as string)
          ?.map(({ $ref, words, member }) => named({ $ref }, member, words)),
      };
    return withNames(document, members);
  };
  return change(document);
}

function hasDiscriminator(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return false;
  return Object.hasOwn(part, "discriminator") || Object.values(part).some(hasDiscriminator);
}

/** The alternatives of a schema with their names. */
function withNames(document: unknown, schema: Members): unknown {
  const { discriminator, oneOf, anyOf } = schema;
  const [keyword, alternatives] = Array.isArray(oneOf) ? ["oneOf", oneOf] : ["anyOf", anyOf];
  if (!isObject(discriminator) || !Array.isArray(alternatives)) return schema;
  const { propertyName: member, mapping } = discriminator;
  if (typeof member !== "string") return schema;
  const all = (alternatives as readonly unknown[]).map((each) => {
    const $ref = isObject(each) ? each["$ref"] : undefined;
    if (typeof $ref !== "string" || statesWords(document, $ref, member)) return each;
    return named({ $ref }, member, wordsFor($ref, mapping));
  });
  return { ...schema, [keyword as string]: all };
}

function named(schema: object, member: string, words: readonly string[]): object {
  return { allOf: [schema, { required: [member], properties: { [member]: { enum: words } } }] };
}

/** The names that lead to a schema: those of the mapping, or else its own. */
function wordsFor($ref: string, mapping: unknown): readonly string[] {
  const own = $ref.split("/").at(-1) ?? "";
  const mapped = Object.entries(isObject(mapping) ? mapping : {})
    .filter(([, target]) => target === $ref || target === own)
    .map(([word]) => word);
  return mapped.length > 0 ? mapped : [own];
}

/** Has a schema words of its own for a member, also by its parts? */
function statesWords(document: unknown, $ref: string, member: string, depth = 0): boolean {
  const schema = atPointer(document, $ref)?.value;
  const isStated = (part: unknown): boolean => {
    if (!isObject(part) || depth > 10) return false;
    const { properties, allOf, $ref: target } = part;
    const own = isObject(properties) ? properties[member] : undefined;
    if (isObject(own) && ("const" in own || "enum" in own || "$ref" in own)) return true;
    if (typeof target === "string") return statesWords(document, target, member, depth + 1);
    return Array.isArray(allOf) && allOf.some(isStated);
  };
  return isStated(schema);
}

/** A schema that has another one, with a discriminator, in its `allOf`. */
interface Heir {
  readonly $ref: string;
  readonly member: string;
  readonly words: readonly string[];
}

/** By reference to a base with a discriminator and no alternatives: the schemas that are made of it. */
function heirsIn(document: unknown): ReadonlyMap<string, readonly Heir[]> {
  const components = isObject(document) ? document["components"] : undefined;
  const schemas = isObject(components) && isObject(components["schemas"]) ? components["schemas"] : {};
  const found = new Map<string, readonly Heir[]>();
  for (const [name, base] of Object.entries(schemas)) {
    if (!isObject(base) || Array.isArray(base["oneOf"]) || Array.isArray(base["anyOf"])) continue;
    const { discriminator } = base;
    const member = isObject(discriminator) ? discriminator["propertyName"] : undefined;
    const $ref = `#/components/schemas/${name}`;
    if (typeof member !== "string" || !isObject(discriminator)) continue;
    const heirs = Object.entries(schemas).filter(
      ([, schema]) =>
        isObject(schema) &&
        Array.isArray(schema["allOf"]) &&
        schema["allOf"].some((each: unknown) => isObject(each) && each["$ref"] === $ref),
    );
    const all = heirs.map(([each]) => {
      const reference = `#/components/schemas/${each}`;
      return { $ref: reference, member, words: wordsFor(reference, discriminator["mapping"]) };
    });
    if (all.length > 0 && !all.some((heir) => statesOwnWords(schemas, heir))) found.set($ref, all);
  }
  return found;
}

/** Has an heir words of its own, beside those that its base may state for all? */
function statesOwnWords(schemas: Members, { $ref, member }: Heir): boolean {
  const schema = schemas[$ref.split("/").at(-1) ?? ""];
  const parts = isObject(schema) ? [schema, ...((schema["allOf"] as readonly unknown[]) ?? [])] : [];
  return parts.some((part) => {
    const properties = isObject(part) ? part["properties"] : undefined;
    return isObject(properties) && isObject(properties[member]);
  });
}

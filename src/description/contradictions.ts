import type { Path } from "./file.js";
import { atPointer, isData, isObject } from "./references.js";

/** A part of a description that nothing can satisfy, and why. */
export interface Contradiction {
  readonly path: Path;
  readonly reason: string;
}

/**
 * Finds each `allOf` in which a part that allows no other members forbids one that another part requires: nothing is valid by it.
 * Source: JSON Schema 2020-12, core, section 10.3.2.3.
 */
export function findContradictions(document: unknown): readonly Contradiction[] {
  const found: Contradiction[] = [];
  const path: (string | number)[] = [];
  const search = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    const lost = isObject(value) ? forbiddenMember(document, value) : undefined;
    if (lost !== undefined)
      found.push({
        path: [...path, "allOf"],
        reason: `allOf requires ${lost}, and one of its parts allows no such member: nothing is valid by it (its parts are taken to be closed together)`,
      });
    for (const [name, member] of Object.entries(value)) {
      if (isData(name, path.at(-1))) continue;
      path.push(name);
      search(member);
      path.pop();
    }
  };
  search(document);
  return found;
}

function forbiddenMember(document: unknown, schema: Readonly<Record<string, unknown>>): string | undefined {
  if (!Array.isArray(schema["allOf"])) return undefined;
  const parts = partsOf(document, schema);
  const required = parts.flatMap((part) => (Array.isArray(part["required"]) ? part["required"] : []));
  const closed = parts.filter(
    (part) =>
      part["additionalProperties"] === false &&
      isObject(part["properties"]) &&
      part["patternProperties"] === undefined,
  );
  return required.find((name: unknown): name is string =>
    closed.some(({ properties }) => !Object.hasOwn(properties as object, String(name))),
  );
}

/** Parts that are looked at, at most: few lines make thousands. */
const mostParts = 200;

/** A schema and all that its `allOf` leads to. */
function partsOf(document: unknown, start: unknown): readonly Readonly<Record<string, unknown>>[] {
  const parts = new Set<Readonly<Record<string, unknown>>>();
  const add = (part: unknown): void => {
    if (!isObject(part) || parts.has(part) || parts.size >= mostParts) return;
    parts.add(part);
    const { $ref, allOf } = part;
    if (typeof $ref === "string") add(atPointer(document, $ref)?.value);
    if (Array.isArray(allOf)) for (const each of allOf as readonly unknown[]) add(each);
  };
  add(start);
  return [...parts];
}

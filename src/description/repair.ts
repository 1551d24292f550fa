import { type Fault, findFault } from "./check-yaml-file.js";
import type { Path } from "./file.js";
import { type DocumentPart, findLostReference, isObject, named } from "./references.js";

type Members = Readonly<Record<string, unknown>>;

/** Says what is wrong, and what follows from it. */
export type Say = (fault: Pick<Fault, "path" | "reason">, consequence: string) => void;

/** Times that something is taken out of one part. */
const mostRepairs = 100;

/** Members that are there for readers: what is wrong with them changes nothing. */
const forReaders =
  /^(tags|summary|description|externalDocs|callbacks|servers|example|examples|xml|contact|license|webhooks|termsOfService)$/;

/** A part, and what is still wrong with it. */
export interface Repaired {
  readonly value: unknown;
  /** The fault that cannot be taken out. */
  readonly fault?: Pick<Fault, "path" | "reason">;
}

/** A part without what can be ignored of it. */
export function repaired({ value, path }: DocumentPart, schema: object, say: Say): Repaired {
  let left = value;
  for (let repairs = 0; ; repairs += 1) {
    const fault = findFault(schema, { value: left, path });
    if (fault === undefined) return { value: left };
    const rest = repairs === mostRepairs ? undefined : withoutNamedPart({ value: left, path }, fault, say);
    const ignored = ignorable(fault, path.length);
    if (rest !== undefined) left = rest.value;
    else if (ignored === undefined || repairs === mostRepairs) return { value: left, fault };
    else {
      say(fault, "ignored");
      left = without(left, ignored.slice(path.length));
    }
  }
}

/** A part without its headers and links that refer to nowhere, and what else of it does. */
export function withoutLostParts(document: unknown, { value, path }: DocumentPart, say: Say): Repaired {
  let left = value;
  for (let repairs = 0; ; repairs += 1) {
    const fault = findLostReference(document, { value: left, path });
    if (fault === undefined) return { value: left };
    const isLast = repairs === mostRepairs;
    const rest = isLast ? undefined : withoutNamedPart({ value: left, path }, fault, say);
    const open = isLast || rest !== undefined ? undefined : withOpenSchema({ value: left, path }, fault, say);
    if (rest === undefined && open === undefined) return { value: left, fault };
    left = (rest ?? open)?.value;
  }
}

/** Keywords whose values are schemas, alone or in a list, or by names of their own. */
const holdsSchemas =
  /^(schema|items|additionalProperties|not|if|then|else|contains|propertyNames|unevaluatedProperties|unevaluatedItems|itemSchema)$/;
const holdsMany = /^(allOf|anyOf|oneOf|prefixItems|properties|patternProperties|\$defs|dependentSchemas)$/;

/**
 * Lets the one schema allow anything that refers to nowhere, so that what stands around it still holds.
 * @returns undefined for a reference of anything else
 */
function withOpenSchema(
  { value, path }: DocumentPart,
  fault: Pick<Fault, "path" | "reason">,
  say: Say,
): { readonly value: unknown } | undefined {
  const at = fault.path.slice(0, -1);
  const [holder, name] = [String(at.at(-2)), String(at.at(-1))];
  const isSchema = holdsMany.test(holder) || (holdsSchemas.test(name) && !named.test(holder));
  if (at.length <= path.length || fault.path.at(-1) !== "$ref" || !isSchema) return undefined;
  say(fault, `${at.slice(path.length).join(" › ")} allows anything`);
  return { value: replaced(value, at.slice(path.length), {}) };
}

/** A value with another one at a path. */
function replaced(value: unknown, [name, ...rest]: Path, other: unknown): unknown {
  if (name === undefined) return other;
  if (Array.isArray(value))
    return value.map((each, index) => (index === Number(name) ? replaced(each, rest, other) : each));
  const members = value as Members;
  return { ...members, [name]: replaced(members[name], rest, other) };
}

/** Named members of a response of which each can be left out without the others. */
const optionalParts = /^(headers|links)$/;

/**
 * Leaves out the header or link of a part that has this fault; a fault in the schema of a header is ignored without that.
 * @returns undefined for a fault elsewhere
 */
function withoutNamedPart(
  { value, path }: DocumentPart,
  fault: Pick<Fault, "path" | "reason">,
  say: Say,
): { readonly value: unknown } | undefined {
  const at = fault.path.findIndex(
    (name, index) =>
      index >= path.length && optionalParts.test(String(name)) && !named.test(String(fault.path[index - 1])),
  );
  const name = fault.path[at + 1];
  const inner = fault.path.slice(at + 2);
  if (at === -1 || name === undefined || (inner.slice(0, -1).includes("schema") && inner.at(-1) !== "$ref"))
    return undefined;
  say(fault, `${fault.path[at] === "links" ? "the link" : "the header"} ${name} is left out`);
  return { value: without(value, fault.path.slice(path.length, at + 2)) };
}

/** Where that stands which can be taken out for a fault to go. */
function ignorable({ path, isUnknown }: Fault, depth: number): Path | undefined {
  const isFree = (index: number): boolean => index === 0 || !named.test(String(path[index - 1]));
  const reader = path.findIndex(
    (name, index) => index >= depth && isFree(index) && forReaders.test(String(name)),
  );
  if (reader !== -1) return path.slice(0, reader + 1);
  const isSchema = path.slice(0, -1).some((name) => name === "schema" || name === "schemas");
  // Of what all operations ask for, whatever can be read is kept.
  const isCommon = path[0] === "security" && path.length > 1;
  return path.length > depth && (isUnknown || isSchema || isCommon) ? path : undefined;
}

/** A value without what stands at a path; a schema that goes from among members that have names becomes one that allows anything. */
function without(value: unknown, [name, ...rest]: Path): unknown {
  if (name === undefined || typeof value !== "object" || value === null) return value;
  if (Array.isArray(value))
    return rest.length === 0
      ? value.filter((_, index) => index !== Number(name))
      : value.map((each, index) => (index === Number(name) ? without(each, rest) : each));
  const { [name]: member, ...others } = value as Members;
  if (rest.length > 0) {
    const isSchemas =
      rest.length === 1 && /^(properties|patternProperties|\$defs|schemas)$/.test(String(name));
    const kept = without(member, rest);
    return { ...value, [name]: isSchemas && isObject(kept) ? { ...kept, [String(rest[0])]: {} } : kept };
  }
  return others;
}

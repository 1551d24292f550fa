import { memoize, sparseObject } from "./collections.js";
import type { Path, YamlFile } from "./file.js";
import { atPointer, isData, isObject, pointerOf } from "./references.js";

type Members = Readonly<Record<string, unknown>>;

/** The base of references in a document that has no other. */
const usualBase = "https://document.invalid/";

/** The names of the schemas of a document, with the places that they lead to. */
interface Names {
  /** By absolute address: schemas with an `$id`, and the document. */
  readonly resources: Map<string, Path>;
  /** By absolute address with a fragment. */
  readonly anchors: Map<string, Path>;
  /** By name: where a dynamic anchor stands. */
  readonly dynamic: Map<string, readonly Path[]>;
  hasDynamicReferences: boolean;
}

/**
 * Returns a file in which every reference to a schema by its name is one by its place: by `$id`, `$anchor` and `$dynamicAnchor`. A schema that
 * gives a dynamic anchor another meaning, and refers to one with dynamic references, gets a copy of that.
 * Source: JSON Schema 2020-12, core, sections 8.2.1 to 8.2.3.2.
 */
export const withPlacesForNames = memoize((file: YamlFile): YamlFile => {
  const names: Names = {
    resources: new Map(),
    anchors: new Map(),
    dynamic: new Map(),
    hasDynamicReferences: false,
  };
  const root = isObject(file.value) ? file.value["$self"] : undefined;
  const base = addressOf(typeof root === "string" ? root : "", usualBase) ?? usualBase;
  collect(file.value, { path: [], base }, names);
  if (names.resources.size + names.anchors.size + names.dynamic.size === 0 && !names.hasDynamicReferences)
    return file;
  names.resources.set(base, []);
  const rewriting = { document: file.value, names };
  return {
    ...file,
    value: rewrite(file.value, { path: [], base, resource: [], bound: new Map() }, rewriting),
  };
});

function addressOf(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href.replace(/#.*$/, "");
  } catch {
    return undefined;
  }
}

interface SchemaPlace {
  readonly path: Path;
  readonly base: string;
}

/** The base of the references in a part: that of an `$id`, where it has one. */
function baseOf(part: Members, { base }: SchemaPlace): string {
  const { $id } = part;
  return (typeof $id === "string" ? addressOf($id, base) : undefined) ?? base;
}

function collect(part: unknown, place: SchemaPlace, names: Names): void {
  if (typeof part !== "object" || part === null) return;
  const { path } = place;
  const members = part as Members;
  const base = Array.isArray(part) ? place.base : baseOf(members, place);
  const { $anchor, $dynamicAnchor, $dynamicRef } = members;
  if (base !== place.base && !names.resources.has(base)) names.resources.set(base, path);
  for (const name of [$anchor, $dynamicAnchor])
    if (typeof name === "string" && !names.anchors.has(`${base}#${name}`))
      names.anchors.set(`${base}#${name}`, path);
  if (typeof $dynamicAnchor === "string")
    names.dynamic.set($dynamicAnchor, [...(names.dynamic.get($dynamicAnchor) ?? []), path]);
  names.hasDynamicReferences ||= typeof $dynamicRef === "string";
  for (const [name, member] of Object.entries(members))
    if (!isData(name, path.at(-1))) collect(member, { path: [...path, name], base }, names);
}

interface Scope extends SchemaPlace {
  /** Where the innermost schema with an `$id` stands. */
  readonly resource: Path;
  /** By the name of a dynamic anchor: what a schema that was passed means by it. */
  readonly bound: ReadonlyMap<string, Path>;
}

interface Rewriting {
  readonly document: unknown;
  readonly names: Names;
}

function rewrite(part: unknown, scope: Scope, rewriting: Rewriting): unknown {
  if (typeof part !== "object" || part === null) return part;
  const { path } = scope;
  if (Array.isArray(part))
    return part.map((each, index) => rewrite(each, { ...scope, path: [...path, `${index}`] }, rewriting));
  const members = part as Members;
  const base = baseOf(members, scope);
  const within = { ...scope, base, resource: base === scope.base ? scope.resource : path };
  const { $ref, $dynamicRef, ...others } = members;
  const copied = sparseObject(
    Object.entries(others).map(([name, member]) => [
      name,
      isData(name, path.at(-1)) ? member : rewrite(member, { ...within, path: [...path, name] }, rewriting),
    ]),
  );
  const dynamic =
    typeof $dynamicRef === "string" ? dynamicTarget($dynamicRef, within, rewriting.names) : undefined;
  if (dynamic !== undefined) return { ...copied, $ref: pointerOf(dynamic) };
  if ($ref === undefined) return copied;
  if (typeof $ref !== "string")
    return { ...copied, $ref: rewrite($ref, { ...within, path: [...path, "$ref"] }, rewriting) };
  const target = targetOf($ref, within, rewriting);
  if (target === undefined) return { ...copied, $ref };
  const instance = instanceOf(members, target, { scope: within, rewriting });
  if (instance === undefined) return { ...copied, $ref: pointerOf(target) };
  const { allOf } = copied as Members;
  return { ...copied, allOf: [...(Array.isArray(allOf) ? allOf : []), instance] };
}

/** Where a reference leads to; undefined where no name of the document is meant. */
function targetOf(
  reference: string,
  { base, resource }: Scope,
  { document, names }: Rewriting,
): Path | undefined {
  const [address = "", fragment = ""] = reference.split("#");
  const at = address === "" ? base : addressOf(address, base);
  if (at === undefined) return undefined;
  if (fragment !== "" && !fragment.startsWith("/")) return names.anchors.get(`${at}#${fragment}`);
  // Many descriptions have an $id, and mean places in the whole document.
  const start = address === "" ? resource : names.resources.get(at);
  if (start === undefined || (address === "" && fragment === "" && resource.length === 0)) return undefined;
  const found = [start, []].map((each) => [...each, ...stepsOf(fragment)]);
  return found.find((each) => atPointer(document, pointerOf(each)) !== undefined || each.length === 0);
}

function stepsOf(fragment: string): Path {
  const steps = fragment.split("/").slice(1);
  return steps.map((step) => decodeURIComponent(step).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The target of a dynamic reference: that of a schema that was passed, or else the nearest anchor of that name. */
function dynamicTarget(reference: string, { path, bound }: Scope, { dynamic }: Names): Path | undefined {
  const name = reference.replace(/^.*#/, "");
  const shared = (other: Path): number => {
    const differing = other.findIndex((step, index) => step !== path[index]);
    return differing < 0 ? other.length : differing;
  };
  const [nearest] = (dynamic.get(name) ?? []).toSorted((left, right) => shared(right) - shared(left));
  return bound.get(name) ?? nearest;
}

/** A copy of a schema with dynamic references, for one that gives them another meaning; undefined where it does not. */
function instanceOf(
  schema: Members,
  target: Path,
  { scope, rewriting }: { readonly scope: Scope; readonly rewriting: Rewriting },
): unknown {
  const own = dynamicAnchorsIn(schema, scope.path);
  const value = atPointer(rewriting.document, pointerOf(target))?.value;
  const isMeant = [...own.keys()].some((name) => hasDynamicReference(value, name));
  if (!isMeant || !isObject(value)) return undefined;
  const bound = new Map([...own, ...scope.bound]);
  const { $id: _, $dynamicAnchor: __, ...copied } = value as Members;
  return rewrite(copied, { ...scope, path: target, resource: target, bound }, rewriting);
}

/** The dynamic anchors of a schema, and of its definitions. */
function dynamicAnchorsIn(schema: Members, path: Path): ReadonlyMap<string, Path> {
  const { $defs } = schema;
  const parts = [
    [schema, path] as const,
    ...Object.entries(isObject($defs) ? $defs : {}).map(
      ([name, each]) => [each, [...path, "$defs", name]] as const,
    ),
  ];
  return new Map(
    parts.flatMap(([each, at]) => {
      const name = isObject(each) ? each["$dynamicAnchor"] : undefined;
      return typeof name === "string" ? [[name, at] as const] : [];
    }),
  );
}

function hasDynamicReference(value: unknown, name: string): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { $dynamicRef } = value as Members;
  if (typeof $dynamicRef === "string" && $dynamicRef.endsWith(`#${name}`)) return true;
  return Object.values(value).some((each) => hasDynamicReference(each, name));
}

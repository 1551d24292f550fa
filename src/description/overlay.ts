import { createRequire } from "node:module";
import { checkYamlFile } from "./check-yaml-file.js";
import {
  ConfigurationError,
  type Path,
  readTextFile,
  refusal,
  UnreadableFile,
  type YamlFile,
} from "./file.js";
import { parseFile } from "./json-file.js";
import { isObject } from "./references.js";

/** Loaded where there is an overlay. */
const load = createRequire(import.meta.url);

/** Source: Overlay Specification 1.0.0, section 4.4. */
const overlaySchema = {
  type: "object",
  required: ["overlay", "info", "actions"],
  properties: {
    overlay: { type: "string", pattern: "^1\\.0\\.\\d+$" },
    info: {
      type: "object",
      required: ["title", "version"],
      properties: { title: { type: "string" }, version: { type: "string" } },
    },
    extends: { type: "string" },
    actions: {
      type: "array",
      minItems: 1,
      items: {
        type: "object",
        required: ["target"],
        properties: {
          target: { type: "string" },
          description: { type: "string" },
          update: {},
          remove: { type: "boolean" },
        },
        patternProperties: { "^x-": {} },
        additionalProperties: false,
      },
    },
  },
  patternProperties: { "^x-": {} },
  additionalProperties: false,
};

interface Action {
  readonly target: string;
  readonly update?: unknown;
  readonly remove?: boolean;
}

/**
 * A file with these overlays applied, one after the other.
 * @param paths of the overlays
 * @returns with a sentence for each action that changes nothing, as an error that is not thrown
 * @throws ConfigurationError for an overlay that cannot be used
 */
export function applyOverlays(file: YamlFile, paths: readonly string[]) {
  const faults: ConfigurationError[] = [];
  const texts: string[] = [];
  let { value } = file;
  for (const path of paths) {
    const text = readOverlay(path);
    texts.push(text);
    const applied = applyOverlay(value, checkYamlFile(parseFile(path, text), overlaySchema));
    value = applied.document;
    faults.push(...applied.faults);
  }
  return { file: paths.length === 0 ? file : { ...file, value }, faults, texts };
}

function readOverlay(path: string): string {
  try {
    return readTextFile(path, { pipes: true });
  } catch (error) {
    if (error instanceof UnreadableFile) throw new ConfigurationError(`${path} ${error.message}`);
    throw error;
  }
}

/** A copy of a document to which the actions of a checked overlay were applied in their order. */
export function applyOverlay(document: unknown, overlay: YamlFile) {
  const faults: ConfigurationError[] = [];
  // A copy in which no part stands in two places, as one behind an alias of YAML does.
  const copy = JSON.parse(JSON.stringify(document)) as unknown;
  const { actions } = overlay.value as { readonly actions: readonly Action[] };
  for (const [index, { target, update, remove = false }] of actions.entries()) {
    const refuse = (reason: string) => refusal(overlay, ["actions", index, "target"], `${target} ${reason}`);
    const found = findTargets(copy, target, refuse);
    if (found.length === 0) faults.push(refuse("matches nothing of the description"));
    if (remove) removeAll(copy, found, refuse);
    else if (update !== undefined)
      for (const { value } of found) updateWith(value, structuredClone(update), refuse);
  }
  return { document: copy, faults };
}

interface Found {
  readonly value: unknown;
  readonly location: Path;
}

type Refuse = (reason: string) => ConfigurationError;

/** Source: RFC 9535. */
function findTargets(document: unknown, target: string, refuse: Refuse): readonly Found[] {
  const { jsonpath } = load("json-p3") as typeof import("json-p3");
  try {
    return jsonpath.query(target, document as Parameters<typeof jsonpath.query>[1]).nodes;
  } catch (error) {
    throw refuse(`is no JSONPath: ${(error as Error).message}`);
  }
}

/** Removes all that was found, the items of a list at once: their indices hold until then. */
function removeAll(document: unknown, found: readonly Found[], refuse: Refuse): void {
  const removed = new Map<unknown[], Set<number>>();
  for (const { location } of found) {
    const name = location.at(-1);
    if (name === undefined) throw refuse("is the whole description, which cannot be removed");
    const parent = location.slice(0, -1).reduce(memberOf, document);
    if (Array.isArray(parent)) removed.set(parent, (removed.get(parent) ?? new Set()).add(Number(name)));
    else if (isObject(parent)) Reflect.deleteProperty(parent, name);
  }
  for (const [list, indices] of removed)
    list.splice(0, list.length, ...list.filter((_, index) => !indices.has(index)));
}

function memberOf(value: unknown, name: string | number): unknown {
  return typeof value === "object" && value !== null
    ? (value as Readonly<Record<string | number, unknown>>)[name]
    : undefined;
}

/** An object takes over the members of another, at any depth; a list gets one item more. */
function updateWith(target: unknown, update: unknown, refuse: Refuse): void {
  if (Array.isArray(target)) target.push(update);
  else if (!isObject(target))
    throw refuse("matches what is neither an object nor a list, which alone can be updated");
  else if (!isObject(update)) throw refuse("matches an object, which can be updated by an object only");
  else mergeInto(target, update);
}

function mergeInto(target: Record<string, unknown>, update: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(update)) {
    // It would change every object there is.
    if (name === "__proto__") continue;
    const before = Object.hasOwn(target, name) ? target[name] : undefined;
    if (isObject(before) && isObject(value)) mergeInto(before, value);
    else target[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value;
  }
}

import { ConfigurationError, type YamlFile } from "./file.js";
import { methods } from "./operation.js";
import { atPointer, isData, isObject, isReference } from "./references.js";

/** The largest descriptions that are published have 5,000. */
const mostOperations = 10_000;

/** Items in items, each with an id: the paths above a path of thousands would take gigabytes. */
const mostParameters = 100;

/** References that lead from one to the next: what follows them recurses. */
const mostInChain = 1000;

/**
 * Refuses a description that would take more time or more stack than there is, before any work on it begins.
 * @throws ConfigurationError that names the bound
 */
export function checkBounds({ path, value }: YamlFile): void {
  const operations = countOperations(value);
  if (operations > mostOperations)
    throw new ConfigurationError(
      `${path}: has ${operations} operations, and may have ${mostOperations}: split it`,
    );
  const long = pathsOf(value).find((each) => each.split("{").length > mostParameters + 1);
  if (long !== undefined)
    throw new ConfigurationError(`${path}: has a path with more than ${mostParameters} parameters`);
  if (hasLongChain(value)) throw tooManyReferences(path);
}

/** Says that references lead on too far. */
export function tooManyReferences(path: string): ConfigurationError {
  return new ConfigurationError(`${path}: has more than ${mostInChain} references in one chain`);
}

function pathsOf(document: unknown): readonly string[] {
  return isObject(document) && isObject(document["paths"]) ? Object.keys(document["paths"]) : [];
}

function countOperations(document: unknown): number {
  const paths = isObject(document) && isObject(document["paths"]) ? document["paths"] : {};
  return Object.values(paths).reduce<number>(
    (sum, item) => sum + (isObject(item) ? methods.filter((each) => Object.hasOwn(item, each)).length : 0),
    0,
  );
}

/** Is there a part that is reached by more references than that, on the shortest way to it from any operation? */
function hasLongChain(document: unknown): boolean {
  const { paths } = isObject(document) ? document : {};
  const reached = new Set<string>();
  let parts: readonly unknown[] = [paths];
  for (let length = 0; parts.length > 0; length += 1) {
    if (length > mostInChain) return true;
    const found = new Set(parts.flatMap((part) => [...referencesIn(part)]));
    const targets = [...found].filter((each) => !reached.has(each));
    for (const each of targets) reached.add(each);
    parts = targets.map((each) => atPointer(document, each)?.value);
  }
  return false;
}

function* referencesIn(part: unknown, name = ""): Generator<string> {
  if (typeof part !== "object" || part === null) return;
  if (isReference(part)) yield part.$ref;
  for (const [member, value] of Object.entries(part))
    if (!isData(member, name)) yield* referencesIn(value, member);
}

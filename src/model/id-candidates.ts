import { type Contract, jsonOf, type ResponseSpec } from "../description/index.js";
import { type AnySchema, plainSchema } from "../generate/index.js";
import { apiOf } from "./api.js";
import { callableOperations } from "./decisions.js";
import { idNames, wrappersOf } from "./item-ids.js";
import type { Resource } from "./resource.js";

/** Names in names, at most, that lead to an id. */
const deepest = 4;

/**
 * Where ids may stand that no run finds without help, as names joined by dots: deep in what the responses to creations are
 * described to be.
 */
export function deriveIdCandidates(
  described: Pick<Contract, "operations"> & Partial<Pick<Contract, "known">>,
): readonly string[] {
  const called = callableOperations(described);
  const api = apiOf({ operations: new Map(called.map((each) => [each.id, each])) });
  const paths = called.flatMap((operation) => {
    const { method, responses } = operation;
    const resource = method === "POST" ? api.resourceIn(operation) : undefined;
    const created = responses.get("201") ?? responses.get("200");
    return resource === undefined || created === undefined ? [] : idPathsOf(resource, created);
  });
  return [...new Set(paths)];
}

/** Nothing where the id is found anyway: in a header, in the body itself, or in an object that wraps it. */
function idPathsOf(resource: Resource, { contents, headers }: ResponseSpec): readonly string[] {
  const schema = jsonOf(contents)?.schema;
  if (schema === undefined || headers.some(({ name }) => name.toLowerCase() === "location")) return [];
  const path = idPathIn(schema, idNames(resource));
  if (path === undefined) return [];
  const [first = "", ...rest] = path;
  const isFound = rest.length === 0 || (rest.length === 1 && wrappersOf(resource).includes(first));
  return isFound ? [] : [path.join(".")];
}

/** The shortest way to a member with one of these names. */
function idPathIn(schema: AnySchema, names: readonly string[]): readonly string[] | undefined {
  let level: readonly { readonly at: readonly string[]; readonly schema: AnySchema }[] = [{ at: [], schema }];
  for (let depth = 0; depth < deepest; depth += 1) {
    const members = level.flatMap(({ at, schema: each }) =>
      Object.entries(plainSchema(each).properties ?? {}).map(([name, member]) => ({
        at: [...at, name],
        schema: member,
      })),
    );
    const found = members.find(({ at }) => names.includes(at.at(-1) ?? ""));
    if (found !== undefined) return found.at;
    // A name with a dot in it cannot be said.
    level = members.filter(({ at }) => !at.at(-1)?.includes("."));
  }
  return undefined;
}

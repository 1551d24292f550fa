import type { Contract, Operation } from "../../../description/index.js";
import { type AnySchema, plainSchema } from "../../../generate/index.js";
import { bodyPlaces } from "../resources/draft.js";
import { plainPath } from "../resources/paths.js";
import { type Resource, referredTo } from "../resources/resource.js";
import type { ApiState } from "../state/state.js";

/** The kind of item that a member of a body refers to, by its name or its pattern. */
function referredBy(
  { resources, contract }: ApiState,
  member: string,
  schema: AnySchema,
): Resource | undefined {
  return referredTo(member, resources.values()) ?? ofPattern(contract.operations, resources, schema);
}

/** The kinds of item to which a body refers more than once: from one to another one. */
export function referredTwice(state: ApiState, operation: Operation): readonly Resource[] {
  const all = bodyPlaces(operation).map(({ place, schema }) =>
    referredBy(state, place.path.at(-1) ?? "", plainSchema(schema)),
  );
  return [...state.resources.values()].filter((each) => all.filter((other) => other === each).length > 1);
}

/** The id of a known item, the run's own first, that a member of a body refers to. */
export function referenceOf(state: ApiState, member: string, schema: AnySchema): string | undefined {
  const resource = referredBy(state, member, schema);
  if (resource === undefined) return undefined;
  const known = state.items.filter((item) => item.resource === resource);
  const own = known.filter((item) => item.own);
  // What goes from one to the other does not go to the same one.
  const isOther = /^(to|target|dest\w*|receiver|recipient|payee|other)(?![a-z])/.test(member);
  return ((isOther ? own[1] : undefined) ?? own[0] ?? known[0])?.id;
}

/** The one kind of item whose ids have the very pattern of a member: `^acc_[0-9a-f]{12}$`. */
function ofPattern(
  operations: Contract["operations"],
  resources: ApiState["resources"],
  { pattern }: AnySchema,
): Resource | undefined {
  if (pattern === undefined) return undefined;
  const found = [...resources.values()].filter(({ itemPath, parameter }) =>
    [...operations.values()].some(
      ({ path, parameters }) =>
        plainPath(path) === itemPath &&
        parameters.some((each) => {
          const { pattern: own }: AnySchema = plainSchema(each.schema);
          return each.in === "path" && each.name === parameter && own === pattern;
        }),
    ),
  );
  return found.length === 1 ? found[0] : undefined;
}

import { knownReferences, matches } from "../model/index.js";
import { changes, creations, deletions } from "./selectors.js";
import type { Roles, Selector } from "./stage.js";

/** DELETE of items that other new items may refer to, where the description says that such an item stays (409). */
export const deletionsInUse: Selector = (op, callable) => {
  const { api, mayCall } = callable;
  const roles = op.responses.has("409") ? deletions(op, callable) : undefined;
  if (roles === undefined) return undefined;
  const said = `${op.description ?? ""} ${op.responses.get("409")?.description ?? ""}`;
  if (!matches(said, "not-deleted")) return undefined;
  for (const create of api.operations.values()) {
    const read = create.method === "POST" && mayCall(create) ? api.readOf(create) : undefined;
    const reference = knownReferences(create, api).find((each) => each.read === roles.read);
    if (read === undefined || reference === undefined || read === roles.read) continue;
    const users: Roles = { op: create, create, read, needs: [] };
    return { ...roles, dependents: { roles: users, reference }, needs: [...roles.needs, create] };
  }
  return undefined;
};

/** POST, PUT and PATCH with references to items of which the description says that they have to exist. */
export const referringToKnown: Selector = (op, callable) => {
  const roles = creations(op, callable) ?? changes(op, callable);
  const isRefused = ["400", "404", "409", "422", "4XX"].some((status) => op.responses.has(status));
  if (roles === undefined || !isRefused) return undefined;
  const references = knownReferences(op, callable.api).filter(
    ({ isStated, read }) => isStated && callable.mayCall(read),
  );
  return references.length === 0 ? undefined : { ...roles, references, needs: [op] };
};

/** PUT and PATCH of items below which the run creates and reads others. */
export const changesOfParents: Selector = (op, callable) => {
  const { api, mayCall } = callable;
  const roles = changes(op, callable);
  const parent = api.resourceAt(op.path);
  if (roles === undefined || parent === undefined) return undefined;
  for (const { parent: above, creations: all, read } of api.resources.values()) {
    const create = above === parent ? all.find(mayCall) : undefined;
    if (create === undefined || read === undefined || !mayCall(read)) continue;
    const within: Roles = { op: create, create, read, needs: [] };
    return { ...roles, dependents: { roles: within }, needs: [...roles.needs, create] };
  }
  return undefined;
};

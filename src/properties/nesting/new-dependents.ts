import { type Actor, below, type Dependents, type KnownItem } from "../../actor/index.js";
import type { Json } from "../../json/index.js";
import { withValueAt } from "../../model/index.js";

/** Creates an item below another one, or one that refers to it, from a valid body after an edit. */
export async function newDependent(
  t: Actor,
  { roles, reference }: Dependents,
  item: Pick<KnownItem, "id" | "path">,
  edit?: (body: Json) => Json,
): Promise<Pick<KnownItem, "id" | "path">> {
  const value = reference?.valueFor(item.id);
  t.assume(reference === undefined || value !== undefined, "no such place");
  if (reference !== undefined && value !== undefined)
    return t.create((body) => withValueAt(edit?.(body) ?? body, [reference.name], value));
  const path = below(roles.op, item.path);
  const made = await t.post(t.request(edit === undefined ? { path } : { path, edit }), "anywhere");
  t.assume(made !== undefined, "no item");
  if (made.isElsewhere) {
    await t.read(made);
    t.assume(
      t.items().some((each) => each.path === made.path),
      "not shown",
    );
  }
  return made;
}

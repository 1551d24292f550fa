import type { Operation } from "../../description/index.js";
import type { Json } from "../../json/index.js";
import { bodyPlaces, parentPathOf, withValueAt } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { withOtherBody } from "../../values/index.js";
import { creationFor } from "./create-item.js";
import { type Context, freshBaseline } from "./item-baseline.js";

/**
 * Adds another item above what an operation creates, with all its switches off: a project that was created as finished takes no more
 * tasks. Returns whether there is one.
 */
export async function addOpenParent(t: Context, { path }: Operation): Promise<boolean> {
  const { state } = t;
  const [itemPath = ""] = /^.*\}(?=\/)/.exec(path) ?? [];
  const creation = creationFor(state, { path: parentPathOf(itemPath) ?? "" });
  if (creation === undefined || !state.learned.baselines.has(creation.id)) return false;
  const valid = freshBaseline(t, creation);
  const body = valid.body && withSwitchesOff(creation, valid.body);
  if (body === undefined || body === valid.body) return false;
  const before = new Set(state.inventory.items);
  await t.sendAnyway(withOtherBody(creation, valid, body).request);
  const added = state.inventory.items.find(
    (each) => each.own && !before.has(each) && each.resource.itemPath === itemPath,
  );
  if (added !== undefined) state.inventory.prefer(added);
  return added !== undefined;
}

/** The same body with the booleans off that are on; the very same where there are none. */
function withSwitchesOff(operation: Operation, body: Json): Json {
  const switches = bodyPlaces(operation, body).filter(({ schema, valid }) => {
    const { enum: words, const: only } = plainSchema(schema);
    return valid === true && words === undefined && only === undefined;
  });
  return switches.reduce((rest, { place }) => withValueAt(rest, place.path, false), body);
}

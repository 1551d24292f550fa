import { isSuccess, unlessSkipped } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import type { JsonObject } from "../../json/index.js";
import { encodeFor } from "./bodies.js";
import { creationAt } from "./item-links.js";
import { plainPath } from "./paths.js";
import { valueAt, withValueAt } from "./places.js";
import { validRequest } from "./requests.js";
import { type Context, makeRequest } from "./twin.js";

/**
 * Where all items of a list have the same boolean under a name, one with the other is added: without it, nobody can tell whether
 * a filter is obeyed.
 * @returns whether one was added
 */
export async function addOpposite(
  t: Context,
  list: Operation,
  name: string,
  items: readonly JsonObject[],
): Promise<boolean> {
  const values = new Set(items.map((item) => item[name]).filter((value) => typeof value === "boolean"));
  const harmless = [...t.state.contract.operations.values()].filter(({ id }) => t.state.harmless.has(id));
  const creation = creationAt(plainPath(list.path), harmless);
  const twin = creation && t.state.twins.get(creation.id);
  if (values.size !== 1 || creation === undefined || twin === undefined) return false;
  const { request, body } = makeRequest(() => validRequest(t.state, creation, twin.shape));
  if (body === undefined || typeof valueAt(body, [name]) !== "boolean") return false;
  const opposite = !values.has(true);
  const other = {
    ...request,
    label: `one whose ${name} is ${opposite}`,
    body: encodeFor(creation, withValueAt(body, [name], opposite)),
  };
  const parsed = await unlessSkipped(() => t.sendAnyway(other));
  return isSuccess(parsed?.response.status ?? 0);
}

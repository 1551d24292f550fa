import { unlessSkipped } from "../../checks/index.js";
import { addressOf, parentPathOf } from "../../model/index.js";
import type { Exchange } from "../../transport/index.js";
import { ownItemAt } from "../state.js";
import type { Context } from "./baseline.js";
import { createItem, creationFor } from "./create-item.js";

/** Creates a new item in each collection of which these exchanges changed one: the next requests are sent to it. */
export async function renewItems(t: Context, exchanges: readonly Exchange[]): Promise<void> {
  const { state } = t;
  const {
    inventory,
    contract,
    learned: { baselines },
  } = state;
  const collections = exchanges.flatMap(({ case: { operation, method, path } }) => {
    const isChanged = method !== "GET" && ownItemAt(state.inventory, addressOf(path)) !== undefined;
    return isChanged ? [parentPathOf(contract.operations.get(operation)?.path ?? "") ?? ""] : [];
  });
  for (const path of new Set(collections)) {
    const creation = creationFor(state, { path });
    if (creation === undefined || !baselines.has(creation.id)) continue;
    const created = await unlessSkipped(() => createItem(t, creation));
    if (created !== undefined) inventory.prefer(created.item);
  }
}

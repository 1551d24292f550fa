import { isSameJson } from "../json/index.js";
import { thereUntilDeleted } from "../laws/index.js";
import { isState } from "../model/index.js";
import type { ApiState, ItemRecord, KnownItem } from "../session/index.js";
import type { Case } from "../transport/index.js";
import { sentIn } from "./item-views.js";

/** Creates an item as one was created that was not found, although nothing had deleted it, and reads it: plain data. */
export interface PresenceReenactment {
  readonly kind: "presence";
  /** The operation that reads the item. */
  readonly read: string;
  readonly created: Case;
}

/** Suspects that an item is not there which the run has created, and nothing has deleted. */
export function suspectAbsent(
  state: ApiState,
  { record: { creator }, item }: { readonly record: ItemRecord; readonly item: KnownItem },
): void {
  const read = item.resource.read?.id;
  if (creator === undefined || read === undefined || isOfOtherState(state, creator.exchange.case, item))
    return;
  const input: PresenceReenactment = { kind: "presence", read, created: creator.exchange.case };
  state.suspicions.note({ law: thereUntilDeleted.id, operation: read, input });
}

/** Has a creation sent a state that the usual one does not send? A server may hide what is in such a state. */
function isOfOtherState({ learned }: ApiState, created: Case, { resource }: KnownItem): boolean {
  const baseline = learned.baselines.get(created.operation)?.request;
  const usual = (baseline && sentIn(baseline, resource)) ?? {};
  return Object.entries(sentIn(created, resource) ?? {}).some(
    ([name, value]) =>
      (isState(name) || typeof value === "boolean") && !isSameJson(value, usual[name] ?? null),
  );
}

import type { Operation } from "../description/index.js";
import type { JsonObject } from "../json/index.js";
import { isBroken, rowsAsRead } from "../laws/index.js";
import { membersShownIn } from "../model/index.js";
import type { ApiState, ItemRecord, KnownItem } from "../session/index.js";
import type { Case } from "../transport/index.js";
import { sentIn } from "./item-views.js";
import { isDescribedAlike } from "./lists/rows-as-read.js";

/** Creates an item as one was created whose row was another, and compares its row: plain data. */
export interface RowReenactment {
  readonly kind: "row";
  /** The operation that lists the items. */
  readonly list: string;
  readonly created: Case;
}

/** An item of the run, and the row that shows it. */
interface ShownRow {
  readonly record: ItemRecord;
  readonly item: KnownItem;
  readonly json: JsonObject | undefined;
}

/**
 * Judges whether the rows of a list show items of the run as they were read, where nothing was sent to them since.
 * @returns the id of the law, where it was kept
 */
export function judgeRows(
  state: ApiState,
  list: Operation,
  { path, rows }: { readonly path: string; readonly rows: readonly ShownRow[] },
): readonly string[] {
  const read = rows[0]?.item.resource.read;
  if (read === undefined || !isDescribedAlike({ list, read })) return [];
  const judgements = rows.map(({ record, item: { resource }, json }) => {
    const { creator, sights, changes, clients = [] } = record;
    const changedAt = changes.at(-1)?.exchange.sentAt ?? 0;
    if (creator === undefined || sights.read === undefined || json === undefined) return "no occasion";
    if (changedAt > sights.read.sentAt) return "no occasion";
    const sent = Object.keys(sentIn(creator.exchange.case, resource) ?? {});
    const judgement = rowsAsRead.judge({
      read: membersShownIn(resource, sights.read.json),
      row: membersShownIn(resource, json),
      clients: [...new Set([...clients, ...sent])],
      text: path,
    });
    const input: RowReenactment = { kind: "row", list: list.id, created: creator.exchange.case };
    if (isBroken(judgement)) state.suspicions.note({ law: rowsAsRead.id, operation: list.id, input });
    return judgement;
  });
  return judgements.includes("kept") ? [rowsAsRead.id] : [];
}

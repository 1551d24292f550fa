import { isSuccess, observe, type ParsedExchange } from "../engine/index.js";
import { eachOnce, isBroken, lawCheck, type Row, repeatedIds, type ShownRows } from "../laws/index.js";
import { itemAddress, type Resource } from "../model/index.js";
import type { ApiState } from "../session/index.js";
import { type Case, kindOfAnswers } from "../transport/index.js";
import { checksIn } from "./invariants.js";

/** Asks once more for a list that has shown an item twice: plain data. */
export interface RowsReenactment {
  readonly kind: "rows";
  readonly request: Case;
}

/**
 * Judges by the rows of one response whether a list shows each item once. Items of others that are shown twice are observed.
 * @returns the id of the law, where it was kept
 */
export function judgeEachOnce(
  state: ApiState,
  resource: Resource,
  { exchange: { case: request }, response }: Pick<ParsedExchange, "exchange" | "response">,
  rows: readonly Row[],
): readonly string[] {
  if (!isSuccess(response.status) || kindOfAnswers(request.accepts) !== "valid" || asksTwice(request))
    return [];
  const judgement = eachOnce.judge(shownRows(state, resource, request, rows));
  if (judgement === "kept") return [eachOnce.id];
  const check = lawCheck(eachOnce);
  if (isBroken(judgement)) {
    const input: RowsReenactment = { kind: "rows", request };
    state.suspicions.note({ law: eachOnce.id, operation: request.operation, input });
  } else if (repeatedIds(rows).length > 0 && checksIn(state.contract).has(check))
    observe(state, check, "a list shows an item twice that the run has not created");
  return [];
}

/** Does a query have a value twice? Then what it asks for may be shown twice. */
function asksTwice({ path }: Pick<Case, "path">): boolean {
  const values = [...new URLSearchParams(path.split("?")[1] ?? "").values()].flatMap((each) =>
    each.split(/[,|;\s]+/),
  );
  return new Set(values).size < values.length;
}

/** The rows of a list, with what the run knows of their items. */
export function shownRows(
  { inventory }: ApiState,
  resource: Resource,
  request: Pick<Case, "path">,
  rows: readonly Row[],
): ShownRows {
  return {
    rows,
    text: `GET ${request.path}`,
    isOwn: (id) => {
      const record = inventory.at(inventory.present(itemAddress(resource, request.path, id)));
      return record?.item?.own === true && record.deletion === undefined;
    },
  };
}

import { memoize } from "../description/index.js";
import type { Judged } from "../engine/index.js";
import type { JsonObject } from "../json/index.js";
import { formulasHold, isBroken, lawCheck, timesAgree } from "../laws/index.js";
import { type Formula, formulasOf, itemSchemaIn, membersShownIn, type Resource } from "../model/index.js";
import type { ItemRecord, KnownItem } from "../session/index.js";
import { shownSchema } from "../values/index.js";

/** How a response shows an item of the run. */
export interface Shown {
  readonly record: ItemRecord;
  readonly item: KnownItem;
  readonly by: "read" | "row";
  /** Undefined where it is not found. */
  readonly json: JsonObject | undefined;
}

/** Judges the laws that one representation of an item keeps or breaks: nothing has to be sent again. */
export function judgeRepresentation({ record, item: { resource }, by, json }: Shown): readonly Judged[] {
  if (json === undefined || by !== "read") return [];
  const now = membersShownIn(resource, json);
  const { sights, clients = [] } = record;
  const before = sights.read && membersShownIn(resource, sights.read.json);
  const judgements = [
    [timesAgree, timesAgree.judge({ before, now, clients })],
    [formulasHold, formulasHold.judge({ now, formulas: formulasShown(resource), clients })],
  ] as const;
  return judgements.flatMap(([law, judgement]): readonly Judged[] => {
    const check = lawCheck(law);
    if (!isBroken(judgement)) return judgement === "kept" ? [{ check, failures: [] }] : [];
    const { pointer = "", ...broken } = judgement;
    return [{ check, failures: [{ ...broken, at: { in: "body", pointer } }] }];
  });
}

/** How members of an item are computed from others of it, by the description of what it is shown as. */
export const formulasShown = memoize((resource: Resource): readonly Formula[] =>
  resource.read === undefined ? [] : formulasOf(itemSchemaIn(resource, shownSchema(resource.read))),
);

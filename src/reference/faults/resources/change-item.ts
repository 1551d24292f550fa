import { isJsonObject, type Json, type JsonObject } from "../../../json/index.js";
import { changeJson, ofKind, withMembers } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";

/** Changes the item at this position of every list that is long enough. */
export function changeItem(
  conduct: Conduct,
  at: number,
  change: (pet: JsonObject) => Readonly<Record<string, Json | undefined>>,
): Partial<Conduct> {
  return changeJson(conduct, ofKind("listed"), (list) =>
    Array.isArray(list)
      ? list.map((pet: Json, index) =>
          index === at && isJsonObject(pet) ? withMembers(pet, change(pet)) : pet,
        )
      : list,
  );
}

import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import {
  idNames,
  isChosenByServer,
  matches,
  pathToMembers,
  valueAt,
  withValueAt,
} from "../../model/index.js";
import { type ApiState, markersIn } from "../../session/index.js";

/**
 * A body reduced to one text that no other request has.
 * @param read the operation that shows the item
 * @returns the body, and the name of the member; undefined where it has no such text
 */
export function oneTextOf(
  state: ApiState,
  read: Operation,
  body: Json,
): { readonly name: string; readonly body: Json } | undefined {
  const resource = state.api.resourceAt(read.path);
  const wrapped = pathToMembers(resource, body);
  const members = valueAt(body, wrapped);
  const fixed = [...(resource === undefined ? [] : idNames(resource)), ...wrapped];
  const texts = Object.entries(isJsonObject(members) ? members : {}).filter(
    ([name, value]) =>
      typeof value === "string" &&
      markersIn(state, value).length > 0 &&
      !fixed.includes(name) &&
      !isChosenByServer(name),
  );
  const [name, value] = texts.find(([each]) => matches(each, "independent-texts")) ?? texts[0] ?? [];
  if (name === undefined || value === undefined) return undefined;
  return { name, body: withValueAt(body, wrapped, { [name]: value }) };
}

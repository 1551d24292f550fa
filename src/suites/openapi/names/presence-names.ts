import { isJsonObject, type Json, renderJson } from "../../../json/index.js";
import { isStateLike } from "./state-names.js";

/** Names and words that say whether an item is there. */
const ofPresence = /delet|remov|archiv|trash|restor|activ|enabled|visible|hidden|cancel|withdrawn/i;
/** Of these, the ones that say that it is not. */
const ofAbsence = /delet|remov|archiv|trash|hidden|cancel|withdrawn|inactiv|discard|terminat/i;
/** A member that says by false that an item is not there. */
const ofBeingThere = /^(is_?)?(active|enabled|visible)$/i;

/** Does a name or a word say whether an item is there? */
export function isOfPresence(text: string): boolean {
  return ofPresence.test(text);
}

/**
 * Does an item say that it is deleted, as it did not before: by `deleted`, `deletedAt`, `active` or a state?
 * @param before undefined where it is not known: then only the name of a member says it
 */
export function showsDeletion(before: Json | undefined, after: Json): boolean {
  if (!isJsonObject(after)) return false;
  return Object.entries(after).some(([name, value]) => {
    const former = isJsonObject(before) && Object.hasOwn(before, name) ? before[name] : undefined;
    if (former !== undefined && renderJson(former) === renderJson(value)) return false;
    if (isJsonObject(value)) return showsDeletion(former, value);
    if (ofBeingThere.test(name)) return former === true && value === false;
    if (isStateLike(name)) return typeof former === "string" && ofAbsence.test(renderJson(value));
    const isSet = value !== null && value !== false && value !== "" && value !== 0n;
    const wasSet =
      former !== undefined && former !== null && former !== false && former !== "" && former !== 0n;
    return ofAbsence.test(name) && isSet && !wasSet;
  });
}

/** Words and names of items that do not count yet, or no longer. */
const inactiveWords =
  /draft|pending|inactive|disabled|archiv|delet|expired|closed|cancel|un(publish|verif|confirm|approv)/i;
const inForceNames =
  /^(is_?)?(active|enabled|published|verified|confirmed|approved|\w+_?(verified|confirmed))$/i;

/** Is an item shown as one that counts? The values of one that does not may be free. */
export function isInForce(value: Json, name = ""): boolean {
  if (isJsonObject(value)) return Object.entries(value).every(([member, each]) => isInForce(each, member));
  if (typeof value === "boolean") return value ? !inactiveWords.test(name) : !inForceNames.test(name);
  return typeof value !== "string" || !isStateLike(name) || !inactiveWords.test(value);
}

import { isFraction, isJsonObject, type Json, renderJson } from "../../../json/index.js";
import { isStateLike } from "../names/state-names.js";

/** Names and words of what is not shown to everybody, or not yet. */
const hiding =
  /internal|private|hidden|draft|delet|remov|archiv|disabl|inactive|spam|pending|block|suspend|expired|closed|trash|reject|invisible|un(publish|approv|verif|confirm|list|avail|releas|moderat)|not[-_ ]/i;
/** Names and words of what is shown. */
const showing =
  /public|publish|visible|active|enabl|approv|verif|confirm|listed|available|accept|ready|live|open|releas|moderat/i;
/** Names of words that may say who sees an item. */
const ofReaders = /visib|access|privacy|scope|audience|moderat/i;
/** Names of times after which an item may not be shown, and of numbers without which it may not. */
const ofEnds = /expir|until|end|valid|due|to$/i;
const ofStocks = /stock|quantity|available|amount|remaining|inventory|balance|left/i;

/** May a list leave out an item for what it shows of itself: a state, a flag, a time, or a number? */
export function mayBeHidden(value: Json, now: Date, name = ""): boolean {
  if (Array.isArray(value)) return (value as readonly Json[]).some((each) => mayBeHidden(each, now, name));
  if (isJsonObject(value))
    return Object.entries(value).some(([member, each]) => mayBeHidden(each, now, member));
  if (value === null) return saysWhetherShown(name);
  if (typeof value === "boolean") return value ? hiding.test(name) : showing.test(name);
  if (typeof value === "bigint" || isFraction(value))
    return ofStocks.test(name) && Number(renderJson(value)) <= 0;
  if (typeof value !== "string") return false;
  const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time > now.getTime() + clockSkew || ofEnds.test(name);
  const mayHide = isStateLike(name) || ofReaders.test(name);
  return mayHide && (hiding.test(value) || !showing.test(value));
}

/** How far a server's clock may be ahead, in ms. */
const clockSkew = 60_000;

/** Is it the name of a member that may say whether an item is shown? */
export function saysWhetherShown(name: string): boolean {
  return isStateLike(name) || [hiding, showing, ofReaders].some((names) => names.test(name));
}

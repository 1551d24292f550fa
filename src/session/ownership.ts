import type { RunState } from "../checks/index.js";
import { isFraction, isJsonObject, type Json, renderJson } from "../json/index.js";

/** The evidence on an item that a creation may have created. */
export interface Evidence {
  /** Was its id in no response before the creation was sent? */
  readonly isNew: boolean;
  /** Did another creation show it, too? */
  readonly isContested: boolean;
  /** Is a marker of the creation shown at its address, or in the response? */
  readonly showsMarker: boolean;
  /** Had the creation no room for a marker, and does a read show every value that was sent? */
  readonly showsValues: boolean;
  /** Is it the one row that is new in its list, and was no other creation under way? */
  readonly isOnlyNewRow: boolean;
  /** Is the server on this machine, or its store disposable? Elsewhere nothing but a marker counts. */
  readonly isTrusted: boolean;
}

/** Each of them keeps an item from being the run's, whatever else shows that it is. Source: the design, "own". */
const objections: readonly ((evidence: Evidence) => boolean)[] = [
  ({ isNew }) => !isNew,
  ({ isContested }) => isContested,
];

/** Each of them shows that an item is the run's. */
const proofs: readonly ((evidence: Evidence) => boolean)[] = [
  ({ showsMarker }) => showsMarker,
  ({ showsValues, isTrusted }) => showsValues && isTrusted,
  ({ isOnlyNewRow, isTrusted }) => isOnlyNewRow && isTrusted,
];

/** Does the evidence show that an item is the run's own? */
export function isOwnBy(evidence: Evidence): boolean {
  return !objections.some((holds) => holds(evidence)) && proofs.some((holds) => holds(evidence));
}

/**
 * May other evidence than a marker count: on this machine, or on a store that may be thrown away?
 * Source: RFC 6761, section 6.3; RFC 1122, section 3.2.1.3.
 */
export function trustsOtherEvidence({ settings, target }: Pick<RunState, "settings" | "target">): boolean {
  if (settings.disposable) return true;
  const { hostname } = new URL(target.baseUrl);
  return /^(?:(?:.*\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

/** Does a representation show every value that was sent, under the same names? A value of null may be left out. */
export function showsValuesOf(sent: Json | undefined, shown: Json | undefined): boolean {
  if (!isJsonObject(sent)) return false;
  const entries = Object.entries(sent).filter(([, value]) => value !== null);
  return (
    entries.length > 0 &&
    isJsonObject(shown) &&
    entries.every(([name, value]) => Object.hasOwn(shown, name) && isSameValue(value, shown[name] ?? null))
  );
}

function isSameValue(sent: Json, shown: Json): boolean {
  if (isJsonObject(sent)) return Object.keys(sent).length === 0 || showsValuesOf(sent, shown);
  const [one, other] = [renderJson(sent), renderJson(shown)];
  const areNumbers = [sent, shown].every((each) => typeof each === "bigint" || isFraction(each));
  return one === other || (areNumbers && Number(one) === Number(other));
}

import { type Operation, operationText, type Schema } from "../description/index.js";
import { isFraction, isJsonObject, type Json, renderJson } from "../json/index.js";
import { type AnySchema, plainSchema, wordsIn } from "../schema/index.js";
import { matches } from "./lexicon.js";
import { isChosenByServer, isState } from "./names.js";

/** A member that an object is described to have. */
export interface Member {
  readonly name: string;
  /** As it is described: it may be one of several schemas. */
  readonly described: AnySchema;
  /** The plain schema. */
  readonly schema: AnySchema;
}

/** The members of an object, in the order of the description. */
export function membersOf(schema: Schema | AnySchema = {}): readonly Member[] {
  return Object.entries(plainSchema(schema).properties ?? {}).map(([name, described]) => ({
    name,
    described,
    schema: plainSchema(described),
  }));
}

/**
 * Whose value a member has. What is read-only is the server's; by the names of others, the server may choose a value of its own, or
 * which values follow which.
 */
export function ownership({ name, schema }: Member): "client" | "server" | "either" {
  if (schema.readOnly === true) return "server";
  return isChosenByServer(name) ? "either" : "client";
}

/** Is the value of a member the client's, and is it shown as it was sent? */
export function isClients(member: Member): boolean {
  return ownership(member) === "client" && member.schema.writeOnly !== true;
}

/** Does an operation say of a member that it keeps its value, whatever is sent, or gets one of the server's? */
export function isKeptByServer(operation: Operation, name: string): boolean {
  const words = wordsIn(name).join(" ");
  return operationText(operation)
    .split(/[.;\n]+/)
    .some(
      (sentence) =>
        matches(sentence, "kept-by-operation") && ` ${wordsIn(sentence).join(" ")} `.includes(` ${words} `),
    );
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
    if (matches(name, "present-flags")) return former === true && value === false;
    if (isState(name)) return typeof former === "string" && matches(renderJson(value), "absence");
    const isSet = value !== null && value !== false && value !== "" && value !== 0n;
    const wasSet =
      former !== undefined && former !== null && former !== false && former !== "" && former !== 0n;
    return matches(name, "absence") && isSet && !wasSet;
  });
}

/** Does an item say by a state, a flag or a time that it is not in use any more: that it is archived, or cancelled? */
export function showsAbsence(item: Json): boolean {
  if (!isJsonObject(item)) return false;
  return Object.entries(item).some(([name, value]) => {
    if (isJsonObject(value)) return showsAbsence(value);
    const isTime = typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value);
    if (value === true || isTime) return matches(name, "absence");
    return isState(name) && typeof value === "string" && matches(value, "absence");
  });
}

/** Is an item shown as one that counts? The values of one that does not may be free. */
export function isInForce(value: Json, name = ""): boolean {
  if (isJsonObject(value)) return Object.entries(value).every(([member, each]) => isInForce(each, member));
  if (typeof value === "boolean") return !matches(name, value ? "not-in-force" : "in-force-flags");
  return typeof value !== "string" || !isState(name) || !matches(value, "not-in-force");
}

/** May a list leave out an item for what it shows of itself: a state, a flag, a time, or a number? */
export function mayBeHidden(value: Json, now: Date, name = ""): boolean {
  if (Array.isArray(value)) return (value as readonly Json[]).some((each) => mayBeHidden(each, now, name));
  if (isJsonObject(value))
    return Object.entries(value).some(([member, each]) => mayBeHidden(each, now, member));
  if (value === null) return saysWhetherShown(name);
  if (typeof value === "boolean") return matches(name, value ? "hiding" : "showing");
  if (typeof value === "bigint" || isFraction(value))
    return matches(name, "stocks") && Number(renderJson(value)) <= 0;
  if (typeof value !== "string") return false;
  const time = /^\d{4}-\d\d-\d\d/.test(value) ? Date.parse(value) : Number.NaN;
  if (!Number.isNaN(time)) return time > now.getTime() + clockSkew || matches(name, "expiry");
  const mayHide = isState(name) || matches(name, "readers");
  return mayHide && (matches(value, "hiding") || !matches(value, "showing"));
}

/** How far a server's clock may be ahead, in ms. */
const clockSkew = 60_000;

/** Is it the name of a member that may say whether an item is shown? */
export function saysWhetherShown(name: string): boolean {
  return isState(name) || matches(name, "hiding") || matches(name, "showing") || matches(name, "readers");
}

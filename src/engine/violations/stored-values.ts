import { isSuccess, type ParsedExchange, unlessSkipped } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { orRefused } from "../../generate/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { addressOf, membersOf, shownValues, valueAt, withValueAt } from "../../model/index.js";
import { type Context, createdItem, freshBaseline, ownItemAt, readItem } from "../../session/index.js";
import { encodeFor, inText, type Violation } from "../../values/index.js";

/** Is a value that was sent shown as it is? Undefined where nothing is shown in its place. */
function isKept({ place, about, value, beside }: Violation, json: Json | undefined): boolean | undefined {
  if (value === undefined && beside !== undefined) return isLeftOut(place.path, beside, json);
  const shown = place.in === "body" ? shownValues(json, place.path) : [];
  if (shown.length === 0) return undefined;
  // A number or an object that is shown as a text was converted.
  const written = about.group === "type" ? renderJson : inText;
  return shown.some((each) => written(each) === written(value ?? null));
}

/** Is a member shown, and another one that has to be there with it is not? */
function isLeftOut(path: readonly string[], beside: string, json: Json | undefined): boolean | undefined {
  const others = shownValues(json, [...path.slice(0, -1), beside]);
  if (others.length === 0) return undefined;
  return shownValues(json, path).every((each) => each === null);
}

/** A violation, and what it was answered with. */
interface Accepted {
  readonly violation: Violation;
  readonly parsed: ParsedExchange;
}

/** The same, where the response to it may show nothing, but what reads the item does. */
export async function isStored(
  t: Context,
  operation: Operation,
  { violation, parsed }: Accepted,
): Promise<boolean | undefined> {
  const answered = isKept(violation, parsed.json);
  const read = t.state.api.readOf(operation);
  const item =
    createdItem(t.state, operation, parsed) ??
    ownItemAt(t.state.inventory, addressOf(parsed.exchange.case.path));
  if (answered !== undefined || read === undefined || item === undefined) return answered;
  return isKept(violation, await unlessSkipped(() => readItem(t, read, item)));
}

/**
 * Does the server show a value of its own, or none, in the place of what was sent, and of a valid value as well, although it
 * shows other members? A member that it ignores need not be validated.
 */
export async function isIgnoredByServer(
  t: Context,
  operation: Operation,
  { violation, parsed }: Accepted,
): Promise<boolean> {
  const { place } = violation;
  const kept = isKept(violation, parsed.json);
  if (kept === true || (kept === undefined && !isDue(operation, { violation, parsed }))) return false;
  const { request, body } = freshBaseline(t, operation);
  const usual = valueAt(body, place.path);
  if (body === undefined || usual === undefined) return false;
  // The usual number may be the one with which every server begins to count.
  const value = typeof usual === "bigint" ? usual + 6n : usual;
  const accepts = orRefused(request);
  const valid = await t.sendAnyway({
    ...request,
    accepts,
    label: "the same with a valid value",
    body: encodeFor(operation, withValueAt(body, place.path, value)),
  });
  return isSuccess(valid?.response.status ?? 0) && isKept({ ...violation, value }, valid?.json) === kept;
}

/** Does a response show what was sent beside a value that is not for requests alone, so that it would show the value, too? */
function isDue({ body }: Operation, { violation: { place }, parsed }: Accepted): boolean {
  const [name = ""] = place.path;
  const members = membersOf(body?.schema);
  const isSecret = members.some((each) => each.name === name && each.schema.writeOnly === true);
  const isOtherShown = members.some(
    (each) => each.name !== name && shownValues(parsed.json, [each.name]).length > 0,
  );
  return place.in === "body" && name !== "" && !isSecret && isOtherShown;
}

import { type Actor, below, type Item, type KnownItem, type Roles } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, type Json, type JsonObject } from "../../json/index.js";
import {
  type DescribedItems,
  membersOf,
  parentPathOf,
  type StatedValues,
  valueAt,
  withValueAt,
} from "../../model/index.js";
import { assume, freshBaseline, ownItemAt, readItem, reserveItem } from "../../session/index.js";
import { orRefused } from "../../transport/index.js";
import { at, effectiveStatus, onItem } from "../../values/index.js";

/** Returns what is described of the items that an operation acts on. */
export function describedItems({ op, shown, read }: Roles): DescribedItems {
  return { collection: parentPathOf((read ?? op).path) ?? "", members: membersOf(shown) };
}

/** Does the action of the operation to a new item. @returns the item, as it was before, and the answer */
export async function act({ stage, request }: Actor) {
  const { t, roles, reading, answerOf } = stage;
  await reserveItem(t, roles.op);
  const { inventory, fixtures } = t.state;
  const item = ownItemAt(inventory, fixtures.next.get(roles.op.id) ?? "");
  const before = item && (await readItem(t, reading(), item));
  assume(item !== undefined && before !== undefined, "no item");
  const { request: action } = request();
  const label = "done to a new item";
  const answer = answerOf(await t.send({ ...action, accepts: orRefused(action), label }));
  const { status } = answer.response;
  assume(isSuccess(status) && status !== 202, "not changed", status);
  return { item, before, answer };
}

/** Does it once more to the same item. @returns the status */
export async function actAgain({ stage: { t }, request }: Actor, item: KnownItem): Promise<number> {
  const action = onItem(request().request, item);
  const label = "done to the same item again";
  return effectiveStatus(await t.send({ ...action, accepts: orRefused(action), label }));
}

/** A way to bring an item into a state: another action, or a value that a creation or a change sends; undefined for a new item as it is. */
export type Way = Operation | SentState | undefined;

/** A value of a member that is sent. */
export interface SentState {
  readonly name: string;
  readonly value: Json;
  readonly by: "creation" | "change";
}

/** The states of some that a creation of the items, or a change of these, can send. */
export function sentStates({ create, change }: Roles, states: readonly StatedValues[]): readonly SentState[] {
  const sends = (op: Operation | undefined, name: string, value: Json): boolean =>
    membersOf(op?.body?.schema).some(
      ({ name: own, schema: { enum: words, readOnly } }) =>
        own === name && readOnly !== true && (words === undefined || words.some((each) => each === value)),
    );
  return states.flatMap(({ name, values: [value] }): readonly SentState[] =>
    value === undefined
      ? []
      : [
          ...(sends(create, name, value) ? [{ name, value, by: "creation" as const }] : []),
          ...(sends(change, name, value) ? [{ name, value, by: "change" as const }] : []),
        ],
  );
}

/**
 * Creates an item, brings it into a state, and reads it until it is as wanted, or the time to settle is over.
 * @returns undefined where that is refused, or the item does not become as wanted
 */
export async function itemInState(
  actor: Actor,
  way: Way,
  isWanted: (now: JsonObject, first: JsonObject) => boolean,
) {
  const item = await createThrough(actor, way);
  if (item === undefined) return undefined;
  const isReached = (found: Item["found"] | undefined): boolean =>
    found !== undefined && isWanted(actor.membersOf(found), actor.membersOf(item.found));
  const isAsItWas = way === undefined || (isSent(way) && way.by === "creation");
  const before = isAsItWas ? item.found : await actor.until(() => actor.read(item), isReached);
  return before !== undefined && isReached(before) ? { item, before } : undefined;
}

/** Creates an item, and does to it what may bring it into a state. @returns undefined where that is refused */
async function createThrough(actor: Actor, way: Way): Promise<Item | undefined> {
  const { t, roles } = actor.stage;
  if (way === undefined) return actor.create();
  if (isSent(way)) {
    const edit = (body: Json): Json => withState(actor, body, way);
    if (way.by === "creation") return actor.unlessSkipped(() => actor.create(edit));
    const { change } = roles;
    if (change === undefined || !t.state.learned.baselines.has(change.id)) return undefined;
    const item = await actor.create();
    const made = await actor
      .inRoles({ ...roles, op: change }, "ruled-out")
      .change(item, `valid, with ${way.name}`, edit);
    return made === undefined || made.response.status === 202 ? undefined : item;
  }
  if (!t.state.learned.baselines.has(way.id)) return undefined;
  const item = await actor.create();
  const action = onItem(freshBaseline(t, way).request, item);
  const label = "another action on a new item";
  const status = effectiveStatus(await t.send({ ...action, accepts: orRefused(action), label }));
  return isSuccess(status) && status !== 202 ? item : undefined;
}

function isSent(way: Operation | SentState): way is SentState {
  return "by" in way;
}

function withState(actor: Actor, body: Json, { name, value }: Pick<SentState, "name" | "value">): Json {
  return withValueAt(body, [...actor.pathToMembers(body), name], value);
}

/** Sends the operation to an item, whatever it is answered with. */
export async function sendTo({ stage: { t, answerOf }, request }: Actor, item: KnownItem, label: string) {
  const action = onItem(request().request, item);
  const sent = await t.send({ ...action, accepts: orRefused(action), label });
  return { answer: answerOf(sent), status: effectiveStatus(sent) };
}

/**
 * Sends a creation of another item below an item, or of one that refers to it.
 * @returns its status
 */
export async function sendBelow(actor: Actor, item: KnownItem, label: string): Promise<number> {
  const { t, roles } = actor.stage;
  const [reference] = roles.references ?? [];
  const value = reference?.valueFor(item.id);
  assume(reference === undefined || value !== undefined, "no such place");
  const { request } =
    reference === undefined
      ? actor.request({ path: below(roles.op, item.path) })
      : actor.request({ edit: (body) => withValueAt(body, [reference.name], value) });
  return effectiveStatus(await t.send({ ...request, accepts: orRefused(request), label }));
}

/**
 * Sends the operation to an item and leaves one member as it is: a change sends its present value, or lacks it.
 * @returns its status
 */
export async function sendKeepingState(
  actor: Actor,
  { item, before }: { readonly item: KnownItem; readonly before: Json },
  { name, label }: { readonly name: string; readonly label: string },
): Promise<number> {
  const { t, roles } = actor.stage;
  const { method, body: described } = roles.op;
  if (method === "DELETE") {
    const deletion = actor.requestAt(item);
    return actor.sendDeletion({ ...deletion, accepts: orRefused(deletion), label });
  }
  if (method !== "PUT" && method !== "PATCH") return (await sendTo(actor, item, label)).status;
  const isNeeded = method === "PUT" || described?.schema?.required?.includes(name) === true;
  const edit = (body: Json): Json => {
    const place = [...actor.pathToMembers(body), name];
    if (valueAt(body, place) === undefined) return body;
    return withValueAt(body, place, isNeeded ? (actor.membersOf(before)[name] ?? null) : undefined);
  };
  const { request, body = null } = actor.request({ edit });
  const members = valueAt(body, actor.pathToMembers(body));
  assume(isJsonObject(members) && Object.keys(members).length > 0, "nothing acted on");
  return effectiveStatus(await t.send({ ...at(request, item), accepts: orRefused(request), label }));
}

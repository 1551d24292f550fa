import type { BrokenPromise, KnownItem } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { laterBy, valueAt, withValueAt } from "../../model/index.js";
import { assume, freshBaseline } from "../../session/index.js";
import { orRefused } from "../../transport/index.js";
import { effectiveStatus, onItem } from "../../values/index.js";
import { brokenNow, type DerivedPlace, type Other, valueGivenBy } from "./derived-verbs.js";

/** Changes the others, acts on them and deletes one, and reads the member each time. */
export async function brokenOnceChanged(
  place: DerivedPlace,
  others: readonly Other[],
): Promise<BrokenPromise | undefined> {
  const { actions, member, isAtOnce } = place.derived;
  const [first, second = first] = others;
  if (first === undefined || second === undefined) return undefined;
  const acting = [...new Set([first, second])].flatMap(({ item }, index) =>
    (index === 0 ? actions : actions.toReversed())
      .slice(0, mostActions)
      .map((op): Event => ({ when: `once ${op.id} was done to one item`, run: () => act(place, op, item) })),
  );
  const goes = member.aggregate === "lowest" ? first : second;
  const events: readonly Event[] = [
    { when: "once one item was changed", run: () => change(place, second.item) },
    ...acting,
    // Statistics may be about what is deleted, too.
    ...(isAtOnce || place.item !== undefined
      ? [{ when: "once one item is gone", run: () => remove(place, goes.item), goes: goes.item }]
      : []),
  ];
  let left = others;
  for (const { when, run, goes: gone } of events) {
    if (!(await run())) continue;
    const present: Other[] = [];
    for (const { item } of left)
      if (item !== gone) present.push({ item, value: await valueGivenBy(place, item) });
    left = present;
    const broken = await brokenNow(place, left, when);
    if (broken === undefined) continue;
    return gone ? { ...broken, problem: `${member.at.join("/")} stays when an item goes` } : broken;
  }
  return undefined;
}

/** Something that is done to one of the others. */
interface Event {
  readonly when: string;
  /** @returns whether it was done */
  readonly run: () => Promise<boolean>;
  /** The item that is gone then. */
  readonly goes?: KnownItem;
}

/** Actions that are done to an item, one after the other. */
const mostActions = 2;

async function act({ others }: DerivedPlace, op: Operation, item: KnownItem): Promise<boolean> {
  const { t } = others.stage;
  if (!t.state.learned.baselines.has(op.id)) return false;
  const action = onItem(freshBaseline(t, op).request, item);
  const label = "done to an item from which another one follows";
  const status = effectiveStatus(await t.send({ ...action, accepts: orRefused(action), label }));
  assume(status !== 202, "not changed", status);
  return isSuccess(status);
}

async function change({ t, item: parent, derived }: DerivedPlace, item: KnownItem): Promise<boolean> {
  const { change: roles, dependents, values, end, uncounted } = derived;
  const { of, counted } = derived.member;
  if (roles === undefined || !t.stage.t.state.learned.baselines.has(roles.op.id)) return false;
  const { reference } = dependents;
  const [value] = values;
  const known = parent && reference?.valueFor(parent.id);
  const edit = (body: Json): Json => {
    const has = (name: string): boolean => valueAt(body, [name]) !== undefined;
    const last = end === undefined ? undefined : valueAt(body, [end]);
    if (end !== undefined && last !== undefined) return withValueAt(body, [end], laterBy(1, last));
    const stated =
      counted !== undefined && uncounted !== undefined ? withValueAt(body, [counted.name], uncounted) : body;
    const valued =
      of !== undefined && value !== undefined && has(of) ? withValueAt(stated, [of], value) : stated;
    return reference !== undefined && known !== undefined && has(reference.name)
      ? withValueAt(valued, [reference.name], known)
      : valued;
  };
  const changing = t.inRoles(roles, "derived");
  const made = await changing.change(item, "a change of what another one follows from", edit);
  if (made === undefined) return false;
  changing.applied(made);
  return true;
}

async function remove({ t, derived }: DerivedPlace, item: KnownItem): Promise<boolean> {
  if (derived.remove === undefined) return false;
  await t.inRoles(derived.remove, "derived").remove(item);
  return true;
}

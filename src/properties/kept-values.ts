import { type Actor, changes, type Item, type Property, patches, type Roles } from "../engine/index.js";
import { isJsonObject, type Json, renderJson } from "../json/index.js";
import { changeKindOf, valueAt } from "../model/index.js";
import {
  creationTimesIn,
  isOtherTime,
  type LostValue,
  lostValues,
  moreThanASecond,
} from "../values/index.js";

/**
 * A change of one member keeps the other values that the creation sent, also those of members that the body of a change lacks. A
 * server may lose true alone, or false alone: the trial runs again with the other booleans. One observation is a finding.
 */
export const othersKept: Property = {
  id: "others",
  requirement: () => "changed",
  sentence: ({ op }) => `${op.id} leaves what was sent when the item was created`,
  source: "RFC 5789, section 2",
  phase: "populate",
  about: patches,
  inputs: () => ["usual booleans", "other booleans"],
  run: async (t: Actor, { create }, booleans) => {
    const item = await t.create(booleans === "other booleans" ? withOtherBooleans : undefined);
    const before = t.pair(item.sent, item.found, create);
    t.assume(before !== undefined, "not shown");
    const { name, change } = await t.changeOneText(item);
    const after = t.pair(item.sent, await t.readChanged(item, change), create);
    t.assume(after !== undefined, "not shown");
    const isOther = ({ path }: LostValue): boolean => path[0] !== name && !path.some(t.isComputed);
    t.assume(lostValues(before, {}).some(isOther), "nothing else shown");
    const lost = lostValues(before, after.found).filter(isOther);
    t.expectNone(
      lost.map(({ path, was, now }) => ({
        problem: `${path.join("/")} changes, too`,
        expected: `${path.join("/")} is ${renderJson(was)}, as before ${name} alone was changed`,
        actual: now === undefined ? "it is missing" : renderJson(now),
        at: { in: "body", pointer: `/${path.join("/")}` },
      })),
    );
  },
};

function withOtherBooleans(value: Json): Json {
  if (typeof value === "boolean") return !value;
  if (Array.isArray(value)) return (value as readonly Json[]).map(withOtherBooleans);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withOtherBooleans(each)]));
}

/** A change stores numbers, booleans and words that the item did not have, and keeps the time at which it was created. */
export const otherValues: Property = {
  id: "other-values",
  requirement: ({ op }) => changeKindOf(op),
  sentence: ({ op }) => `${op.id} stores values that the item did not have, and keeps its time of creation`,
  source: "RFC 5789, section 2; RFC 9110, section 9.3.4",
  phase: "populate",
  about: changes,
  run: async (t: Actor, roles) => {
    const item = await t.create();
    const change = await t.changeValues(item, item.found);
    const after = await t.readChanged(item, change);
    await expectCreationKept(t, roles, item, after);
    t.expectStored(change, after);
  },
};

/** Another time of creation counts where it stays until the next change, and is another one then. */
async function expectCreationKept(t: Actor, { op, read }: Roles, item: Item, after: Json): Promise<void> {
  t.assume(read !== undefined, "not read");
  const times = creationTimesIn({ operation: op, read }, item.found);
  const moved = times.filter((path) => isOtherTime(path, item.found, after));
  if (moved.length === 0) return;
  await t.settle(moreThanASecond);
  const still = await t.read(item);
  await t.changeValues(item, after);
  const again = await t.read(item);
  t.assume(still !== undefined && again !== undefined, "item gone");
  const steady = moved.filter((path) => !isOtherTime(path, after, still));
  t.expectNone(
    steady
      .filter((path) => isOtherTime(path, after, again))
      .map((path) => ({
        problem: `${path.join("/")} changes, too`,
        expected: `${path.join("/")} is ${renderJson(valueAt(item.found, path) ?? null)}, as before the change`,
        actual: renderJson(valueAt(again, path) ?? null),
        at: { in: "body", pointer: `/${path.join("/")}` },
      })),
  );
}

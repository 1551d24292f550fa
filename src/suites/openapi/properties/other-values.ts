import { type Json, renderJson } from "../../../json/index.js";
import { valueAt } from "../../../model/index.js";
import { creationTimesIn, isOtherTime, moreThanASecond } from "../comparison/creation-times.js";
import { type Actor, changeKindOf, changes, type Item, type Property, type Roles } from "../engine/index.js";

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

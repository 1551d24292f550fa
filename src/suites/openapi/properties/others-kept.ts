import { isJsonObject, type Json, renderJson } from "../../../json/index.js";
import { type LostValue, lostValues } from "../comparison/lost-values.js";
import { type Actor, type Property, patches } from "../engine/index.js";

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

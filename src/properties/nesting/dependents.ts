import {
  type Actor,
  type BrokenPromise,
  below,
  changesOfParents,
  type OwnProperty,
  referringToKnown,
} from "../../actor/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import { isJsonObject, isSameJson, type JsonObject, renderJson } from "../../json/index.js";
import { isState, type KnownReference, shownValues, withValueAt } from "../../model/index.js";
import { isStillShown } from "../../values/index.js";

/** It counts where the item is accepted and shows the reference, since the other one may be there by now, or come later. */
export const unknownReference: OwnProperty = {
  id: "unknown-reference",
  requirement: {
    name: "unknown reference",
    level: "implied",
    proof:
      "a valid request is sent with the id of an item that is not there, where the description says that the item has to exist; it counts where the reference is shown then, twice",
  },
  sentence: ({ op }) => `${op.id} accepts no reference to an item that is not there.`,
  source: "RFC 9110, section 15.5.21",
  phase: "populate",
  about: referringToKnown,
  inputs: ({ references = [] }) => references,
  chooses: (_, input) => [(input as KnownReference).name],
  run: async (t: Actor, _, input) => {
    const { name, read, valueFor } = input as KnownReference;
    t.assumeAccepted();
    const end = t.inRoles({ op: read, read, needs: [] }, "unknown-reference");
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const unknown = end.unknownItem();
      const value = valueFor(lastOf(unknown.path));
      t.assume(value !== undefined && !(await end.isThere(unknown)), "served for any id");
      const label = `valid, with a ${name} that no item has`;
      const made = await t.sendEdited(label, (body) => withValueAt(body, [name], value));
      const { status } = made.response;
      t.assume(isSuccess(status) || isRefusal(status), "neither accepted nor refused", status);
      const found = isSuccess(status) && made.item !== undefined ? await t.read(made.item) : undefined;
      if (!shownValues(found, [name]).some((each) => isSameJson(each, value))) return undefined;
      return {
        problem: `${name} names nothing`,
        expected: `a refusal: ${name} has to name an item that exists, as the description says`,
        actual: `${status}, and the item shows ${renderJson(value)}, at which nothing is found`,
        at: { in: "body", pointer: `/${name}` },
        exchange: made.exchange,
      };
    });
  },
};

/** The id at the end of an address. */
function lastOf(path: string): string {
  return decodeURIComponent(path.replace(/\/$/, "").split("/").at(-1) ?? "");
}

/** An item below another one, as it is shown. */
interface ItemBelow {
  readonly path: string;
  readonly shown: JsonObject;
}

/** A server may count, or close, what is below an item that it closes: the change is of texts, or of what they say alone. */
export const partsKept: OwnProperty = {
  id: "parts-kept",
  requirement: {
    name: "parts kept",
    level: "implied",
    proof:
      "a new item is changed, below which another one was created; that one, and one below another item, are read before and after: they show what their creation sent, for two items",
  },
  sentence: ({ op }) => `${op.id} changes nothing that is below an item.`,
  source: "RFC 5789, section 2; RFC 9110, section 9.3.4",
  phase: "populate",
  about: changesOfParents,
  run: async (t: Actor, { op, dependents }) => {
    t.assume(dependents !== undefined, "no item");
    const parts = t.inRoles(dependents.roles, "parts-kept");
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const item = await t.create();
      // A change of others before may have changed all parts alike: both are new.
      const requestBelow = ({ path }: { readonly path: string }) =>
        parts.request({ path: below(dependents.roles.op, path) });
      const request = requestBelow(item);
      const own = await parts.post(request);
      t.assume(own !== undefined, "no item");
      const foreign = await t.unlessSkipped(() => parts.post(requestBelow(t.borrow())));
      const before = await shownOf(parts, foreign === undefined ? [own] : [own, foreign]);
      const isShown = before.some(({ path }) => path === own.path);
      t.assume(isShown, "not shown");
      const changed =
        op.method === "PATCH"
          ? (await t.changeOneText(item)).change
          : t.applied(await t.change(item, "valid, of an item with others below it"));
      await t.settle();
      const after = await shownOf(parts, before);
      const names = Object.keys(parts.membersOf(request.body)).filter(
        (name) => !isState(name) && !parts.isComputed(name),
      );
      const broken = before.flatMap((each) => differenceOf(each, after, names) ?? [])[0];
      return broken && { ...broken, exchange: changed.exchange };
    });
  },
};

/** Those of some items that are found. */
async function shownOf(t: Actor, items: readonly { readonly path: string }[]): Promise<readonly ItemBelow[]> {
  const shown: ItemBelow[] = [];
  for (const { path } of items) {
    const found = await t.read({ path });
    if (found !== undefined && isJsonObject(found)) shown.push({ path, shown: t.membersOf(found) });
  }
  return shown;
}

function differenceOf(
  { path, shown }: ItemBelow,
  after: readonly ItemBelow[],
  names: readonly string[],
): Omit<BrokenPromise, "exchange"> | undefined {
  const now = after.find((each) => each.path === path)?.shown;
  const name = names.find((each) => each in shown && !isStillShown(shown[each], now?.[each]));
  if (now !== undefined && name === undefined) return undefined;
  return {
    problem: "a change of an item changes another one below it",
    expected:
      now === undefined
        ? `${path} is there, as before`
        : `${name} of ${path} is ${renderJson(shown[name ?? ""] ?? null)}, as before`,
    actual: now === undefined ? "it is not found any more" : renderJson(now[name ?? ""] ?? null),
    at: { in: "body", pointer: name === undefined ? "" : `/${name}` },
  };
}

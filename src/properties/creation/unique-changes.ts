import {
  type Actor,
  type BrokenPromise,
  changes,
  type Item,
  listedCreations,
  type OwnProperty,
  type Property,
  type Roles,
} from "../../actor/index.js";
import { isRefusal } from "../../engine/index.js";
import { isJsonObject, isSameJson, type Json, type JsonObject, renderJson } from "../../json/index.js";
import {
  isInForce,
  membersOf,
  shownValues,
  uniqueMemberOf,
  valueAt,
  withValueAt,
} from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { postProbe } from "./repeat-verbs.js";

/** Of changes of items with a member that no two items share, and that a change may send. */
const ofUniqueMembers = {
  source: "RFC 9110, section 15.5.10",
  phase: "populate",
  about: changes,
  when: ({ op, create }) => {
    const [name, ...inner] = placeIn(create);
    const sent = membersOf(op.body?.schema).find((each) => each.name === name);
    return op.responses.has("409") && inner.length === 0 && sent !== undefined && !isServers(sent.schema);
  },
  chooses: ({ create }) => [placeIn(create).at(-1) ?? ""],
} satisfies Partial<Property>;

function isServers(schema: object): boolean {
  return plainSchema(schema).readOnly === true;
}

/** The names that lead to the unique member of the items that an operation creates. */
function placeIn(create: Roles["create"]): readonly string[] {
  return (create && uniqueMemberOf(create)?.path) ?? [];
}

/**
 * A new item is sent all that another one shows, since a value may be unique among the items of one owner alone. It counts where both
 * show the value. Its own value is no other item's; there the control is a change to a value that no item has.
 */
export const uniqueAfterChange: OwnProperty = {
  id: "taken",
  requirement: {
    name: "taken value",
    level: "implied",
    proof:
      "a new item is changed to what another one shows, which counts only where both show the value then, twice; it is sent its own value, too, where a refusal counts only if a value that no item has is accepted",
  },
  sentence: ({ op }) =>
    `${op.id} gives no item a value that the description says another one has (409), and lets it keep its own.`,
  ...ofUniqueMembers,
  run: async (t: Actor, { create }) => {
    const path = placeIn(create);
    const name = path.at(-1) ?? "";
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const first = t.borrow();
      const second = await t.create();
      const shown = t.membersOf(await t.read(first));
      const [value, own] = [shown[name], valueAt(second.sent, path)];
      t.assume(value !== undefined && own !== undefined && isShown(second.found, path, own), "not shown");
      t.assume(!isSameJson(value, own), "not shown");
      const change = await t.change(second, "the values of another item", withMembersOf(shown));
      const after = [await t.read(first), await t.read(second)];
      if (change === undefined)
        return adopted(t, second, { shown, after: after[1] }) ?? refusalOfOwn(t, second, { path, own });
      const areSame = after.every((each) => isShown(each, path, value) && isInForce(each ?? null));
      if (!areSame) return undefined;
      return {
        problem: `a second item with the same ${name}`,
        expected: "a refusal with 409, since another item has the value",
        actual: `${first.path} and ${second.path} show ${renderJson(value)}`,
        at: { in: "status" },
        exchange: change.exchange,
      };
    });
  },
};

/** The own words of another item that an item shows after a change to them was refused. */
function adopted(
  t: Actor,
  { found }: Item,
  { shown, after }: { readonly shown: JsonObject; readonly after: Json | undefined },
): BrokenPromise | undefined {
  const [before, now] = [t.membersOf(found), t.membersOf(after)];
  const names = Object.keys(shown).filter(
    (name) => isSameJson(now[name], shown[name] ?? null) && !isSameJson(before[name], shown[name] ?? null),
  );
  const [name] = names.filter((each) => t.isUniqueText(shown[each]));
  if (name === undefined) return undefined;
  return {
    problem: "a refused change has an effect",
    expected: `${name} is ${renderJson(before[name] ?? null)}, as before the change that was refused`,
    actual: renderJson(now[name] ?? null),
    at: { in: "body", pointer: `/${name}` },
  };
}

/** A creation with a value that another item has, and with other words. Elsewhere it counts that such a creation is accepted. */
export const refusedForValue: Property = {
  id: "refused",
  requirement: () => "taken",
  sentence: ({ op }) => `${op.id} stores nothing that it refuses for a value that another item has`,
  source: "RFC 9110, section 15.5.10",
  phase: "populate",
  about: listedCreations,
  when: ({ op }) => uniqueMemberOf(op)?.path.length === 1,
  chooses: ({ op }) => [placeIn(op).at(-1) ?? ""],
  run: async (t: Actor, { op }) => {
    const [name = ""] = placeIn(op);
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const value = t.membersOf(await t.read(t.borrow()))[name];
      t.assume(value !== undefined, "not shown");
      const request = t.request({ edit: (usual) => withValueAt(usual, [name], value) });
      const status = await postProbe(t, request, `other values with the ${name} of another item`);
      const exchange = t.lastExchange();
      t.assume(isRefusal(status) || status === 409, "neither accepted nor refused", status);
      await t.settle();
      const others = withValueAt(request.body ?? null, [name], undefined);
      const row = (await t.list()).items.find((each) => t.hasWordOf(renderJson(each), others));
      if (row === undefined || !isInForce(row)) return undefined;
      return {
        problem: "a refused creation is stored",
        expected: `no item, since the creation was refused with ${status}`,
        actual: "the list shows an item with the words that were refused",
        at: { in: "status" },
        exchange,
      };
    });
  },
};

/** Sends an item the value that it has. @returns how the promise is broken */
async function refusalOfOwn(
  t: Actor,
  item: Item,
  { path, own }: { readonly path: readonly string[]; readonly own: Json },
): Promise<BrokenPromise | undefined> {
  const keep = (body: Json): Json => withValueAt(body, path, own);
  if ((await t.change(item, "with the value that it has", keep)) !== undefined) return undefined;
  const exchange = t.lastExchange();
  t.assume((await t.change(item, "with a value that no item has")) !== undefined, "not changed");
  return {
    problem: `an item may not keep its own ${path.at(-1)}`,
    expected: "2xx, since no other item has the value",
    actual: "a refusal; a value that no item has is accepted",
    at: { in: "status" },
    exchange,
  };
}

function isShown(found: Json | undefined, path: readonly string[], value: Json): boolean {
  return shownValues(found, path).some((each) => isSameJson(each, value));
}

/** Puts the members that an item shows into a body that has them, too. */
function withMembersOf(shown: JsonObject) {
  return (body: Json): Json =>
    Object.keys(isJsonObject(body) ? body : {}).reduce((changed, name) => {
      const value = shown[name];
      return value === undefined ? changed : withValueAt(changed, [name], value);
    }, body);
}

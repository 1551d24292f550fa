import {
  type Actor,
  listedBelow,
  mentions,
  nestedReads,
  type OwnProperty,
  type Page,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, isSameJson, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { matches, plainPath, rowSchemasOf, saysWhetherShown } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { addBelow, borrowNested, listBelow, mayBeHidden, type NestedItem } from "./nesting-verbs.js";

/** The list of another item does not show it, unless it refers to that. Its own list may leave it out for many reasons. */
export const subLists: OwnProperty = {
  id: "below",
  requirement: {
    name: "in its list",
    level: "implied",
    proof:
      "something is created below one of two new items, and both lists are asked for; an empty one counts only where nothing shows that the list may leave it out",
  },
  sentence: ({ op }) => `An item that ${op.id} creates is listed below its own parent, and below no other.`,
  phase: "final",
  about: listedBelow,
  run: async (t: Actor, { list }) => {
    t.assumeAccepted();
    const [own, other] = [await t.add(), await t.add()];
    const before = await t.unlessSkipped(() => listBelow(t, other));
    const first = await addBelow(t, own);
    const isShown = (page: Page, item: NestedItem): boolean =>
      t.hasWordOf(renderJson(page.json ?? null), item.sent) || hasRow(page, item, [own.id, other.id]);
    const refers = [first.sent, first.json ?? null].some((each) => mentions(each, other.id));
    const isNew = t.isUniqueText(renderJson(first.sent)) || (before !== undefined && !isShown(before, first));
    const isOnlyOwn = isNew && !refers;
    if (isOnlyOwn)
      t.expect(!isShown(await listBelow(t, other), first), {
        problem: "in the list of another item",
        expected: "only items that were created below this one",
        actual: "an item that was created below another new one is shown",
        at: { in: "body", pointer: "" },
      });
    const mayLack = ({ json: shown }: NestedItem): boolean =>
      !isJsonObject(shown) || mayBeHidden(t, shown) || leavesOpen(list, shown);
    // A member that is left out may have hidden it.
    const item = mayLack(first) ? await addBelow(t, own, true) : first;
    await t.failIfAlways("newList", async () => {
      const page = await listBelow(t, own);
      if (isShown(page, item)) return undefined;
      const isClear = isEmpty(page.json) && !page.hasMore;
      t.assume(isClear || isOnlyOwn, "not recognised");
      if (!isClear) return undefined;
      t.assume(item.response.status === 201 && !hasFilters(list) && !mayLack(item), "left out");
      return {
        problem: "not in its list",
        expected: "the list of a new item shows what was created below it",
        actual: "it is empty (if that may take longer: --settle 2s)",
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** Has a list the very item that a creation has shown, by the id that it has got, and by all else that both show? */
function hasRow({ items }: Page, { sent, json }: NestedItem, parents: readonly string[]): boolean {
  if (!isJsonObject(json)) return false;
  const names = Object.keys(json).filter((name) => !parents.some((id) => mentions(json[name] ?? null, id)));
  const isId = (name: string): boolean =>
    matches(name, "item-ids") && !(isJsonObject(sent) && Object.hasOwn(sent, name));
  return items.some((row) => {
    const common = names.filter((name) => Object.hasOwn(row, name));
    return common.some(isId) && common.every((name) => isSameJson(row[name] ?? null, json[name] ?? null));
  });
}

/** Is it clear that a list has no items: is there a list, and is every list empty? */
function isEmpty(json: Json | undefined): boolean {
  if (Array.isArray(json)) return json.length === 0;
  const inner = isJsonObject(json) && isJsonObject(json["data"]) ? json["data"] : json;
  const lists = Object.values(isJsonObject(inner) ? inner : {}).filter((each) => Array.isArray(each));
  return lists.length > 0 && lists.every(({ length }) => length === 0);
}

/** Has a list a parameter by which it leaves out items without being asked to? */
function hasFilters(list: Operation | undefined): boolean {
  return (
    list?.parameters.some(({ in: where, required, schema }) => {
      const usual = plainSchema(schema).default;
      return where === "query" && (required || (usual !== undefined && typeof usual !== "number"));
    }) === true
  );
}

/** Does an item not show what its list says of it, and what may decide whether it is listed? */
function leavesOpen(list: Operation | undefined, shown: JsonObject): boolean {
  const rows = list === undefined ? [] : rowSchemasOf(list);
  const names = rows.flatMap((row) => Object.keys(plainSchema(row).properties ?? {}));
  return names.some((name) => saysWhetherShown(name) && !renderJson(shown).includes(`"${name}"`));
}

/** An item that was created below one item is not served below another one. A server may show the parent that it was asked for. */
export const otherParent: OwnProperty = {
  id: "other-parent",
  requirement: {
    name: "below another item",
    level: "implied",
    proof:
      "an item that was created below one parent is asked for below another, new one; a success counts only where the very same is shown",
  },
  sentence: ({ op }) => `${op.id} shows nothing that was created below another item.`,
  phase: "final",
  about: nestedReads,
  run: async (t: Actor, { op, nested }) => {
    const { item, parent, shown } = await borrowNested(t);
    const other = await t.create();
    const refers = [other.sent, other.found].some((each) => mentions(each, parent.id));
    t.assume(!refers, "refers to the other");
    const path = `${plainPath(other.path)}${item.path.slice(plainPath(parent.path).length)}`;
    const served = op === nested ? await servedAt(t, path) : (await listBelow(t, other)).row({ path });
    const plain = (text: string): string => withoutIds(text, [parent.id, other.id]);
    t.expect(served === undefined || plain(served) !== plain(renderJson(shown)), {
      problem: "shown below another item",
      expected: "nothing: it was created below one item, and this is another, new one",
      actual: "an item that was created below the other one is shown",
      at: op === nested ? { in: "status" } : { in: "body", pointer: "" },
    });
  },
};

/** The text of what is served at a path. */
async function servedAt(t: Actor, path: string): Promise<string | undefined> {
  const { request } = t.request({ path, isMinimal: true });
  const { response, json } = await t.sendUnknown({ ...request, label: "below another item" });
  return isSuccess(response.status) && json !== undefined ? renderJson(json) : undefined;
}

/** A text in which the items with these ids look the same. */
function withoutIds(text: string, ids: readonly string[]): string {
  return text
    .split(/([\w-]+)/)
    .map((word) => (ids.includes(word) ? "its parent" : word))
    .join("");
}

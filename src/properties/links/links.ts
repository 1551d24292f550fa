import { type Actor, type Item, links, linksToKnown, type OwnProperty } from "../../actor/index.js";
import { type Operation, operationText } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, isSameJson, type Json, type JsonObject } from "../../json/index.js";
import { isState, matches } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import type { Case } from "../../transport/index.js";
import { otherValues } from "../../values/index.js";
import {
  adopt,
  isLinked,
  linkPage,
  linkRows,
  linkToUnknown,
  newLink,
  putLink,
  relink,
} from "./link-verbs.js";

type Link = Omit<Item, "sent" | "found">;

/** A link that is put is listed once, however often it is put, and as it was put last. Those that were put before stay. */
export const linked: OwnProperty = {
  id: "linked",
  requirement: {
    name: "linked",
    level: "implied",
    proof:
      "an item of the run is linked to another one, twice, and then in another way, and to a second one; the list is read before and after",
  },
  sentence: ({ op }) =>
    `A link that ${op.id} puts is listed once, as it was put last, beside those that were put before.`,
  phase: "populate",
  order: "parents first",
  about: links,
  when: ({ op }) => op.method === "PUT",
  run: async (t: Actor, { op }) => {
    const link = await newLink(t);
    t.assume((await linkRows(t, link)).length === 0, "linked already");
    const request = await put(t, link);
    const rows = await t.until(
      () => linkRows(t, link),
      ({ length }) => length > 0,
    );
    const [row] = rows;
    t.assume(row !== undefined, "not listed");
    if (!isSuccess((await t.send(request)).status)) return t.pass();
    const { length } = await linkRows(t, link);
    t.expect(length <= rows.length, {
      problem: "listed twice",
      expected: "a link that is put again is still one link",
      actual: `the list shows it ${length} times`,
      at: { in: "body", pointer: "" },
    });
    await expectLast(t, op, link, row);
    const later = await newLink(t);
    await put(t, later);
    await expectStays(t, op, link, later);
  },
};

/** A link that is removed is listed no more, and no other goes with it. The list has to show one that was put after that. */
export const unlinked: OwnProperty = {
  id: "unlinked",
  requirement: {
    name: "unlinked",
    level: "implied",
    proof: "a link of the run is removed; its list counts only where it shows a link that was put after that",
  },
  sentence: ({ op }) => `A link that ${op.id} removes is no longer listed.`,
  phase: "final",
  about: links,
  when: ({ op }) => op.method === "DELETE",
  run: async (t: Actor, { op }) => {
    const link = await newLink(t);
    await put(t, link);
    const [before] = await t.until(
      () => linkRows(t, link),
      ({ length }) => length > 0,
    );
    t.assume(before !== undefined, "not listed");
    const other = await newLink(t);
    await put(t, other);
    const isBeside = (await linkRows(t, other)).length > 0;
    const { status } = await t.send(t.requestAt(link));
    t.assume(isSuccess(status) && status !== 202, "not deleted", status);
    const isShown = async (): Promise<boolean> =>
      (await linkRows(t, link)).some((row) => isSameJson(row, before));
    if (!(await t.until(isShown, (shown) => !shown))) {
      t.forget(link);
      if (isBeside) await expectStays(t, op, other);
      return t.pass();
    }
    const later = await newLink(t);
    await put(t, later);
    await t.failIfAlways("list", async () => {
      await t.settle();
      t.assume((await linkRows(t, later)).length > 0, "list may be old");
      if (!(await isShown())) return undefined;
      return {
        problem: "still in its list",
        expected: "no link that was removed, since the list already shows one that was put after that",
        actual: "it is shown as before (if it may stay for a while: --settle 2s)",
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** Nothing is linked to an item that is not there, unless that makes the item. */
export const unknownEnd: OwnProperty = {
  id: "unknown-end",
  requirement: {
    name: "unknown end",
    level: "implied",
    proof:
      "an item of the run is linked to an id that no item has; a success counts only where the list shows the link",
  },
  sentence: ({ op }) => `${op.id} links nothing to an item that is not there.`,
  phase: "final",
  about: linksToKnown,
  run: async (t: Actor) => {
    const { link, end } = await linkToUnknown(t);
    const { status } = await putLink(t, link);
    const exchange = t.lastExchange();
    if (!isLinked({ status })) return t.pass();
    const isListed = (await linkRows(t, link)).length > 0;
    const isMade = await t.isThere(end);
    if (isMade) adopt(t, end);
    t.expect(!isListed || isMade, {
      problem: "something is linked to nothing",
      expected: "404, or another refusal, since no item has this id",
      actual: `${status}, and the list shows it`,
      at: { in: "status" },
      exchange,
    });
  },
};

/** A link that was put, and not removed, is listed. @param later one that was put after that: the list counts only where it shows it */
async function expectStays(t: Actor, op: Operation, link: Link, later?: Link): Promise<void> {
  if (matches(operationText(op), "one-at-a-time")) return;
  await t.failIfAlways("list", async (turn) => {
    if (turn > 0) await t.settle();
    const isOld = later !== undefined && (await linkRows(t, later)).length === 0;
    const { rows, isWhole } = await linkPage(t, link);
    if (rows.length > 0 || !isWhole || isOld) return undefined;
    return {
      problem: "another link is gone",
      expected: "all links that were put before, and not removed",
      actual: "one of them is not listed any more (if it may be away for a while: --settle 2s)",
      at: { in: "body", pointer: "" },
    };
  });
}

/** Links two items at once. @returns the request */
async function put(t: Actor, link: Link): Promise<Case> {
  const { status, request } = await putLink(t, link);
  t.assume(request !== undefined && isLinked({ status }), "not linked", status);
  return request;
}

/** A word that the list shows as it was put is shown as it is put next. A server may keep numbers within bounds of its own. */
async function expectLast(t: Actor, op: Operation, link: Link, row: Json): Promise<void> {
  const { body } = t.request({ isMinimal: true });
  const sent = isJsonObject(body) ? body : {};
  if (!isJsonObject(row)) return;
  const [changed] = Object.keys(sent).flatMap((name) => otherWords(op, name, sent, row));
  if (changed === undefined) return;
  const { name, other } = changed;
  const isOld = (shown: Json | undefined): boolean =>
    isJsonObject(shown) && isSameJson(shown[name], sent[name]);
  const { response, json } = await relink(t, link, `another ${name}`, { ...sent, [name]: other });
  // The server decides which level a user may have, as long as it says so.
  if (!isLinked(response) || isOld(json)) return;
  await t.failIfAlways("list", async (turn) => {
    if (turn > 0) await t.settle();
    const [now] = await linkRows(t, link);
    if (!isOld(now)) return undefined;
    return {
      problem: "not changed",
      expected: `${name} as it was put last (if that may take longer: --settle 2s)`,
      actual: "the list shows what was put before",
      at: { in: "body", pointer: "" },
    };
  });
}

/** Other words for a member that the list shows as it was sent. */
function otherWords({ body }: Operation, name: string, sent: JsonObject, row: JsonObject) {
  const value = sent[name] ?? null;
  if (row[name] === undefined || !isSameJson(row[name], value) || isState(name)) return [];
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return otherValues(plainSchema(properties[name] ?? {}), value)
    .filter((other) => typeof other === "string" && !matches(other, "mighty"))
    .map((other) => ({ name, other }));
}

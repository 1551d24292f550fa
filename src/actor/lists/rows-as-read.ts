import { jsonOf, type Operation, responseTo } from "../../description/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { rowSchemasOf, unwrapped } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { type Context, createItem, type KnownItem, shownAt } from "../../session/index.js";
import { pairOf } from "../../values/index.js";
import { flagsIn } from "../comparison/answers.js";
import { differencesOf, withOthers } from "../comparison/comparison.js";
import { largestPage } from "./page.js";

/** The operations that create, list and read the items of a resource. */
export interface ListedAndRead {
  readonly create: Operation;
  readonly list: Operation;
  readonly read: Operation;
}

/** Own items whose rows are compared, the newest ones. */
const mostCompared = 2;

/**
 * Expects that the rows of a list show what clients send as the items do, where one schema describes both. A row that differs counts
 * only if the row of a new item differs, too: a cached list shows an item as it was before a change.
 */
export async function expectRowsAsRead(
  t: Context,
  related: ListedAndRead,
  items: readonly KnownItem[],
  check: string,
): Promise<void> {
  if (!isDescribedAlike(related)) return;
  for (const item of items.slice(-mostCompared)) {
    const differing = await differencesOfRow(t, related, item);
    if (differing === undefined) continue;
    if (differing.length > 0) {
      const { item: fresh } = await createItem(t, related.create);
      const again = (await differencesOfRow(t, related, fresh)) ?? [];
      const repeated = again.filter(({ name }) => differing.some((each) => each.name === name));
      if (repeated.length === 0) continue;
      t.expectNone(
        repeated.map(({ name, expected, actual, exchange }) => ({
          problem: `another ${name} in the list`,
          expected: `${name} is ${renderJson(expected)}, as the item shows it`,
          actual: `${renderJson(actual)}, in the row of that item`,
          at: { in: "body", pointer: "" } as const,
          exchange,
        })),
        check,
      );
      return;
    }
    t.expectNone([], check);
  }
}

/** A member that a row shows with another value than the item. */
interface RowDifference {
  readonly name: string;
  readonly expected: Json;
  readonly actual: Json;
  /** The number of the exchange that shows the row. */
  readonly exchange: number;
}

/** Compares the row of an item with the item; undefined where either is not shown, or no value could differ. */
async function differencesOfRow(
  t: Context,
  { create, list, read }: ListedAndRead,
  item: KnownItem,
): Promise<readonly RowDifference[] | undefined> {
  const page = await largestPage(t, list);
  const row = page.find(item);
  const found = row && (await shownAt(t, read, item));
  if (row === undefined || !isJsonObject(found)) return undefined;
  const sent = membersOfClient(create, unwrapped(item.resource, found) ?? found);
  const representations = { operation: create, read, sent, found: row };
  const pair = pairOf(t.state.api, representations);
  if (pair === undefined) return undefined;
  if (differencesOf(t.state, { ...representations, found: withOthers(row) }).length === 0) return undefined;
  const plain = differencesOf(t.state, representations).flatMap(({ path: [name], expected, actual }) =>
    actual === undefined || actual === null || Array.isArray(actual) || isShortened(actual, expected)
      ? []
      : [{ name, expected, actual }],
  );
  // A list that does not select all members shows zero values of the others.
  if (plain.some(({ actual }) => actual === "" || renderJson(actual) === "0")) return undefined;
  const flags = flagsIn(t, pair, create).map((name) => ({
    name,
    expected: sent[name] ?? null,
    actual: row[name] ?? null,
  }));
  return [...plain, ...flags].map((each) => ({ ...each, exchange: page.exchange }));
}

/** Returns what an item shows of the members that its creation may send. */
function membersOfClient({ body }: Operation, found: JsonObject): JsonObject {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  const isOfClient = (name: string): boolean =>
    Object.hasOwn(properties, name) && plainSchema(properties[name] ?? {}).readOnly !== true;
  return Object.fromEntries(Object.entries(found).filter(([name]) => isOfClient(name)));
}

/** Is a text shown in a shorter form, or is it an address, which may be signed or lead to a smaller picture? */
function isShortened(actual: Json, whole: Json): boolean {
  if (typeof actual !== "string" || typeof whole !== "string") return false;
  const isShorter = actual !== "" && actual.length < whole.length;
  return isShorter || /\.{3}|\u2026|[[\]<>]/u.test(actual) || /^(https?:)?\//i.test(actual);
}

/** Does one schema of the description describe the rows of a list and what a read shows? */
function isDescribedAlike({ list, read }: ListedAndRead): boolean {
  const whole = jsonOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {};
  const items: readonly object[] = [whole, ...Object.values(plainSchema(whole).properties ?? {})];
  return rowSchemasOf(list).some((row) => items.includes(row));
}

import { jsonOf, type Operation, responseTo } from "../../description/index.js";
import { isJsonObject } from "../../json/index.js";
import { type Judgement, rowsAsRead } from "../../laws/index.js";
import { membersShownIn, rowSchemasOf } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { type Context, type KnownItem, settle, shownAt } from "../../session/index.js";
import { largestPage } from "./page.js";

/** The operations that list and that read the items of a resource. */
export interface ListedAndRead {
  readonly list: Operation;
  readonly read: Operation;
}

/** Compares the row of an item with the item, twice where they differ: a list may be late. */
export async function judgeRowOf(
  t: Context,
  { list, read }: ListedAndRead,
  { item, clients }: { readonly item: KnownItem; readonly clients: readonly string[] },
): Promise<Judgement> {
  const compare = async (): Promise<Judgement> => {
    const page = await largestPage(t, list);
    const row = page.find(item);
    const found = row && (await shownAt(t, read, item));
    if (row === undefined || !isJsonObject(found)) return "no occasion";
    const [shown, listed] = [found, row].map((each) => membersShownIn(item.resource, each));
    return rowsAsRead.judge({ read: shown ?? {}, row: listed ?? {}, clients, text: page.request.path });
  };
  const first = await compare();
  if (typeof first === "string") return first;
  await settle(t);
  return compare();
}

/** Does one schema of the description describe the rows of a list and what a read shows? */
export function isDescribedAlike({ list, read }: ListedAndRead): boolean {
  const whole = jsonOf(responseTo(read, 200)?.contents ?? [])?.schema ?? {};
  const items: readonly object[] = [whole, ...Object.values(plainSchema(whole).properties ?? {})];
  return rowSchemasOf(list).some((row) => items.includes(row));
}

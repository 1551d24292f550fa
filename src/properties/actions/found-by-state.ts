import {
  type Actor,
  type BrokenPromise,
  type FurtherRequirement,
  type Item,
  listedActions,
  type OwnProperty,
  type Page,
  type Roles,
} from "../../actor/index.js";
import { type Operation, operationText } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import type { JsonObject } from "../../json/index.js";
import { type Filter, filtersOf, matches, slugOf } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { inText } from "../../values/index.js";
import { sendTo } from "./action-verbs.js";

/** A list may leave out what is over: that it does not say so is advice. */
const stillListed: FurtherRequirement = {
  id: "still-listed",
  name: "still listed",
  level: "advice",
  sentence: ({ op }) => `An item is still listed after ${op.id}, unless the description says otherwise.`,
  isOf: (op, callable) => {
    const roles = listedActions(op, callable);
    return roles !== undefined && stateFilters(roles).length > 0;
  },
  proof:
    "the list without a filter shows a new item before an action, and afterwards only the others, while the list by the new state shows it, for two items",
};

/** A list goes by the state that its items show, also once an action has changed it. */
export const foundByState: OwnProperty = {
  id: "found-by-state",
  requirement: {
    name: "found by state",
    level: "implied",
    proof:
      "an action is done to a new item, which shows another state then: the list by that state shows the item, and the list by the state before does not, for two items, until the time to settle is over",
  },
  sentence: ({ op }) =>
    `The list finds an item by the state that ${op.id} gives it, and no longer by the one before.`,
  phase: "populate",
  about: listedActions,
  when: (roles) => stateFilters(roles).length > 0,
  further: [stillListed],
  run: async (t: Actor, roles) => {
    const first = await actListed(t, roles);
    const next = (turn: number) => (turn === 0 ? first : actListed(t, roles));
    await t.failIfAlways("item", async (turn) => brokenByState(t, roles, await next(turn)));
    const check = `${slugOf(roles.op)}/${stillListed.id}`;
    await t.unlessSkipped(() =>
      t.failIfAlways("item", async (turn) => {
        const broken = await brokenByHiding(t, roles, await next(turn));
        if (broken === undefined) t.pass(check);
        return broken && { check, ...broken };
      }),
    );
  },
};

const whole = { label: "the list as it is", isLargest: true };

/** An item to which an action was done, and the list without a filter before that. */
interface Acted {
  readonly item: Item;
  readonly before: Page;
  readonly filter: Filter;
  /** The state before and after. */
  readonly was: string;
  readonly is: string;
  /** Reads whether that is still so. */
  readonly isSo: () => Promise<boolean>;
}

/** Does the action to a new item that the list shows. */
async function actListed(t: Actor, roles: Roles): Promise<Acted> {
  const item = await t.create();
  const isListed = (page: Page): boolean => page.find(item) !== undefined;
  const before = await t.until(() => t.list(whole), isListed);
  t.assume(isListed(before), "not listed");
  const { status } = await sendTo(t, item, "done to a new item");
  t.assume(isSuccess(status) && status !== 202, "not changed", status);
  const first = t.membersOf(item.found);
  const changedIn = (now: JsonObject) => stateFilters(roles).find((each) => hasChanged(each, first, now));
  const read = async () => t.membersOf(await t.read(item));
  const now = await t.until(read, (found) => changedIn(found) !== undefined);
  const filter = changedIn(now);
  t.assume(filter !== undefined, "nothing acted on");
  const [was, is] = [stateOf(filter, first), stateOf(filter, now)];
  return { item, before, filter, was, is, isSo: async () => stateOf(filter, await read()) === is };
}

/** The filters of a list by a word of its items: false may be no filter at all. */
function stateFilters({ list }: Roles): readonly Filter[] {
  if (list === undefined) return [];
  return filtersOf(list).filter(({ kind, at }) => kind === "word" && at.length === 1);
}

function stateOf({ at }: Filter, item: JsonObject): string {
  return inText(item[at[0] ?? ""] ?? "");
}

/** Has the member of a filter another word now, and may both be asked for? */
function hasChanged(filter: Filter, before: JsonObject, now: JsonObject): boolean {
  const [was, is] = [stateOf(filter, before), stateOf(filter, now)];
  return was !== is && [was, is].every((word) => filter.words.includes(word));
}

async function brokenByState(
  t: Actor,
  { list }: Roles,
  { item, before, filter, was, is, isSo }: Acted,
): Promise<BrokenPromise | undefined> {
  const { name, parameter, valueFor } = filter;
  const listBy = (value: string) => () =>
    t.list({ label: `the list where ${name} is ${value}`, chosen: [[parameter, valueFor(value)]] });
  const isShown = (page: Page): boolean => page.find(item) !== undefined;
  // An index may take a while to have what the item shows at once.
  const readOnce = async (value: string, isWanted: (page: Page) => boolean): Promise<Page> => {
    const page = await t.until(listBy(value), isWanted);
    if (isWanted(page)) return page;
    await t.settle(indexLag);
    return listBy(value)();
  };
  const found = await readOnce(is, isShown);
  const isFull = found.hasMore || found.items.length >= before.items.length;
  const former = await readOnce(was, (page) => !isShown(page));
  t.assume(await isSo(), "changes all the time");
  const state = `${name} is ${is}, as the item shows it after the action`;
  if (isShown(former))
    return {
      problem: `${name}: an item is found by the state before an action`,
      expected: `it is not shown, since its ${state}`,
      actual: `it is shown where ${name} is ${was}, for two new items (if that may take longer: --settle 2s)`,
      at: { in: "body", pointer: "" },
      exchange: former.exchange,
    };
  t.assume(isShown(found) || !isFull, "part of a list");
  t.assume(isShown(found) || !isWidened(list), "left out");
  if (isShown(found)) return undefined;
  return {
    problem: `${name}: an item is not found by the state that an action gave it`,
    expected: `it is shown, since its ${state}`,
    actual: `it is not shown, although there is room for it, for two new items (if that may take longer: --settle 2s)`,
    at: { in: "body", pointer: "" },
    exchange: found.exchange,
  };
}

/** How long an index may lag behind, in ms. */
const indexLag = 1600;

/** Where the list shows all that it has shown before, but for this item, it leaves out items in that state. */
async function brokenByHiding(
  t: Actor,
  roles: Roles,
  { item, before, filter, is, isSo }: Acted,
): Promise<BrokenPromise | undefined> {
  t.assume(!mayHide(roles, filter, is), "left out");
  const after = await t.until(
    () => t.list(whole),
    (page) => page.find(item) !== undefined,
  );
  if (after.find(item) !== undefined) return undefined;
  const others = before.own.filter(({ address }) => address !== item.path);
  const areShown =
    others.length > 0 && others.every(({ address }) => after.find({ path: address }) !== undefined);
  t.assume(areShown && (await isSo()), "part of a list");
  return {
    problem: "an item is no longer listed",
    expected: `it is listed without a filter, since no text says that items whose ${filter.name} is ${is} are left out`,
    actual: "only the other items of the run are shown, for two new items",
    at: { in: "body", pointer: "" },
    exchange: after.exchange,
  };
}

/** May the list leave out items in a state, by its word, its default or its texts? */
function mayHide({ op, list }: Roles, { parameter, asked }: Filter, state: string): boolean {
  const hasDefault = asked.default !== undefined || plainSchema(parameter.schema).default !== undefined;
  const isSaid = [op, list].some((each) => each && matches(operationText(each), "says-hidden"));
  return isWidened(list) || hasDefault || isSaid || matches(state, "hiding");
}

/** Has a list a parameter that adds items which it leaves out otherwise, whatever else it is asked for? */
function isWidened(list: Operation | undefined): boolean {
  return list?.parameters.some(({ name }) => matches(name, "widening-flags")) === true;
}

import type { Operation, Requirement } from "../description/index.js";
import { type ParsedExchange, parseExchange, type Scenario } from "../engine/index.js";
import {
  addedOnce,
  eachOnce,
  formulasHold,
  idempotentPuts,
  itemLaws,
  type LawFacts,
  type Listings,
  lawCheck,
  listLaws,
  refusedChange,
  rowsAsRead,
  timesAgree,
} from "../laws/index.js";
import {
  addressOf,
  type Callable,
  collectionPathOf,
  endsInParameter,
  isTime,
  matches,
  memberOf,
  membersOf,
  pageSizeOf,
  parentUrl,
  type Resource,
  sortingsOf,
} from "../model/index.js";
import {
  type ApiState,
  type ChosenValues,
  type Context,
  type ItemRecord,
  largestPageAfter,
  largestSizeOf,
  learnItems,
  requestIfAny,
} from "../session/index.js";
import type { Case } from "../transport/index.js";
import { at, shownSchema } from "../values/index.js";
import { newItemsFor } from "./items/new-items.js";
import type { AdditionReenactment } from "./judge-additions.js";
import type { RowsReenactment } from "./judge-each-once.js";
import { type ItemReenactment, judgeLaws, type Repeated } from "./judge-laws.js";
import type { CreationReenactment, ListReenactment } from "./judge-lists.js";
import type { PresenceReenactment } from "./judge-presence.js";
import { formulasShown } from "./judge-representation.js";
import type { RowReenactment } from "./judge-rows.js";
import { isDescribedAlike } from "./lists/rows-as-read.js";
import { reenactOnItem } from "./re-enactment.js";
import {
  reenactAddition,
  reenactCreation,
  reenactList,
  reenactRow,
  reenactRows,
} from "./re-enactment-of-lists.js";
import { reenactPresence } from "./re-enactment-of-presence.js";
import { changes } from "./selectors.js";

/** Says how each law is proven. */
const proof =
  "each response that shows an item of the run is compared with what was seen of it before; where something has changed for no reason, the requests in between are sent again on a new item, which is read before and after each of them, beside another item to which nothing is done";

/** A law that an API has to keep, and the beginning of the id of its requirement. */
interface DueLaw {
  readonly law: LawFacts;
  readonly about: "every item" | "every list";
}

/** The laws that hold for an API: those of items that a run creates and reads, and those of lists. */
function lawsOf(callable: Callable): readonly DueLaw[] {
  const { called, api, mayCall } = callable;
  const isRead = ({ method, path }: Operation): boolean => method === "GET" && endsInParameter(path);
  const reads = called.filter((each) => isRead(each) && newItemsFor(each, api, mayCall) !== undefined);
  const hasPuts = called.some((op) => op.method === "PUT" && changes(op, callable) !== undefined);
  const lists = called.filter((op) => op.method === "GET" && api.resourceIn(op) !== undefined);
  const ofItems = [
    ...itemLaws.filter((law) => law !== idempotentPuts || hasPuts),
    ...(reads.some(showsTimes) ? [timesAgree] : []),
    ...(reads.some((read) => isComputed(api.resourceAt(read.path))) ? [formulasHold] : []),
  ];
  const isAddedTo = (list: Operation): boolean => api.creationsAt(collectionPathOf(list)).some(mayCall);
  const isShownAlike = (list: Operation): boolean => {
    const read = api.resourceIn(list)?.read;
    return read !== undefined && isAddedTo(list) && isDescribedAlike({ list, read });
  };
  const mayAsk: Readonly<Record<Listings["asks"], (list: Operation) => boolean>> = {
    order: (list) => sortingsOf(list).length > 0,
    fewer: (list) => pageSizeOf(list) !== undefined,
    more: (list) => largestSizeOf(list) !== undefined,
  };
  return [
    ...(reads.length > 0 ? ofItems : []).map((law) => ({ law, about: "every item" as const })),
    ...listLaws.flatMap((law) =>
      lists.some(mayAsk[law.asks]) ? [{ law, about: "every list" as const }] : [],
    ),
    ...(lists.length > 0 ? [{ law: eachOnce, about: "every list" as const }] : []),
    ...(lists.some(isShownAlike) ? [{ law: rowsAsRead, about: "every list" as const }] : []),
    ...(lists.some(isAddedTo) ? [{ law: addedOnce, about: "every list" as const }] : []),
  ];
}

/** Has an item members that are computed from others? */
function isComputed(resource: Resource | undefined): boolean {
  return resource !== undefined && formulasShown(resource).length > 0;
}

/** Says the description that an item shows when it was created, and when it was changed? */
function showsTimes(read: Operation): boolean {
  const names = membersOf(shownSchema(read)).flatMap(({ name, schema }) => (isTime(schema) ? [name] : []));
  return (["creation-time", "change-time"] as const).every((kind) =>
    names.some((name) => matches(name, kind)),
  );
}

/** The requirements that an API keeps the laws. */
export function lawRequirements(callable: Callable): readonly Requirement[] {
  return lawsOf(callable).map(({ law, about }) => ({
    id: `${about}: ${law.name}`,
    level: law.level,
    section: "laws",
    sentence: law.sentence,
    operations: [],
    verifiedBy: [lawCheck(law)],
    proof,
    warnsIn: [],
    follows: [],
  }));
}

/**
 * Looks once more at what no response has shown since it was changed, and re-enacts what may have broken a law: before the run deletes
 * items, and those that others are below.
 */
export function lawScenarios(callable: Callable): readonly Scenario<ApiState>[] {
  const due = lawsOf(callable);
  const [first] = due;
  if (first === undefined) return [];
  const checks = due.map(({ law }) => lawCheck(law));
  const reads: Scenario<ApiState> = {
    id: `${lawCheck(first.law)}/last-reads`,
    title: "items that were changed are read once more",
    phase: "final",
    expects: checks,
    inputs: () => [null],
    run: readOnceMore,
  };
  const [ofLists, ofItems] = (["every list", "every item"] as const).map((about) =>
    due.filter((each) => each.about === about),
  );
  return [
    reads,
    ...suspectedOf(ofLists ?? []),
    ...occasions(
      callable,
      (ofItems ?? []).map(({ law }) => lawCheck(law)),
    ),
    ...suspectedOf(ofItems ?? []),
  ];
}

/** Does to new items what laws are about, once for each kind of item. */
function occasions(callable: Callable, checks: readonly string[]): readonly Scenario<ApiState>[] {
  const reads = callable.called.filter((op) => changesOf(callable, op).length > 0);
  if (checks.length === 0 || reads.length === 0) return [];
  const occasion = (law: LawFacts, title: string, stepsOf: StepsOf): Scenario<ApiState> => ({
    id: `${lawCheck(law)}/occasion`,
    title,
    phase: "final",
    expects: checks,
    inputs: (state) =>
      reads.flatMap((read): readonly ItemReenactment[] => {
        const steps = changesOf(callable, read).flatMap((op) => stepsOf(state, op));
        return steps.length === 0 ? [] : [{ kind: "item", read: read.id, steps: steps.map(ofItem) }];
      }),
    run: (t, input) => reenact(t, input as Reenactment),
  });
  const twice = occasion(
    idempotentPuts,
    "a new item is changed, and changed in the same way again",
    putTwice,
  );
  return [
    ...(checks.includes(lawCheck(idempotentPuts))
      ? [{ ...twice, isExplained: (_: unknown, broken: ReadonlySet<string>) => showsSame(broken) }]
      : []),
    occasion(refusedChange, "a new item is sent what was refused before", refusedBefore),
  ];
}

/** The requests of an occasion, for an operation that changes items. */
type StepsOf = (state: ApiState, op: Operation) => readonly Case[];

/** A valid PUT, twice; none where the run has sent none. */
function putTwice({ learned }: ApiState, { id, method }: Operation): readonly Case[] {
  const valid = learned.baselines.get(id)?.request;
  return method === "PUT" && valid !== undefined ? [valid, valid] : [];
}

function refusedBefore({ suspicions }: ApiState, { id }: Operation): readonly Case[] {
  const refused = suspicions.refused.get(id);
  return refused === undefined ? [] : [refused];
}

function ofItem(request: Case): Repeated {
  return { request, to: "item", address: addressOf(request.path) };
}

/** Re-enacts what may have broken one of these laws: it may be another one of them that is broken. */
function suspectedOf(due: readonly DueLaw[]): readonly Scenario<ApiState>[] {
  return due.map(({ law }) => ({
    id: lawCheck(law),
    title: law.sentence,
    phase: "final",
    expects: due.flatMap((each) => (each.law === law ? [] : [lawCheck(each.law)])),
    inputs: ({ suspicions }) =>
      suspicions.all.filter((each) => each.law === law.id).map(({ input }) => input),
    isExplained: (_, broken) =>
      (law.explainedBy !== undefined && broken.has(lawCheck({ id: law.explainedBy }))) ||
      ("isCompared" in law && showsSame(broken)),
    run: (t, input) => reenact(t, input as Reenactment),
  }));
}

/** All that a re-enactment takes: plain data. */
type Reenactment =
  | ItemReenactment
  | PresenceReenactment
  | ListReenactment
  | RowsReenactment
  | RowReenactment
  | AdditionReenactment
  | CreationReenactment;

async function reenact(t: Context, input: Reenactment): Promise<void> {
  // A re-enactment gives no reason for another one.
  if (input.kind === "item" || input.kind === "creation" || input.kind === "presence")
    t.state.suspicions.close();
  switch (input.kind) {
    case "item":
      return reenactOnItem(t, input);
    case "presence":
      return reenactPresence(t, input);
    case "list":
      return reenactList(t, input);
    case "row":
      return reenactRow(t, input);
    case "rows":
      return reenactRows(t, input);
    case "addition":
      return reenactAddition(t, input);
    case "creation":
      return reenactCreation(t, input);
  }
}

/** PUT and PATCH of the items that an operation reads. */
function changesOf(callable: Callable, read: Operation): readonly Operation[] {
  const isOf = (op: Operation): boolean => changes(op, callable)?.read === read;
  return callable.api.operationsAt(read.path).filter((op) => callable.mayCall(op) && isOf(op));
}

/** Checks of properties that compare an item with what was sent for it. */
const comparing: readonly string[] = [
  "read-back",
  "replaced",
  "changed",
  "gone",
  "answer",
  "stored",
  "listed",
];

/** Has a property shown already that an item is not as it was sent? The laws on that say no more. */
function showsSame(broken: ReadonlySet<string>): boolean {
  return [...broken].some((check) => comparing.includes(check.split("/")[1] ?? ""));
}

/** Items of one kind that are read, and lists of one kind that are asked for. */
const [mostItems, mostLists] = [5, 2];

/** Asks once for each list that has items of the run, and for each item that was changed and not shown since. */
async function readOnceMore(t: Context): Promise<void> {
  const { inventory, api } = t.state;
  const own = (): readonly ItemRecord[] =>
    [...inventory.records()].filter(({ item, deletion }) => item?.own === true && deletion === undefined);
  const before = new Map(own().map(({ address, sights }) => [address, sights]));
  const isUnseen = ({ address, sights, isShownSince }: ItemRecord): boolean =>
    !isShownSince && sights === before.get(address);
  for (const resource of new Set(own().flatMap(({ item }) => item?.resource ?? []))) {
    const all = own().filter(({ item }) => item?.resource === resource);
    const list = api.listAt(collectionPathOf({ path: resource.collectionPath }));
    for (const path of [...new Set(all.map(({ address }) => parentUrl(address)))].slice(0, mostLists))
      await sendListTo(t, list, path);
    const unseen = own().filter((each) => each.item?.resource === resource && isUnseen(each));
    for (const { address } of unseen.slice(0, mostItems)) await sendTo(t, resource.read, address);
  }
}

/** Orders that a list is asked for. */
const mostOrders = 2;

/** Asks for a list as usual, in some orders, and for one item, as far as it may be asked so: on the largest page where it is long. */
async function sendListTo(t: Context, list: Operation | undefined, path: string): Promise<void> {
  const usual = await sendTo(t, list, path);
  if (list === undefined) return;
  const size: ChosenValues = usual === undefined ? new Map() : largestPageAfter(list, usual);
  const largest = t.state.settings.deletableOnly ? undefined : largestSizeOf(list);
  if (size.size > 0) await sendTo(t, list, path, size);
  else if (largest !== undefined) await sendTo(t, list, path, new Map([[largest.size, largest.most]]));
  const sortings = sortingsOf(list);
  const unlike = sortings.filter(
    (each, index) => sortings.findIndex((other) => memberOf(other) === memberOf(each)) === index,
  );
  for (const { chosen } of unlike.slice(0, mostOrders))
    await sendTo(t, list, path, new Map([...size, ...chosen]));
  const few = pageSizeOf(list);
  if (few !== undefined) await sendTo(t, list, path, new Map([[few, 1n]]));
}

async function sendTo(
  t: Context,
  operation: Operation | undefined,
  path: string,
  chosen: ChosenValues = new Map(),
): Promise<ParsedExchange | undefined> {
  const isCalled = operation !== undefined && t.state.effects.has(operation.id);
  const valid = isCalled ? requestIfAny(t.state, operation, undefined, chosen) : undefined;
  if (valid === undefined) return undefined;
  // Its response is judged by the laws alone: the rest of it was judged before.
  const exchange = await t.sendUnchecked({ ...at(valid.request, { path }), label: "as it is at the end" });
  const { outcome } = exchange;
  if (outcome.kind !== "response") return undefined;
  const parsed = parseExchange(exchange, outcome, t.state.validate);
  for (const { check, failures } of judgeLaws(t.state, parsed)) t.expectNone(failures, check);
  await learnItems(t.state, parsed);
  return parsed;
}

import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { bareShape, type Case } from "../../../generate/index.js";
import type { Json } from "../../../json/index.js";
import type { ListedDeletion } from "../../../model/index.js";
import { type ApiScenario, type Context, makeRequest } from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { createItem } from "../requests/create-item.js";
import { describeAnswer } from "../requests/error-in-success-body.js";
import { type Rows, rowsAt } from "../requests/list-rows.js";
import { shownAt } from "../requests/read-item.js";
import { assumeOwned } from "../requests/recognition.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { listAt } from "../resources/item-links.js";
import { collectionPathOf } from "../resources/paths.js";
import { idOf } from "../resources/resource.js";
import { noteDeletion } from "../state/inventory.js";
import { forgetItem, type KnownItem } from "../state/state.js";
import { isStillThere } from "./deletion.js";

/** A new item of the run, as two reads showed it. */
interface Shown {
  readonly item: KnownItem;
  readonly reads: readonly [Json, Json];
}

/** The statuses of a success that does not say that all of it is done. Source: RFC 4918, section 11.1. */
const partial = [202, 207];

/**
 * New items of the run are deleted by one request that lists their ids: they are gone then, and nothing else is. Every request
 * lists ids of such items, so that no check but this one calls the operation.
 */
export function listedDeletionScenario(
  operation: Operation,
  deletion: ListedDeletion,
  { operations }: Pick<Contract, "operations">,
): ApiScenario {
  const slug = slugOf(operation);
  const list = listAt(collectionPathOf(deletion.create), operations);
  return {
    id: `${slug}/gone`,
    title: `${operation.id} deletes the items that it lists, and no others`,
    expects: [`${slug}/valid`, `${slug}/server-error`],
    phase: "final",
    inputs: () => [null],
    run: async (t) => {
      needPermission(t, operation);
      const items: Shown[] = [];
      while (items.length <= deletion.most) items.push(await newItem(t, deletion));
      // Of three, a server that deletes a range hits the one in the middle.
      const listed = items.filter((_, index) => index !== 1);
      const others = items.filter((_, index) => index === 1);
      const request = requestFor(t, operation, deletion, listed);
      const before = list && (await rowsOf(t, list));
      const parsed = await t.judge(await t.state.sendOnce(request));
      const { status } = parsed.response;
      if (!isSuccess(status) || partial.includes(status))
        throw new Skip("untested", `it was not deleted at once: ${describeAnswer(parsed)}`);
      for (const { item } of listed)
        noteDeletion(t.state.inventory, item.path, { status, fate: "unverified" });
      for (const each of others) await expectThere(t, deletion, each);
      if (list !== undefined && before !== undefined) await expectRows(t, list, before, listed);
      for (const each of listed) await expectGone(t, deletion, each, status);
    },
  };
}

/** @throws Skip unless the run may delete its own items by a list */
function needPermission({ state }: Context, { id }: Operation): void {
  if (state.readOnly) throw new Skip("untested", "this run may not write");
  if (state.deletableOnly && !state.disposable)
    throw new Skip(
      "untested",
      `${id} deletes what it lists, which is tried on this machine, or where --disposable says that the store may be thrown away`,
    );
}

/** @throws Skip where what is created is not shown as the run's */
async function newItem(t: Context, { create, read }: ListedDeletion): Promise<Shown> {
  const { item } = await createItem(t, create);
  await assumeOwned(t.state, item);
  const [first, second] = [await shownAt(t, read, item), await shownAt(t, read, item)];
  if (first === undefined || second === undefined)
    throw new Skip("untested", "what is created is not found by its id");
  return { item, reads: [first, second] };
}

/** Makes the request that lists these items, and has nothing else. */
function requestFor(
  t: Context,
  operation: Operation,
  deletion: ListedDeletion,
  listed: readonly Shown[],
): Case {
  const texts = listed.map(({ item: { id } }) => id);
  if (deletion.areNumbers && !texts.every((id) => /^-?\d+$/.test(id)))
    throw new Skip("untested", "the ids of items are no numbers, and those of the list are");
  const ids = deletion.areNumbers ? texts.map(BigInt) : texts;
  const parameter = operation.parameters.find((each) => each.in === "query" && each.name === deletion.name);
  const chosen =
    deletion.in === "query" && parameter !== undefined ? new Map([[parameter, ids]]) : new Map<never, Json>();
  const { request } = makeRequest(() => validRequest(t.state, operation, bareShape, chosen));
  const label = "the ids of new items of the run";
  if (deletion.in === "query") return { ...request, label };
  return { ...request, label, body: encodeFor(operation, { [deletion.name]: ids }) };
}

async function rowsOf({ state }: Context, list: Operation): Promise<Rows | undefined> {
  const rows = await rowsAt(state, list, collectionPathOf(list));
  return rows?.isWhole === true ? rows : undefined;
}

/** Expects every row that was listed before, but for those of the deleted items. */
async function expectRows(
  t: Context,
  list: Operation,
  before: Rows,
  listed: readonly Shown[],
): Promise<void> {
  const after = await rowsOf(t, list);
  const resource = listed[0]?.item.resource;
  if (after === undefined || resource === undefined) return;
  const idsIn = ({ rows }: Rows): readonly string[] => rows.flatMap((row) => idOf(resource, row) ?? []);
  const present = new Set([...idsIn(after), ...listed.map(({ item }) => item.id)]);
  const lost = idsIn(before).filter((id) => !present.has(id));
  t.expect(lost.length === 0, {
    problem: "other items are gone",
    expected: "every other item stays in the list",
    actual: `${lost.length} of ${before.rows.length} rows are gone that the request does not list`,
    at: { in: "body", pointer: "" },
  });
}

async function expectThere(t: Context, { read }: ListedDeletion, { item }: Shown): Promise<void> {
  t.expect((await shownAt(t, read, item)) !== undefined, {
    problem: "another item is gone",
    expected: "every other item stays what it is",
    actual: "an item that the request does not list is gone, too",
    at: { in: "status" },
  });
}

async function expectGone(
  t: Context,
  { read }: ListedDeletion,
  { item, reads }: Shown,
  status: number,
): Promise<void> {
  const found = await isStillThere(t, read, item, reads);
  noteDeletion(t.state.inventory, item.path, { status, fate: found ? "kept" : "gone" });
  if (!found) forgetItem(t.state, item);
  t.expect(!found, {
    problem: "still there",
    expected: "404 or 410 for each item that is listed (if that may take longer: --settle 2s)",
    actual: "2xx: it is still served",
    at: { in: "status" },
  });
}

import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation, Parameter } from "../../../description/index.js";
import { plainSchema, typeOf } from "../../../generate/index.js";
import { pagingName } from "../names/page-size-names.js";
import { createItem } from "../requests/create-item.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { type ApiScenario, type Context, makeRequest, twinOf } from "../requests/twin.js";
import { creationAt } from "../resources/item-links.js";
import { collectionOf, plainPath } from "../resources/paths.js";
import { collectedAt, idOf, itemsIn } from "../resources/resource.js";
import { pageSizeOf } from "./page-size.js";

/** How a list is asked for pages of two items: the values of the parameter that says where a page begins. */
interface Paging {
  readonly size: Parameter;
  readonly start: Parameter;
  readonly first: bigint;
  readonly second: bigint;
}

const offsetNames = /^(offset|skip)$/i;
const numberNames = /^(page|number|page_?-?(no|num|number))$/i;

/** The parameters by which a list shows one page after the other; undefined where it has none, or pages of two are not allowed. */
export function pagingOf(operation: Operation, operations: Contract["operations"]): Paging | undefined {
  const size = pageSizeOf(operation);
  const collection = plainPath(operation.path);
  const hasItems = [...operations.values()].some(({ path }) => collectionOf(path) === collection);
  if (size === undefined || !hasItems || !allows(size, 2)) return undefined;
  const find = (names: RegExp): Parameter | undefined =>
    operation.parameters.find(
      (each) => each.in === "query" && names.test(pagingName(each.name)) && each !== size,
    );
  const [offset, page] = [find(offsetNames), find(numberNames)];
  if (offset !== undefined && page === undefined && allows(offset, 0, 2))
    return { size, start: offset, first: 0n, second: 2n };
  // Where pages are counted from zero, these are the second and the third.
  if (page !== undefined && offset === undefined && allows(page, 1, 2))
    return { size, start: page, first: 1n, second: 2n };
  return undefined;
}

/** May an integer parameter have all of these values? */
export function allows({ schema }: Parameter, ...values: readonly number[]): boolean {
  const plain = plainSchema(schema);
  const { minimum = 0, maximum = Number.POSITIVE_INFINITY, multipleOf, enum: words } = plain;
  const isFree = typeOf(plain) === "integer" && multipleOf === undefined && words === undefined;
  return isFree && values.every((value) => value >= minimum && value <= maximum);
}

/** How often two pages have to overlap. */
const looks = 3;
/** Items that a list has to have: a server may show its last page for one that is beyond it. */
const least = 4;

/** Two pages that follow each other show different items, as long as the first one stays the same. */
export function overlapScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  const paging = pagingOf(operation, operations);
  if (paging === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/pages`,
    title: `pages of ${operation.id} that follow each other show different items`,
    phase: "read",
    inputs: () => [null],
    run: async (t) => {
      twinOf(t, operation);
      if ((await sharedItem(t, operation, paging)) === undefined) return;
      await fill(t, operation, paging, operations);
      let shared: string | undefined;
      for (let look = 1; look <= looks; look += 1) {
        shared = await sharedItem(t, operation, paging);
        if (shared === undefined) return;
      }
      const { first, second } = paging;
      t.expect(false, {
        problem: "pages overlap",
        expected: `other items where ${paging.start.name} is ${second} than where it is ${first}`,
        actual: `the item ${shared} on both pages of two items, ${looks} times`,
        at: { in: "body", pointer: "" },
      });
    },
  };
}

/** An item on two pages that follow each other; undefined if there is none. @throws Skip where that says nothing of them */
async function sharedItem(t: Context, operation: Operation, paging: Paging): Promise<string | undefined> {
  const before = await idsOn(t, operation, paging, paging.first);
  if (before.length !== 2) throw new Skip("untested", "the list shows no page of two items");
  const next = await idsOn(t, operation, paging, paging.second);
  const shared = next.find((id) => before.includes(id));
  if (shared !== undefined && (await idsOn(t, operation, paging, paging.first)).join() !== before.join())
    throw new Skip("untested", "the first page changes from one request to the next");
  return shared;
}

/** Makes sure that the list is so long that its second page is no last one that is filled up. @throws Skip where it is not */
async function fill(
  t: Context,
  operation: Operation,
  paging: Paging,
  operations: Contract["operations"],
): Promise<void> {
  const harmless = [...operations.values()].filter(({ id }) => t.state.harmless.has(id));
  const creation = creationAt(plainPath(operation.path), harmless);
  const { length } = await idsOn(t, operation, paging);
  for (let count = length; count < least && creation !== undefined; count += 1) await createItem(t, creation);
  if (length < least && (await idsOn(t, operation, paging)).length < least)
    throw new Skip("untested", `the list has less than ${least} items, so that pages may be filled up`);
}

/** The ids on a page of two items; on the page that the list has by itself, if no start is given. @throws Skip if it is refused */
async function idsOn(
  t: Context,
  operation: Operation,
  { size, start }: Paging,
  from?: bigint,
): Promise<readonly string[]> {
  const chosen =
    from === undefined
      ? []
      : ([
          [size, 2n],
          [start, from],
        ] as const);
  const { request } = makeRequest(() => validRequest(t.state, operation, undefined, new Map(chosen)));
  const label = from === undefined ? "the list as it is" : `a page of two items, ${start.name} is ${from}`;
  const { response, json } = await t.send({ ...request, label });
  if (!isSuccess(response.status)) throw new Skip("untested", `${label} is answered with ${response.status}`);
  const resource = collectedAt(t.state.resources, operation.path);
  return itemsIn(json).flatMap((item) => (resource && idOf(resource, item)) ?? []);
}

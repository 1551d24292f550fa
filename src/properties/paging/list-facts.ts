import { type Actor, type BrokenPromise, lists, type OwnProperty } from "../../actor/index.js";
import { type Operation, type Parameter, responseTo } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { isPageSize, matches, pageObjectsOf, pagesOfTwo, testedFilters, valueAt } from "../../model/index.js";
import { plainSchema, statedJson, typeOf } from "../../schema/index.js";

/** A parameter of a list that is left out is as its default. The page size has a property of its own. */
export const defaultQuery: OwnProperty = {
  id: "default-query",
  requirement: {
    name: "defaults of the query",
    level: "implied",
    proof:
      "a list is asked for as it is, and then with the described default of a parameter: other items count only where the list stays the same, three times",
  },
  sentence: ({ op }) =>
    `${op.id} shows the same items where a parameter has its default and where it is left out.`,
  phase: "read",
  about: lists,
  when: ({ op }) => withDefault(op).length > 0,
  inputs: ({ op }) => withDefault(op),
  chooses: (_, input) => [(input as Usual).parameter.name],
  run: async (t: Actor, _, input) => {
    const { parameter, usual } = input as Usual;
    t.assumeAccepted();
    const readAll = async () => {
      const { ids } = await t.list({ label: "the list as it is", mustServe: true });
      t.assume(ids.length > 0, "empty list");
      return ids.toSorted();
    };
    await t.failWhileSteady(readAll, async (all) => {
      const label = `${parameter.name} is ${usual}`;
      const { ids } = await t.list({ label, chosen: [[parameter, usual]] });
      if (ids.toSorted().join() === all.join()) return undefined;
      return {
        problem: `${parameter.name}: other items than without it`,
        expected: `${all.length} items, as where ${parameter.name} is left out: ${usual} is its default`,
        actual: `${ids.length} items, of which ${ids.filter((id) => !all.includes(id)).length} are others`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

/** Parameters whose default is tried. */
const mostDefaults = 3;

/** A parameter, and its default. */
interface Usual {
  readonly parameter: Parameter;
  readonly usual: Json;
}

/** The schema of a filter may be that of the member, whose default is that of a new item. */
function withDefault(op: Operation): readonly Usual[] {
  const filters = testedFilters(op).map(({ parameter }) => parameter);
  return op.parameters
    .filter((each) => each.in === "query" && !isPageSize(each.name) && !filters.includes(each))
    .flatMap((parameter): readonly Usual[] => {
      const { default: usual } = plainSchema(parameter.schema);
      const isPlain = usual !== undefined && usual !== null && typeof usual !== "object";
      return isPlain ? [{ parameter, usual: statedJson(usual) }] : [];
    })
    .slice(0, mostDefaults);
}

/** The page beyond the last one is as its parameter, its list or its response says: empty. */
export const pageBeyond: OwnProperty = {
  id: "page-beyond",
  requirement: {
    name: "page beyond the last",
    level: "implied",
    proof: "a page far beyond the last one is asked for, three times",
  },
  sentence: ({ op }) => `${op.id} shows an empty page beyond the last one.`,
  phase: "read",
  about: lists,
  when: ({ op, size }) => size !== undefined && saysEmptyBeyond(op, pagesOfTwo(op, size)?.start),
  run: async (t: Actor, { op, size }) => {
    const paging = size && pagesOfTwo(op, size);
    t.assume(paging !== undefined, "no page size");
    t.assumeAccepted();
    const { start } = paging;
    const { maximum = beyond } = plainSchema(start.schema);
    const far = BigInt(Math.min(maximum, beyond));
    const all = await t.list({ label: "the list as it is", isLargest: true, mustServe: true });
    await t.failIfAlways("response", async (): Promise<BrokenPromise | undefined> => {
      const chosen: readonly (readonly [Parameter, Json])[] = [
        [paging.size, 2n],
        [start, far],
      ];
      const page = await t.list({ label: `${start.name} is ${far}`, chosen, mayFail: true });
      const { status } = page.response;
      if (isSuccess(status) && page.items.length === 0) return undefined;
      // A long list may reach that page.
      t.assume(!isSuccess(status) || (all.isWhole && all.items.length < far), "part of a list");
      return {
        problem: isSuccess(status) ? "items beyond the last page" : "no page beyond the last one",
        expected: `2xx without items, as the description of ${start.name} says`,
        actual: isSuccess(status) ? `${page.items.length} items` : `${status}`,
        at: isSuccess(status) ? { in: "body", pointer: "" } : { in: "status" },
      };
    });
  },
};

/** Beyond what the run and most stores have, in items and in pages. */
const beyond = 100_000;

function saysEmptyBeyond(op: Operation, start: Parameter | undefined): boolean {
  if (start === undefined) return false;
  const shown = responseTo(op, 200)?.description;
  const said = [start.description, plainSchema(start.schema).description, op.description, shown];
  return said.some((text = "") => matches(text, "empty-beyond"));
}

/** A page says of itself what it was asked for, by the same name. */
export const pageFacts: OwnProperty = {
  id: "page-facts",
  requirement: {
    name: "facts of a page",
    level: "implied",
    proof:
      "the second page of two items is asked for: members named as the parameters have their values, or break the promise three times",
  },
  sentence: ({ op }) => `${op.id} says of a page which one it is, as it was asked for.`,
  phase: "read",
  about: lists,
  when: ({ op, size }) => size !== undefined && factsOf(op, size).length > 0,
  run: async (t: Actor, { op, size }) => {
    const paging = size && pagesOfTwo(op, size);
    t.assume(size !== undefined, "no page size");
    t.assumeAccepted();
    await t.fillPages();
    const chosen: readonly (readonly [Parameter, Json])[] = [
      [size, 2n],
      ...(paging ? ([[paging.start, 2n]] as const) : []),
    ];
    await t.failIfAlways("response", async () => {
      const page = await t.list({ label: "the second page of two items", chosen, mustServe: true });
      t.assume(page.items.length === 2, "no page of two");
      const other = factsOf(op, size).find(({ at }) => (valueAt(page.json ?? null, at) ?? 2n) !== 2n);
      if (other === undefined) return undefined;
      const said = valueAt(page.json ?? null, other.at);
      return {
        problem: `another ${other.parameter.name} than it was asked for`,
        expected: `2 as ${other.at.join(".")}, as ${other.parameter.name} asks`,
        actual: `${said}`,
        at: { in: "body", pointer: `/${other.at.join("/")}` },
      };
    });
  },
};

/** The members of a page that are named as the parameters which ask for it; a count may be that of all items. */
function factsOf(op: Operation, size: Parameter) {
  const paging = pagesOfTwo(op, size);
  return [size, ...(paging ? [paging.start] : [])]
    .filter(({ name }) => !matches(name, "numbers-of-items"))
    .flatMap((parameter) => membersLike(parameter.name, op).map((at) => ({ parameter, at })));
}

/** Where the body of a list has a number of this name: beside the rows, or in an object there that says something of the page. */
function membersLike(name: string, op: Operation): readonly (readonly string[])[] {
  const plain = (each: string): string => each.replaceAll(/[^a-z\d]/gi, "").toLowerCase();
  return pageObjectsOf(op).flatMap(({ at, schema: { properties = {} } }) =>
    Object.keys(properties)
      .filter(
        (each) => plain(each) === plain(name) && typeOf(plainSchema(properties[each] ?? {})) === "integer",
      )
      .map((each) => [...at, each]),
  );
}

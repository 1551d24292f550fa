import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import { jsonOf, type Operation, responseTo } from "../../../description/index.js";
import { bareShape, plainSchema, type Shape } from "../../../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../../../json/index.js";
import { type Api, collectionPathOf, hasMore, mayBeHidden, saysWhetherShown } from "../../../model/index.js";
import { mentions } from "../items/isolation.js";
import { type ApiScenario, baselineOf, type Context, makeRequest } from "../requests/baseline.js";
import { createItem } from "../requests/create-item.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { hasMarker, type KnownItem, markersIn } from "../session/state.js";
import { largestPage } from "./list-page.js";
import { below, parentOf } from "./parents.js";

/** The operations by which items are created below another one, and listed there. */
export function subListOf(creation: Operation, api: Api) {
  const parent = parentOf(creation, api);
  const list = api.listAt(collectionPathOf(creation));
  return parent === undefined || list === undefined ? undefined : { parent, list };
}

/** An item that is created below one of two new items is listed below that one, and not below the other. */
export function subListScenario(creation: Operation, api: Api): ApiScenario | undefined {
  const found = subListOf(creation, api);
  if (found === undefined) return undefined;
  const { parent, list } = found;
  return {
    id: `${slugOf(creation)}/below`,
    title: `an item that ${creation.id} creates is listed below its own parent`,
    phase: "final",
    inputs: ({ effects }) => (effects.has(list.id) && effects.has(parent.create.id) ? [null] : []),
    run: async (t) => {
      baselineOf(t, list);
      const { shape } = baselineOf(t, creation);
      const { item: own } = await createItem(t, parent.create);
      const { item: other } = await createItem(t, parent.create);
      const child = await createBelow(t, creation, own, shape);
      await expectOwnChildren(t, { list, child, other });
      // A member that is left out may have hidden it.
      const seen = isHidden(t, list, child) ? await createBelow(t, creation, own, bareShape) : child;
      await expectListed(t, { list, own, child: seen });
    },
  };
}

/** An item that was created below another one. */
interface Child {
  readonly parsed: ParsedExchange;
  readonly sent: Json;
  readonly markers: readonly string[];
}

/** @throws Skip where nothing is created that could be recognised */
async function createBelow(
  t: Context,
  creation: Operation,
  { path }: KnownItem,
  shape: Shape,
): Promise<Child> {
  const { request, body } = makeRequest(() => validRequest(t.state, creation, shape));
  const parsed = await t.send(at(request, { path: below(creation, path) }));
  const { status } = parsed.response;
  if (!isSuccess(status) || status === 202) throw new Skip("untested", `nothing is created yet: ${status}`);
  const sent = request.body?.kind === "text" ? request.body.text : "";
  return { parsed, sent: body ?? null, markers: markersIn(t.state, sent) };
}

/** The list of another item does not show it, unless it refers to that. */
async function expectOwnChildren(
  t: Context,
  { list, child, other }: { readonly list: Operation; readonly child: Child; readonly other: KnownItem },
): Promise<void> {
  const { parsed, sent, markers } = child;
  const refers = [sent, parsed.json ?? null].some((each) => mentions(each, other.id));
  if (markers.length === 0 || refers) return;
  const { page } = await largestPage(t, list, below(list, other.path));
  const shown = renderJson(page.json ?? null);
  t.expect(!markers.some((marker) => hasMarker(shown, marker)), {
    problem: "in the list of another item",
    expected: "only items that were created below this one",
    actual: "an item that was created below another new one is shown",
    at: { in: "body", pointer: "" },
  });
}

/** How often the list has to be empty. */
const maxPolls = 4;
/** A list that nobody has asked for before is not empty once something was created in it. */
async function expectListed(
  t: Context,
  { list, own, child }: { readonly list: Operation; readonly own: KnownItem; readonly child: Child },
): Promise<void> {
  const { status } = child.parsed.response;
  for (let poll = 0; poll < maxPolls; poll += 1) {
    if (poll > 0) await settle(t);
    const { page } = await largestPage(t, list, below(list, own.path));
    const shown = renderJson(page.json ?? null);
    const isShown = child.markers.some((marker) => hasMarker(shown, marker));
    if (isShown) t.expectNone([]);
    if (isShown || !isEmpty(page.json) || hasMore(page)) return;
    if (status !== 201 || hasFilters(list) || isHidden(t, list, child))
      throw new Skip("untested", "the list may leave out what was created");
  }
  t.expect(false, {
    problem: "not in its list",
    expected: "the list of a new item shows what was created below it",
    actual: "it is empty (if that may take longer: --settle 2s)",
    at: { in: "body", pointer: "" },
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
function hasFilters({ parameters }: Operation): boolean {
  return parameters.some(
    ({ in: where, required, schema }) =>
      where === "query" &&
      (required ||
        (plainSchema(schema).default !== undefined && typeof plainSchema(schema).default !== "number")),
  );
}

/** May the list leave out the item for what is shown of it, or is left open? */
function isHidden(t: Context, list: Operation, { parsed: { json } }: Child): boolean {
  if (!isJsonObject(json) || mayBeHidden(json, t.state.clock.now)) return true;
  const { items, properties = {} } = plainSchema(jsonOf(responseTo(list, 200)?.contents ?? [])?.schema ?? {});
  const rows = [items, ...Object.values(properties).map((each) => plainSchema(each).items)];
  const names = rows.flatMap((row) => Object.keys(plainSchema(row ?? {}).properties ?? {}));
  return names.some((name) => saysWhetherShown(name) && !renderJson(json).includes(`"${name}"`));
}

import { isSuccess, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { plainSchema } from "../../../generate/index.js";
import { isJsonObject, type Json, type JsonObject, renderJson } from "../../../json/index.js";
import {
  type Api,
  idOf,
  isState,
  itemAddress,
  itemNounOf,
  type Links,
  linksOf,
  matches,
  parentPathOf,
} from "../../../model/index.js";
import { isThere } from "../items/absent-items.js";
import { otherValues } from "../items/other-values.js";
import {
  type ApiScenario,
  baselineOf,
  type Context,
  eventually,
  makeRequest,
  orRefused,
} from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { isShort, newId } from "../requests/new-ids.js";
import { expectLinked, linkTo, newEnd, putLink } from "../requests/new-links.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import type { KnownItem } from "../session/state.js";
import { largestPage } from "./list-page.js";

/** The links that an operation puts; undefined for any other operation. */
export function putLinksOf(operation: Operation, api: Api): Links | undefined {
  return operation.method === "PUT" ? linksOf(operation, api) : undefined;
}

/** The links that an operation removes; undefined for any other operation. */
export function removedLinksOf(operation: Operation, api: Api): Links | undefined {
  return operation.method === "DELETE" ? linksOf(operation, api) : undefined;
}

/** Finds the read of the items that are linked to, where a refusal of those that are not there is described. */
export function endReadOf(operation: Operation, api: Api): Operation | undefined {
  const links = putLinksOf(operation, api);
  if (links === undefined) return undefined;
  // 404 may be about the item that is linked from.
  const end = new RegExp(`\\b${itemNounOf(links.end.collectionPath)}`, "i");
  const isRefused = ["404", "410", "422"].some((status) =>
    end.test(operation.responses.get(status)?.description ?? ""),
  );
  return isRefused ? api.readAt(links.end.itemPath) : undefined;
}

/** Rows of a list that show a link. */
async function rowsOf(t: Context, { list }: Links, link: KnownItem): Promise<readonly JsonObject[]> {
  const { items } = await largestPage(t, list, parentPathOf(link.path));
  return items.filter((each) => idOf(link.resource, each) === link.id);
}

function mayCall({ effects }: Pick<Context["state"], "effects">, { put, list, removal }: Links): boolean {
  return [put, list, removal].every(({ id }) => effects.has(id));
}

/** A link that is put is listed once, however often it is put, and as it was put last. */
export function linkedScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const links = putLinksOf(operation, api);
  if (links === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/linked`,
    title: `a link that ${operation.id} puts is listed once, as it was put last`,
    phase: "populate",
    inputs: (state) => (mayCall(state, links) ? [null] : []),
    run: async (t) => {
      const { id } = await newEnd(t, links);
      const link = await linkTo(t, links, id);
      if ((await rowsOf(t, links, link)).length > 0) throw new Skip("untested", "it is linked already");
      const { exchange } = expectLinked(await putLink(t, links, link));
      const poll = () => rowsOf(t, links, link);
      const rows = await eventually(t, poll, ({ length }) => length > 0);
      const [row] = rows;
      if (row === undefined) throw new Skip("untested", "the list does not show what was linked");
      const again = await t.send(exchange.case);
      if (!isSuccess(again.response.status)) return t.expectNone([]);
      const { length } = await poll();
      t.expect(length <= rows.length, {
        problem: "listed twice",
        expected: "a link that is put again is still one link",
        actual: `the list shows it ${length} times`,
        at: { in: "body", pointer: "" },
      });
      await expectChanged(t, links, { link, row, sent: validRequest(t.state, operation).body });
    },
  };
}

/** The body that was put for a link, and the part of it that its list shows. */
interface Shown {
  readonly link: KnownItem;
  readonly row: JsonObject;
  readonly sent: Json | undefined;
}

/** A word that the list shows as it was put is shown as it is put next. A server may keep numbers within bounds of its own. */
async function expectChanged(t: Context, links: Links, { link, row, sent }: Shown): Promise<void> {
  const { put } = links;
  const { properties = {} } = plainSchema(put.body?.schema ?? {});
  const isShown = (name: string, value: Json): boolean =>
    row[name] !== undefined && renderJson(row[name]) === renderJson(value) && !isState(name);
  const [changed] = Object.entries(isJsonObject(sent) ? sent : {}).flatMap(([name, value]) => {
    const others = isShown(name, value) ? otherValues(plainSchema(properties[name] ?? {}), value) : [];
    const other = others.find((each) => typeof each === "string" && !matches(each, "mighty"));
    return other === undefined ? [] : [{ name, value, other }];
  });
  if (changed === undefined || !isJsonObject(sent)) return;
  const { name, value, other } = changed;
  const { request } = makeRequest(() => validRequest(t.state, put));
  const accepts = orRefused(request);
  const body = encodeFor(put, { ...sent, [name]: other });
  const isOld = (now: Json | undefined): boolean =>
    now !== undefined && renderJson(now) === renderJson(value);
  const { response, json } = await t.send({ ...at(request, link), accepts, body, label: `another ${name}` });
  if (!isSuccess(response.status) || response.status === 202) return;
  // The server decides which level a user may have, as long as it says so.
  if (isJsonObject(json) && isOld(json[name])) return;
  const shownNow = async (): Promise<Json | undefined> => (await rowsOf(t, links, link))[0]?.[name];
  for (let poll = 0; poll < maxPolls; poll += 1) {
    if (!isOld(await shownNow())) return;
    await settle(t);
  }
  t.expect(false, {
    problem: "not changed",
    expected: `${name} as it was put last (if that may take longer: --settle 2s)`,
    actual: "the list shows what was put before",
    at: { in: "body", pointer: "" },
  });
}

/** How often a list has to show what it should not. */
const maxPolls = 3;

/** A link that is removed is listed no more. The list has to show one that was put after that. */
export function unlinkedScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const links = removedLinksOf(operation, api);
  if (links === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/unlinked`,
    title: `a link that ${operation.id} removes is no longer listed`,
    phase: "final",
    inputs: (state) => (mayCall(state, links) && state.learned.baselines.has(links.put.id) ? [null] : []),
    run: async (t) => {
      const { id } = await newEnd(t, links);
      const link = await linkTo(t, links, id);
      expectLinked(await putLink(t, links, link));
      const [before] = await eventually(
        t,
        () => rowsOf(t, links, link),
        ({ length }) => length > 0,
      );
      if (before === undefined) throw new Skip("untested", "the list does not show what was linked");
      const { request } = makeRequest(() => validRequest(t.state, operation));
      const { status } = (await t.send(at(request, link))).response;
      if (!isSuccess(status) || status === 202) throw new Skip("untested", `it was not removed: ${status}`);
      const isShown = async (): Promise<boolean> =>
        (await rowsOf(t, links, link)).some((row) => renderJson(row) === renderJson(before));
      const isLeft = await eventually(t, isShown, (shown) => !shown);
      if (!isLeft) {
        t.state.inventory.forget(link);
        return t.expectNone([]);
      }
      const later = await linkTo(t, links, (await newEnd(t, links)).id);
      expectLinked(await putLink(t, links, later));
      for (let poll = 0; poll < maxPolls; poll += 1) {
        await settle(t);
        if ((await rowsOf(t, links, later)).length === 0)
          throw new Skip("untested", "nothing shows that the list is as new as the removal");
        if (!(await isShown())) return t.expectNone([]);
      }
      t.expect(false, {
        problem: "still in its list",
        expected: "no link that was removed, since the list already shows one that was put after that",
        actual: "it is shown as before (if it may stay for a while: --settle 2s)",
        at: { in: "body", pointer: "" },
      });
    },
  };
}

/** Nothing is linked to an item that is not there. */
export function unknownEndScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const links = putLinksOf(operation, api);
  const read = endReadOf(operation, api);
  if (links === undefined || read === undefined) return undefined;
  const { end } = links;
  return {
    id: `${slugOf(operation)}/unknown-end`,
    title: `${operation.id} links nothing to an item that is not there`,
    phase: "final",
    inputs: (state) =>
      mayCall(state, links) && state.effects.has(read.id) && state.learned.baselines.has(operation.id)
        ? [null]
        : [],
    run: async (t) => {
      baselineOf(t, operation);
      const id = newId(read, t.state.words.nonce());
      const item = { path: itemAddress(end, end.collectionPath, id) };
      if (isShort(id) || (await isThere(t, { read, item })))
        throw new Skip("untested", "no id is known that surely no item has");
      const link = await linkTo(t, links, id);
      const parsed = await putLink(t, links, link);
      const exchange = t.exchanges.length - 1;
      const status = parsed?.response.status ?? 0;
      if (!isSuccess(status) || status === 202) return t.expectNone([]);
      const isListed = (await rowsOf(t, links, link)).length > 0;
      const isMade = await isThere(t, { read, item });
      // An item that was made along with the link is deleted at the end.
      if (isMade) t.state.inventory.add({ resource: end, id, path: item.path, own: true });
      t.expect(!isListed || isMade, {
        problem: "something is linked to nothing",
        expected: "404, or another refusal, since no item has this id",
        actual: `${status}, and the list shows it`,
        at: { in: "status" },
        exchange,
      });
    },
  };
}

import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import {
  type ApiScenario,
  assumeApplied,
  type Context,
  eventually,
  freshBaseline,
  orRefused,
} from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { readItem } from "../requests/read-item.js";
import { at, slugOf } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { readOf } from "../resources/item-links.js";
import { addressOf, endsInParameter } from "../resources/paths.js";
import { shownValues, withValueAt } from "../resources/places.js";
import { type VersionMember, versionMemberOf } from "../resources/version-member.js";
import { hasMarker, type KnownItem, markersIn, ownItemAt } from "../state/state.js";

/** How a description says that a change is refused for its version. */
const saysStale = /version|revision|\brev\b|stale|outdated|out of date|concurren|lost update|meantime/i;

/** Words for who has changed the item. */
const ofOthers = /\b(some ?(body|one)|(an)?other|else)\b/i;

/** Does a description say that a change is refused for the version in its body? */
export function refusesVersions(operation: Operation, operations: Contract["operations"]): boolean {
  const { responses, path } = operation;
  const said = ["409", "412"].map((status) => responses.get(status)?.description ?? "");
  const isSaid = said.some((each) => saysStale.test(each) && !ofOthers.test(each));
  return (
    isSaid &&
    endsInParameter(path) &&
    versionMemberOf(operation) !== undefined &&
    readOf(operation, operations) !== undefined
  );
}

/** What the server counts by itself is judged: an item is changed, and then changed with the version that it had before. */
export function staleVersionScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  const [read, member] = [readOf(operation, operations), versionMemberOf(operation)];
  if (read === undefined || member === undefined || !refusesVersions(operation, operations)) return undefined;
  const { name, usual } = member;
  return {
    id: `${slugOf(operation)}/stale-version`,
    title: `${operation.id} refuses a ${name} that is no longer the item's`,
    phase: "populate",
    inputs: ({ contract }) => (Object.hasOwn(contract.known?.values ?? {}, name) ? [] : [null]),
    run: async (t) => {
      const { request } = freshBaseline(t, operation);
      const item = ownItemAt(t.state, addressOf(request.path));
      if (item === undefined) throw new Skip("untested", "no item of the run is known");
      const poll = async (): Promise<Json | undefined> => versionIn(await readItem(t, read, item), member);
      const first = await poll();
      await sendChange(t, operation);
      const second = await poll();
      // What is usual is taken for a version that is not known yet, and another one is sent in its place.
      const isUsual = first !== undefined && renderJson(first) === renderJson(usual);
      if (isUsual) await sendChange(t, operation);
      const [stale, present] = isUsual ? [second, await poll()] : [first, second];
      if (stale === undefined || present === undefined || renderJson(stale) === renderJson(present))
        throw new Skip("untested", `${name} does not tell whether the item has changed`);
      if (!(await isStored(t, { operation, read, item, member, version: stale }))) return t.expectNone([]);
      const exchange = t.exchanges.findLastIndex(({ case: { method } }) => method === operation.method);
      // A read that comes late may have shown a version that was the present one.
      if (!(await isStored(t, { operation, read, item, member, version: stale })))
        throw new Skip("untested", `${name} ${renderJson(stale)} was accepted once, and not again`);
      t.expect(false, {
        problem: `a stale ${name} is accepted`,
        expected: `a refusal: ${name} is ${renderJson(present)} since the last change, and what it was changed to would be lost`,
        actual: `${renderJson(stale)} is accepted, twice, and the item shows what was sent`,
        at: { in: "status" },
        exchange,
      });
    },
  };
}

interface Stale {
  readonly operation: Operation;
  readonly read: Operation;
  readonly item: KnownItem;
  readonly member: VersionMember;
  readonly version: Json;
}

/** Changes an item with a version that it had once. @returns whether it shows what was sent then */
async function isStored(
  t: Context,
  { operation, read, item, member: { name, place }, version }: Stale,
): Promise<boolean> {
  const { request, body = null } = freshBaseline(t, operation);
  const sent = withValueAt(body, place.path, version);
  const { response } = await t.send({
    ...at(request, item),
    accepts: orRefused(request),
    label: `the ${name} from before the last change`,
    body: encodeFor(operation, sent),
  });
  if (!isSuccess(response.status)) return false;
  const markers = markersIn(t.state, renderJson(sent));
  const isShown = (text: string): boolean => markers.some((marker) => hasMarker(text, marker));
  const poll = async (): Promise<string> => renderJson((await readItem(t, read, item)) ?? null);
  if (isShown(await eventually(t, poll, isShown))) return true;
  throw new Skip(
    "untested",
    `it was answered with ${response.status}, but nothing shows that it was changed`,
  );
}

/** The version that an item shows. */
function versionIn(found: Json | undefined, { name, usual }: VersionMember): Json | undefined {
  return shownValues(found, [name]).find((each) => typeof each === typeof usual);
}

/** @throws Skip where the change is refused */
async function sendChange(t: Context, operation: Operation): Promise<void> {
  const { response } = await t.send({
    ...freshBaseline(t, operation).request,
    label: "a change of the item",
  });
  assumeApplied(response);
  await settle(t, 0);
}

import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { plainSchema } from "../../../generate/index.js";
import { type Json, type JsonObject, renderJson } from "../../../json/index.js";
import { differencesOf, expectSame, isComputed } from "../comparison/comparison.js";
import { type Pair, pairOf } from "../comparison/representations.js";
import { isNumber } from "../comparison/same-value.js";
import {
  type ApiScenario,
  baselineOf,
  type Context,
  eventually,
  isRefusal,
  makeRequest,
  orRefused,
} from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { readItem } from "../requests/read-item.js";
import { at, validRequest } from "../requests/requests.js";
import { withMembersAt } from "../resources/places.js";
import { idNames, resourceAt } from "../resources/resource.js";
import type { KnownItem } from "../state/state.js";
import { creationTimesIn, expectCreationKept } from "./creation-times.js";
import { mentions } from "./isolation.js";
import { changeOfItems, newItem, onNewItem } from "./new-items.js";
import { valuesUnlike } from "./other-values.js";

/** Another item of the run, as it is shown. */
interface Neighbour {
  readonly item: KnownItem;
  readonly shown: Json;
}

/** Items that are read, of which one may be there. */
const mostRead = 2;

/**
 * A change leaves other items as they are, and the time at which its own was created: a new item gets numbers, booleans and
 * words that another one does not have. Sources: RFC 5789, section 2; RFC 9110, section 9.3.4.
 * @param creations that the run may send
 */
export function updateIsolationScenario(
  operation: Operation,
  { operations }: Pick<Contract, "operations">,
  creations: readonly Operation[],
): ApiScenario | undefined {
  const changed = changeOfItems(operation, operations, creations);
  if (changed === undefined) return undefined;
  const { related, check } = changed;
  const { read } = related;
  return onNewItem(changed, {
    part: "neighbour",
    title: `${operation.id} leaves other items as they are`,
    run: async (t) => {
      const made = await newItem(t, related);
      const neighbour = await neighbourOf(t, made.item);
      const times = creationTimesIn({ operation, read }, made.found);
      const sent = await change(t, made.item, neighbour?.shown ?? made.found);
      const poll = () => readItem(t, read, made.item);
      const after = await eventually(
        t,
        poll,
        (found) =>
          found !== undefined && differencesOf(t.state, { operation, read, sent, found }).length === 0,
      );
      if (after === undefined) throw new Skip("untested", "the item is gone");
      const changing = { poll, change: () => change(t, made.item, after) };
      await expectCreationKept(t, { check, times, found: made.found, after }, changing);
      expectSame(t, { operation, read, sent, found: after, check });
      if (neighbour !== undefined) await expectNotFollowed(t, made.item, neighbour, sent);
    },
  });

  /** An item of the run that stands beside this one, and does not refer to it. */
  async function neighbourOf(
    t: Context,
    { id, path: own, resource }: KnownItem,
  ): Promise<Neighbour | undefined> {
    const others = t.state.items.filter(
      (each) => each.own && each.resource === resource && each.path !== own,
    );
    for (const item of others.toReversed().slice(0, mostRead)) {
      const shown = await readItem(t, read, item);
      if (shown !== undefined && !mentions(shown, id, (name) => /ids?$/i.test(name))) return { item, shown };
    }
    return undefined;
  }

  /** The other item has none of what was sent for this one; where it has, it may not follow once more. */
  async function expectNotFollowed(
    t: Context,
    own: KnownItem,
    { item, shown: before }: Neighbour,
    sent: Json,
  ): Promise<void> {
    const first = await readItem(t, read, item);
    if (first === undefined || followed(t, { sent, before, after: first }).length === 0) return;
    const again = await change(t, own, first);
    const second = await readItem(t, read, item);
    const names = second === undefined ? [] : followed(t, { sent: again, before: first, after: second });
    t.expect(names.length === 0, {
      check,
      problem: "another item is changed",
      expected: "every other item stays what it is",
      actual: `${names.join(", ")} of another item is changed, too, whatever is sent`,
      at: { in: "body", pointer: "" },
    });
  }

  /** Changes an item to values that differ from what is shown. @returns what was sent @throws Skip where it is refused */
  async function change(t: Context, item: KnownItem, shown: Json): Promise<Json> {
    const { shape } = baselineOf(t, operation);
    const { request, body: usual = null } = makeRequest(() => validRequest(t.state, operation, shape));
    const pair = pairOf(t.state, { operation, read, sent: usual, found: shown });
    const other =
      pair === undefined ? usual : withMembersAt(usual, pair.path, { ...pair.sent, ...unlike(t, pair) });
    // A rule of the server's own may be against one of these.
    for (const sent of [other, usual]) {
      const accepts = orRefused(request);
      const label = "valid, with values that another item does not have";
      const body = encodeFor(operation, sent);
      const { response } = await t.send({ ...at(request, item), accepts, label, body });
      if (isSuccess(response.status) && response.status !== 202) return sent;
      if (!isRefusal(response.status)) break;
    }
    throw new Skip("untested", "it was not changed at once");
  }

  function unlike(t: Context, pair: Pair): JsonObject {
    const resource = resourceAt(t.state.resources, read.path);
    const given = t.state.contract.known?.values ?? {};
    const isFixed = (name: string): boolean =>
      Object.hasOwn(given, name) ||
      (resource !== undefined && [resource.parameter, ...idNames(resource)].includes(name));
    return valuesUnlike(pair, isFixed);
  }

  /** The names of plain members that were another value, and are what was sent for another item. */
  function followed(
    t: Context,
    { sent, before, after }: Readonly<Record<"sent" | "before" | "after", Json>>,
  ): readonly string[] {
    const [was, now] = [before, after].map((found) => pairOf(t.state, { operation, read, sent, found }));
    if (was === undefined || now === undefined) return [];
    return Object.entries(now.sent).flatMap(([name, value]) => {
      const [left, right] = [was.found[name], now.found[name]];
      const isPlain = typeof value === "boolean" || typeof value === "string" || isNumber(value);
      const isServers = plainSchema(plainSchema(now.schema).properties?.[name] ?? {}).readOnly === true;
      if (!isPlain || isServers || left === undefined || right === undefined) return [];
      const isOther = renderJson(left) !== renderJson(right) && renderJson(right) === renderJson(value);
      return isOther && !isComputed(t.state, name) ? [name] : [];
    });
  }
}

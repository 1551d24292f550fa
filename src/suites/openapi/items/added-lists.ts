import { isSuccess, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { plainSchema, typeOf } from "../../../generate/index.js";
import { type Json, renderJson } from "../../../json/index.js";
import { type Callable, matches, valueAt, withValueAt } from "../../../model/index.js";
import { differencesOf, expectSame } from "../comparison/comparison.js";
import { pairOf } from "../comparison/representations.js";
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
import { at } from "../requests/requests.js";
import { hasMarker, type KnownItem, markersIn } from "../session/state.js";
import { changeOfItems, newItem, onNewItem } from "./new-items.js";
import { isMergePatch } from "./replaced-lists.js";

/**
 * A list that is sent to change an item is there then. Where what was there before is there, too, that is said, and no failure,
 * unless the list gets longer than it may be: nothing says whether a change in plain JSON adds to a list, or takes its place.
 * @param mayCall may the run send a creation?
 */
export function addedListsScenario(operation: Operation, callable: Callable): ApiScenario | undefined {
  const changed = changeOfItems(operation, callable);
  if (
    changed === undefined ||
    operation.method !== "PATCH" ||
    isMergePatch(operation) ||
    !hasLists(operation)
  )
    return undefined;
  const { related, check } = changed;
  const { create, read } = related;
  return onNewItem(changed, {
    part: "lists",
    title: `${operation.id} replaces lists`,
    run: async (t) => {
      const made = await newItem(t, related);
      const { request, body: sent } = freshBaseline(t, operation);
      const { response } = await t.send(at(request, made.item));
      assumeApplied(response);
      const found = await eventually(
        t,
        () => readItem(t, read, made.item),
        (shown) =>
          shown !== undefined && differencesOf(t.state, { operation, read, sent, found: shown }).length === 0,
      );
      if (found === undefined) throw new Skip("untested", "the item is gone");
      const changedTo = { operation, read, sent, found };
      expectSame(t, { ...changedTo, check });
      const now = pairOf(t.state, changedTo);
      const before = pairOf(t.state, { operation: create, read, sent: made.sent, found: made.found });
      for (const [name, list] of Object.entries(now?.sent ?? {})) {
        if (!Array.isArray(list) || matches(name, "growing-lists")) continue;
        const [fresh, shown, former] = [list, now?.found[name], before?.sent[name]].map((each) =>
          renderJson((each as Json | undefined) ?? null),
        );
        const left = markersIn(t.state, former ?? "").filter((marker) => fresh?.includes(marker) !== true);
        if (!left.some((marker) => hasMarker(shown ?? "", marker))) continue;
        await expectRoom(t, { operation, read, check, item: made.item, name });
        throw new Skip(
          "untested",
          `${name} still has what was there before, too, and nothing says whether a change adds to it`,
        );
      }
    },
  });
}

/** Longer lists are not sent, in items. */
const longest = 50;

interface ListOfItem {
  readonly operation: Operation;
  readonly read: Operation;
  readonly check: string;
  readonly item: KnownItem;
  readonly name: string;
}

/** Sends a list that is as long as it may be shown: what was there before has no room beside it. */
async function expectRoom(t: Context, { operation, read, check, item, name }: ListOfItem): Promise<void> {
  const { request, body: sent = null } = freshBaseline(t, operation);
  const before = await readItem(t, read, item);
  const pair = before === undefined ? undefined : pairOf(t.state, { operation, read, sent, found: before });
  if (pair === undefined) return;
  const [taken, shown] = [pair.schema, pair.shown].map((each) =>
    plainSchema(plainSchema(each).properties?.[name] ?? {}),
  );
  const most = shown?.maxItems ?? longest + 1;
  if (most > Math.min(longest, taken?.maxItems ?? longest)) return;
  const place = [...pair.path, name];
  const items = Array.from({ length: most }, () =>
    valueAt(freshBaseline(t, operation).body, [...place, "*"]),
  );
  const whole = withValueAt(
    sent,
    place,
    items.filter((each) => each !== undefined),
  );
  const parsed = await t.sendAnyway({
    ...at(request, item),
    accepts: orRefused(request),
    label: `valid, with ${most} items in ${name}`,
    body: encodeFor(operation, whole),
  });
  if (parsed === undefined || !isSuccess(parsed.response.status)) return;
  const exchange = t.exchanges.length - 1;
  const found = await readItem(t, read, item);
  const list = found && pairOf(t.state, { operation, read, sent: whole, found })?.found[name];
  t.expect(!Array.isArray(list) || list.length <= most, {
    check,
    problem: `${name} gets longer than it may be`,
    expected: `${name} is what was sent: ${most} items, the most that it may have`,
    actual: `${Array.isArray(list) ? list.length : 0} items, with what was there before`,
    at: { in: "body", pointer: `/${name}` },
    exchange,
  });
}

function hasLists({ body }: Operation): boolean {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return Object.entries(properties).some(
    ([name, schema]) => typeOf(plainSchema(schema)) === "array" && !matches(name, "growing-lists"),
  );
}

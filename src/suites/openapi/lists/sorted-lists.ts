import { Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { isFraction, type Json, type JsonObject, renderJson } from "../../../json/index.js";
import { idNames, valueAt } from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context, eventually } from "../requests/baseline.js";
import { inText } from "../requests/parameter-styles.js";
import { slugOf } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { visibilityFingerprint } from "../session/visibility-fingerprint.js";
import { seedDistinct } from "./distinguishable-items.js";
import { isOfPlainOrder } from "./distinguishable-values.js";
import { type ListResult, listQueries, ownIn, untilIndexed } from "./list-polling.js";
import { type Sorting, sortingsOf } from "./sortings.js";
import { momentOf, timeTolerance } from "./times.js";

/** Members of one list by which it is sorted. */
const mostMembers = 2;
/** How often a list has to be in another order. */
const maxPolls = 3;

/** A list is in the order in which it says that it may be. */
export function sortScenario(operation: Operation): ApiScenario | undefined {
  const sortings = sortingsOf(operation);
  const names = [...new Set(sortings.map(nameOf))].slice(0, mostMembers);
  if (names.length === 0) return undefined;
  return {
    id: `${slugOf(operation)}/sort`,
    title: `${operation.id} is in the order that is asked for`,
    phase: "read",
    inputs: ({ contract }) => {
      const given = new Set(Object.keys(contract.known?.values ?? {}));
      const isGiven = sortings.some(({ chosen }) => [...chosen.keys()].some(({ name }) => given.has(name)));
      return isGiven ? [] : names;
    },
    run: async (t, name) => {
      baselineOf(t, operation);
      const wanted = sortings.filter((each) => nameOf(each) === name);
      await judgeOrder(t, operation, wanted, names);
    },
  };
}

function nameOf({ at }: Sorting): string {
  return at.join(".");
}

/** The three items are added neither upwards nor downwards; by another member, in another order. */
const ranks = [
  [1, 2, 0],
  [2, 0, 1],
] as const;

async function judgeOrder(
  t: Context,
  operation: Operation,
  wanted: readonly Sorting[],
  names: readonly string[],
): Promise<void> {
  const ask = listQueries(t, operation);
  const whole = (): Promise<ListResult> => ask({ label: "the list as it is", isLargest: true });
  const at = wanted[0]?.at ?? [];
  const addresses = await mixed(t, operation, {
    at,
    ways: wanted.map(({ way }) => way),
    names,
    whole,
    first: await whole(),
  });
  for (const { label, chosen, way } of wanted) {
    for (let poll = 1; ; poll += 1) {
      const sorted = await ask({ chosen, label: `the list in the order of ${label}` });
      const values = ownIn(t, operation, sorted)
        .filter(({ address }) => addresses.has(address))
        .flatMap(({ item }) => plainValueIn(t, item, at) ?? []);
      if (values.length < fewest)
        throw new Skip(
          "untested",
          `${label} was not tried: the list in that order does not show enough items of the run`,
        );
      if (isInOrder(values, way)) {
        t.expectNone([]);
        break;
      }
      if (poll < maxPolls) {
        await settle(t, untilIndexed);
        continue;
      }
      t.expect(false, {
        problem: `${label}: another order`,
        expected: `items in the order of ${at.join(".")}, ${directions[way]}, as the query asks`,
        actual: `items of which it is ${values.map(inText).join(", ")}, ${maxPolls} times`,
        at: { in: "body", pointer: "" },
      });
      break;
    }
  }
}

const directions: Readonly<Record<Sorting["way"], string>> = {
  up: "the lowest first",
  down: "the highest first",
  either: "upwards or downwards",
};

/** Items whose order shows something. */
const fewest = 3;

/** The items that are looked for in a list. */
interface Mixed {
  readonly at: readonly string[];
  /** Those in which it is sorted. */
  readonly ways: readonly Sorting["way"][];
  /** All members by which the list is sorted. */
  readonly names: readonly string[];
  readonly whole: () => Promise<ListResult>;
  readonly first: ListResult;
}

/**
 * The addresses of items of the run that the list shows in no order of this member, and that are alike in all else: a list may
 * have what is pinned at its top. They are added where there are none. @throws Skip where there are none then
 */
async function mixed(
  t: Context,
  operation: Operation,
  { at, ways, names, whole, first }: Mixed,
): Promise<ReadonlySet<string>> {
  const found = mixedIn(t, operation, { at, ways: ["either"] }, first);
  if (found.size > 0) return found;
  const all = names.map((name, index) => ({ at: name.split("."), ranks: ranks[index % 2] ?? ranks[0] }));
  const only = all.filter((each) => each.at.join() === at.join());
  for (const members of all.length > 1 ? [all, only] : [only]) {
    if ((await seedDistinct(t, operation, members)) < fewest) continue;
    const added = await eventually(
      t,
      async () => {
        const list = await whole();
        const plain = mixedIn(t, operation, { at, ways: ["either"] }, list);
        // A list may be sorted by itself: then it shows something where the other way is asked for.
        return plain.size > 0 ? plain : mixedIn(t, operation, { at, ways }, list);
      },
      ({ size }) => size > 0,
    );
    if (added.size > 0) return added;
  }
  throw new Skip(
    "untested",
    `the list does not show three items of the run of which the order by ${at.join(".")} is plain, and that its default order has in another order`,
  );
}

/** Items that are not in one of these orders. */
function mixedIn(
  t: Context,
  operation: Operation,
  { at, ways }: Pick<Mixed, "at" | "ways">,
  list: ListResult,
): ReadonlySet<string> {
  const resource = t.state.api.resourceIn(operation);
  const alike = new Map<string, Map<string, string>>();
  const values = new Map<string, Json>();
  for (const { item, address } of ownIn(t, operation, list)) {
    const value = plainValueIn(t, item, at);
    if (value === undefined || resource === undefined) continue;
    const traits = renderJson(visibilityFingerprint(t.state, idNames(resource), item));
    const others = alike.get(traits) ?? new Map<string, string>();
    const key =
      typeof value === "string" ? value.slice(0, momentOf(value) === undefined ? 1 : 10) : renderJson(value);
    if (!others.has(key)) others.set(key, address);
    values.set(address, value);
    alike.set(traits, others);
  }
  const groups = [...alike.values()].map((group) => [...group.values()]);
  const isMixed = (group: readonly string[]): boolean => {
    const shown = group.flatMap((address) => values.get(address) ?? []);
    return group.length >= fewest && ways.some((way) => !isInOrder(shown, way));
  };
  return new Set(groups.find(isMixed));
}

/** A value of which the order is plain, wherever texts are sorted: a word of the run, a time, or a number. */
function plainValueIn(t: Context, item: JsonObject, at: readonly string[]): Json | undefined {
  const value = valueAt(item, at);
  if (typeof value === "string")
    return momentOf(value) !== undefined || (t.state.requests.markers.has(value) && isOfPlainOrder(value))
      ? value
      : undefined;
  return typeof value === "bigint" || (value !== undefined && value !== null && isFraction(value))
    ? value
    : undefined;
}

function isInOrder(values: readonly Json[], way: Sorting["way"]): boolean {
  const areAll = (holds: (left: Json, right: Json) => boolean): boolean =>
    values.every((value, index) => {
      const before = values[index - 1];
      return before === undefined || holds(before, value);
    });
  const isBelow = (left: Json, right: Json): boolean => {
    const [earlier, later] = [momentOf(left), momentOf(right)];
    if (earlier !== undefined && later !== undefined) return earlier < later + timeTolerance;
    return typeof left === "string" && typeof right === "string"
      ? left.slice(0, 1) <= right.slice(0, 1)
      : Number(renderJson(left)) <= Number(renderJson(right));
  };
  const isUp = areAll(isBelow);
  const isDown = areAll((left, right) => isBelow(right, left));
  return way === "up" ? isUp : way === "down" ? isDown : isUp || isDown;
}

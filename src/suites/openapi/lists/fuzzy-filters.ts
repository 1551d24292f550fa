import { Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { typeOf } from "../../../generate/index.js";
import type { Json } from "../../../json/index.js";
import { isChosenByServer, oneOrMany } from "../../../model/index.js";
import { isReference } from "../comparison/comparison.js";
import { type Context, eventually } from "../requests/baseline.js";
import { inText } from "../requests/parameter-styles.js";
import type { ChosenValues } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { type SeedMember, seedDistinct } from "./distinguishable-items.js";
import { moneyGap, probesFor, valuesIn } from "./filter-probes.js";
import type { Filter } from "./filters.js";
import { expectShown, type ListResult, largestSize, listed, ownIn, untilIndexed } from "./list-polling.js";

/** How often a filter has to be disobeyed. */
const maxPolls = 3;

/** How a value is related to the one that is asked for. */
const relations: Readonly<Record<string, string>> = {
  texts: "among others ",
  least: "at least ",
  most: "at most ",
};

/**
 * A filter by a text or a number, of which nobody knows exactly what it means: it may find parts of a text, or what is about the
 * same. So it is asked for two values that are far apart, and is disobeyed only if each time an item is shown that has the other one.
 */
export async function checkFuzzyFilter(
  t: Context,
  operation: Operation,
  filter: Filter,
  filters: readonly Filter[],
): Promise<void> {
  const { parameter, name, at, kind, valueFor } = filter;
  const usual = await listed(t, operation, new Map(), "the list as it is");
  let size = largestSize(operation, usual);
  const ask = (wanted?: Json): Promise<ListResult> => {
    const chosen: ChosenValues =
      wanted === undefined ? size : new Map([...size, [parameter, valueFor(wanted)]]);
    const label = wanted === undefined ? "the list as it is" : `the list where ${name} is ${inText(wanted)}`;
    return listed(t, operation, chosen, label);
  };
  // An added item may be on a further page.
  const whole = async (): Promise<ListResult> => {
    const list = await ask();
    const larger = largestSize(operation, list);
    if (larger.size === 0 || size.size > 0) return list;
    size = larger;
    return ask();
  };
  const first = size.size === 0 ? usual : await whole();
  const { all, probes } = await distinctItems(t, operation, { filter, filters, ask: whole, first });
  const leaks: { readonly wanted: Json; readonly other: Json; readonly exchange: number }[] = [];
  for (const { wanted, isOut, isIn } of probes) {
    let filtered = await ask(wanted);
    const others = () =>
      ownIn(t, operation, filtered).flatMap(({ item }) => {
        const values = valuesIn(filter, item);
        return values !== undefined && isOut(values) ? [values[0] ?? ""] : [];
      });
    for (let poll = 1; poll < maxPolls && others().length > 0; poll += 1) {
      await settle(t, 0);
      filtered = await ask(wanted);
    }
    const [other] = others();
    if (other === undefined) {
      t.expectNone([]);
      return expectShown(t, operation, {
        all,
        filtered,
        ask: (which) => ask(which === "all" ? undefined : wanted),
        isWanted: (item) => {
          const values = valuesIn(filter, item);
          return values !== undefined && isExact(t, filter) && isIn(values);
        },
        name,
        wanted: `${relations[kind] ?? ""}${inText(wanted)}`,
        wait: untilIndexed,
      });
    }
    leaks.push({ wanted, other, exchange: t.exchanges.length - 1 });
  }
  const [leak] = leaks;
  if (leak === undefined) return;
  t.expect(false, {
    problem: `${name}: others are shown`,
    expected: `items whose ${at.join("./")} is ${relations[kind] ?? ""}${inText(leak.wanted)}, as the query asks`,
    actual: `one whose ${at.join("./")} is ${inText(leak.other)}`,
    at: { in: "body", pointer: "" },
    exchange: leak.exchange,
  });
}

/** May an item that has just what is asked for be expected? Another item may be meant by its name, and be shown by another one. */
function isExact(t: Context, { at, kind, asked }: Filter): boolean {
  const name = at.at(-1) ?? "";
  const isOfItem = oneOrMany(name).some((each) => isReference(t.state, each));
  if (isChosenByServer(name) || isOfItem) return false;
  return kind !== "number" || typeOf(asked) === "integer";
}

/** The list, and what is asked for, once the run has items in it that are far apart. @throws Skip where it has none */
async function distinctItems(
  t: Context,
  operation: Operation,
  {
    filter,
    filters,
    ask,
    first,
  }: {
    readonly filter: Filter;
    readonly filters: readonly Filter[];
    readonly ask: () => Promise<ListResult>;
    readonly first: ListResult;
  },
) {
  const own = (all: ListResult) =>
    ownIn(t, operation, all).flatMap(({ item }) =>
      [valuesIn(filter, item) ?? []].filter(({ length }) => length > 0),
    );
  const poll = (all: ListResult) => ({ all, probes: probesFor(filter, own(all), t.state.requests.markers) });

  const found = poll(first);
  if (found.probes.length > 0) return found;
  const open = filters.filter(({ kind }) => !["word", "boolean", "id"].includes(kind));
  // The values of one may be in the way of another one's.
  for (const tried of open.length > 1 ? [open, [filter]] : [open]) {
    if ((await seedDistinct(t, operation, tried.map(seedMemberFor))) < 2) continue;
    const added = await eventually(
      t,
      async () => poll(await ask()),
      ({ probes }) => probes.length > 0,
    );
    if (added.probes.length > 0) return added;
  }
  throw new Skip(
    "untested",
    `${filter.name} was not tried: the list does not show two items of the run whose ${filter.at.join("./")} are far apart`,
  );
}

function seedMemberFor({ at, isMoney }: Filter): SeedMember {
  return { at, ranks: [1, 0], ...(isMoney ? { factor: moneyGap } : {}) };
}

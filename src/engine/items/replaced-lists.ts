import type { Operation } from "../../description/index.js";
import { plainSchema, typeOf } from "../../generate/index.js";
import { type Json, renderJson } from "../../json/index.js";
import { matches } from "../../model/index.js";
import { baselineOf, type Context, markersIn } from "../../session/index.js";
import { hasMarker, type Pair, pairOf, type Representations } from "../../values/index.js";
import type { Attempt } from "../comparison/booleans.js";
import { expectOrderKept, listsOf } from "../comparison/ordered-lists.js";

/** Has the body of a change lists to which the server adds nothing of its own? */
export function hasLists({ body }: Operation): boolean {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return Object.entries(properties).some(
    ([name, schema]) => typeOf(plainSchema(schema)) === "array" && !matches(name, "growing-lists"),
  );
}

/** Longer lists are not sent, in items. */
const longest = 50;

/** The most items that a list may be shown with; undefined where so many cannot be sent. */
export function mostItemsOf({ schema, shown }: Pair, name: string): number | undefined {
  const [body, response] = [schema, shown].map((each) =>
    plainSchema(plainSchema(each).properties?.[name] ?? {}),
  );
  const most = response?.maxItems;
  return most === undefined || most > Math.min(longest, body?.maxItems ?? longest) ? undefined : most;
}

/**
 * A list that is sent takes the place of the one that was there: in its order, and with nothing left of the one before. First
 * three items are sent, and then the usual ones.
 */
export async function expectListsReplaced(
  t: Context,
  { operation, read, sent, attempt }: Omit<Representations, "found"> & { readonly attempt: Attempt },
): Promise<void> {
  const names = matches(operation.summary ?? "", "adds-to-lists")
    ? []
    : listsOf(t.state, operation).flatMap(({ name }) => (matches(name, "growing-lists") ? [] : [name]));
  let last = sent;
  const judged: Attempt = async (change, what) => {
    const made = await attempt(change, what);
    if (made !== undefined)
      for (const name of names) expectNoneLeft(t, { operation, read, ...made }, { name, last });
    last = made?.sent ?? last;
    return made;
  };
  await expectOrderKept(t, { operation, read, shape: baselineOf(t, operation).shape, attempt: judged });
  if (last !== sent && names.length > 0)
    await judged((body) => body, { label: `valid, with fewer items in ${names.join(", ")}` });
}

/** No item of a list is one of those that were sent before, and not this time. */
function expectNoneLeft(
  t: Context,
  now: Representations,
  { name, last }: { readonly name: string; readonly last: Json | undefined },
): void {
  const pair = pairOf(t.state.api, now);
  const before = last === undefined ? undefined : pairOf(t.state.api, { ...now, sent: last });
  const [sent, found, old] = [pair?.sent[name], pair?.found[name], before?.sent[name]];
  if (!Array.isArray(sent) || !Array.isArray(found) || !Array.isArray(old)) return;
  const markersOf = (list: Json): readonly string[] => markersIn(t.state, renderJson(list));
  const [fresh, former] = [markersOf(sent), markersOf(old)];
  const left = (found as readonly Json[]).filter((each) => {
    const text = renderJson(each);
    const has = (marker: string): boolean => hasMarker(text, marker);
    return former.some((marker) => has(marker) && !fresh.includes(marker)) && !fresh.some(has);
  });
  t.expect(left.length === 0, {
    problem: `${name} has items from before`,
    expected: `${name} is ${renderJson(sent)}, as it was sent`,
    actual: `${renderJson(found)}, with what was there before`,
    at: { in: "body", pointer: `/${name}` },
  });
}

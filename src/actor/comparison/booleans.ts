import type { Operation } from "../../description/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { isDecidedByServer, valueAt, withValueAt } from "../../model/index.js";
import { type Shape, schemaAt } from "../../schema/index.js";
import { type Context, isGiven } from "../../session/index.js";
import { pairOf } from "../../values/index.js";
import { differencesOf, isComputed } from "./comparison.js";

/** A boolean as it was sent, and as it is read then. */
interface BooleanTrial {
  readonly sent: Json | undefined;
  readonly found: Json;
}

/** Sends a valid body after a change; undefined where it is refused, or nothing is read. */
export type Attempt = (
  change: (body: Json) => Json,
  what: { readonly label: string; readonly shape?: Shape },
) => Promise<BooleanTrial | undefined>;

/** The operation that sends booleans, and the one that reads them. */
interface Booleans {
  readonly operation: Operation;
  readonly read: Operation;
  /** A valid body. */
  readonly body: Json | undefined;
  /** The value that was read once that was sent. */
  readonly found: Json;
  readonly attempt: Attempt;
}

/** Booleans that are tried alone. */
const maxSingles = 3;

/**
 * A boolean is shown as it was sent, true and false. A server may decide on one, but not turn each value into its
 * opposite. One that is plainly the client's may not stay the same either, whatever is sent: in the end it is sent with all
 * others the other way, since a rule may bind several.
 */
export async function expectBooleansKept(t: Context, booleans: Booleans): Promise<void> {
  const { operation, read, body, found, attempt } = booleans;
  const usual = { sent: body, found };
  const isOpposite = ({ path, sent }: Sent): boolean => shownAt(t, booleans, usual, path) === !sent;
  const tried = booleansIn(t, operation, body).filter(
    (each) =>
      (!each.isDecided || isOpposite(each)) &&
      !each.path.some((name) => isComputed(t.state, name, operation)),
  );
  if (tried.length === 0) return;
  const flip = (each: Json): Json =>
    tried.reduce((changed, { path, sent }) => withExisting(changed, path, !sent), each);
  const names = tried.map(({ path }) => path.join("/")).join(", ");
  const other = await attempt(flip, { label: `valid, with another ${names}` });
  if (other === undefined) return;
  const shown = tried.map((each) => {
    const [left, right] = [usual, other].map((trial) => shownAt(t, booleans, trial, each.path));
    return { ...each, left, right };
  });
  for (const { path, sent, left, right } of shown) {
    const name = path.join("/");
    t.expect(!(left === !sent && right === sent), {
      problem: `${name} is inverted`,
      expected: `${name} is ${!sent}, as it was sent`,
      actual: "the opposite, whichever is sent",
      at: { in: "body", pointer: `/${name}` },
    });
  }
  const isElse = [usual, other].some(
    (trial) => differencesOf(t.state, { operation, read, ...trial }).length > 0,
  );
  if (isElse) return;
  const stuck = shown.filter(
    ({ isDecided, left, right }) =>
      !isDecided && left !== "unknown" && right !== "unknown" && (left === true) === (right === true),
  );
  for (const { path, left } of stuck.slice(0, maxSingles))
    await expectFollows(t, booleans, tried, { path, value: left !== true });
}

/** Sends the value that was not shown, with all others the other way. */
async function expectFollows(
  t: Context,
  booleans: Booleans,
  all: readonly Sent[],
  { path, value }: { readonly path: readonly string[]; readonly value: boolean },
): Promise<void> {
  const name = path.join("/");
  const alone = (body: Json): Json =>
    all.reduce((each, { path: other }) => withExisting(each, other, other === path ? value : !value), body);
  const label = `valid, with ${name} ${value}`;
  const last = await booleans.attempt(alone, { label, shape: { optional: path.slice(0, 1) } });
  if (last === undefined || valueAt(last.sent, path) !== value) return;
  const shown = shownAt(t, booleans, last, path);
  t.expect(shown === "unknown" || (shown === true) === value, {
    problem: `${name} is not kept`,
    expected: `${name} is ${value}, as it was sent`,
    actual: shown === "missing" ? "it is missing" : `${shown}, whichever is sent`,
    at: { in: "body", pointer: `/${name}` },
  });
}

/** A boolean of a body. */
interface Sent {
  readonly path: readonly string[];
  readonly sent: boolean;
  /** May the server decide on it, by its name? */
  readonly isDecided: boolean;
}

/** Objects in objects, at most. */
const deepest = 4;

/** The booleans of a body that may be true or false, and are not given by the user. */
function booleansIn({ state }: Context, operation: Operation, body: Json | undefined): readonly Sent[] {
  const { body: described } = operation;
  const below = (value: Json | undefined, path: readonly string[]): readonly Sent[] =>
    Object.entries(isJsonObject(value) && path.length < deepest ? value : {}).flatMap(([name, sent]) => {
      const here = [...path, name];
      if (typeof sent !== "boolean") return below(sent, here);
      const { enum: words, const: only, writeOnly } = schemaAt(described?.schema ?? {}, here);
      const isFree = words === undefined && only === undefined && writeOnly !== true;
      return isFree && !isGiven(state, operation, name)
        ? [{ path: here, sent, isDecided: here.some(isDecidedByServer) }]
        : [];
    });
  return below(body, []);
}

/** The same body with another value at a path, where it has one there. */
function withExisting(body: Json, path: readonly string[], value: boolean): Json {
  return valueAt(body, path) === undefined ? body : withValueAt(body, path, value);
}

/**
 * The shown value of a boolean. It may be missing where the response is said to have it: some servers leave out what is false.
 * Unknown where the response need not show it, or has another type for it.
 */
function shownAt(
  { state }: Context,
  { operation, read }: Pick<Booleans, "operation" | "read">,
  { sent, found }: BooleanTrial,
  path: readonly string[],
): boolean | "missing" | "unknown" {
  const pair = pairOf(state.api, { operation, read, sent, found });
  const isInside = pair?.path.every((name, index) => path[index] === name) === true;
  if (pair === undefined || !isInside) return "unknown";
  const names = path.slice(pair.path.length);
  const value = valueAt(pair.found, names);
  if (typeof value === "boolean") return value;
  const around = schemaAt(pair.shown, names.slice(0, -1));
  const isDescribed = around.properties?.[names.at(-1) ?? ""] !== undefined;
  return isDescribed && (value === undefined || value === null) ? "missing" : "unknown";
}

import { Skip } from "../../../checks/index.js";
import type { Operation, Parameter } from "../../../description/index.js";
import { leavesChoice, plainSchema } from "../../../generate/index.js";
import type { JsonObject } from "../../../json/index.js";
import { boundIn, matches, patternOf } from "../../../model/index.js";
import type { Context } from "../requests/baseline.js";
import { inText } from "../requests/parameter-styles.js";
import { settle } from "../requests/settling.js";
import { endsInParameter } from "../resources/paths.js";
import { itemNounOf } from "../resources/resource.js";
import { itemMembersOf } from "./filters.js";
import { type ListResult, largestSize, listed, ownIn, untilIndexed } from "./list-polling.js";
import { isTime, isUsual, momentOf, timeTolerance } from "./times.js";

/** A parameter that leaves the items of a list that are not earlier, or not later, than a time. */
export interface TimeFilter {
  readonly parameter: Parameter;
  readonly name: string;
  readonly kind: "earliest" | "latest";
  /** The member that it is about; any time of an item if absent. */
  readonly member?: string;
}

/** The parameters by which a list says that it shows the items within a time. */
export function timeFiltersOf(operation: Operation): readonly TimeFilter[] {
  const { method, path, parameters } = operation;
  const members = itemMembersOf(operation);
  const times = Object.keys(members).filter((name) => isTime(members[name] ?? {}));
  const mayComeAgain = Object.keys(members).some((name) => matches(name, "recurring"));
  if (method !== "GET" || endsInParameter(path) || times.length === 0 || mayComeAgain) return [];
  return parameters.flatMap((parameter): readonly TimeFilter[] => {
    const { name, in: where, required, schema } = parameter;
    if (where !== "query" || required || leavesChoice(schema) || !isTime(schema)) return [];
    const { description = "" } = plainSchema(schema);
    const said = `${parameter.description ?? ""} ${description}`;
    if (matches(said, "widening")) return [];
    const bound = boundIn(name);
    const isOfItems = saysOnly(said, path);
    const member = times.find((each) => bound !== undefined && isNamed(bound.of, each));
    if (bound !== undefined && member !== undefined && (isOfItems || said.trim() === ""))
      return [{ parameter, name, kind: bound.kind === "least" ? "earliest" : "latest", member }];
    if (isOfItems && matches(name, "earliest")) return [{ parameter, name, kind: "earliest" }];
    return isOfItems && matches(name, "latest") ? [{ parameter, name, kind: "latest" }] : [];
  });
}

/** Is it the name of a time: `created` that of `createdAt`? */
function isNamed(name: string, member: string): boolean {
  const plain = (each: string): string => each.replaceAll("_", "").toLowerCase();
  return ["", "at", "on", "date", "time"].some((end) => `${plain(name)}${end}` === plain(member));
}

/** Is it said that only some of the items of a list are shown: `Only events that …`? */
function saysOnly(said: string, path: string): boolean {
  const last = path.replace(/\/$/, "").split("/").at(-1) ?? "";
  const nouns = [last, itemNounOf(path)].map((each) => each.toLowerCase().replaceAll(/[-_]/g, " "));
  const [, rest = ""] = patternOf("restricting").exec(said) ?? [];
  return nouns.some((noun) => noun !== "" && rest.toLowerCase().startsWith(noun));
}

/** How often a filter has to be disobeyed. */
const maxPolls = 3;
const year = 365 * 86_400_000;

/** Asked for what is later than all times of the run's items, or earlier, and than today, a list shows none of them. */
export async function judgeTimeFilter(t: Context, operation: Operation, filter: TimeFilter): Promise<void> {
  const { parameter, name, kind, member } = filter;
  const members = itemMembersOf(operation);
  const all = Object.keys(members).filter((each) => isTime(members[each] ?? {}));
  const names = member === undefined ? all : [member];
  const usual = await listed(t, operation, new Map(), "the list as it is");
  const size = largestSize(operation, usual);
  const list = size.size === 0 ? usual : await listed(t, operation, size, "the list as it is");
  const times = ownIn(t, operation, list).flatMap(({ item }) => timesOf(item, names));
  if (times.length === 0)
    throw new Skip("untested", `${name} was not tried: the list shows no item of the run with its times`);
  const today = t.state.clock.now.getTime();
  const bound = kind === "earliest" ? Math.max(today, ...times) + year : Math.min(today, ...times) - year;
  if (!isUsual(bound)) throw new Skip("untested", `${name} was not tried: its value would be no usual time`);
  const wanted = wantedFor(parameter, bound);
  const isOut = (item: JsonObject): boolean => {
    const own = timesOf(item, names);
    const isFar = (time: number): boolean =>
      kind === "earliest" ? time < bound - timeTolerance : time > bound + timeTolerance;
    return own.length > 0 && own.every(isFar);
  };
  const ask = (): Promise<ListResult> =>
    listed(t, operation, new Map([...size, [parameter, wanted]]), `the list where ${name} is ${wanted}`);
  for (let poll = 1; ; poll += 1) {
    const leak = ownIn(t, operation, await ask()).find(({ item }) => isOut(item));
    if (leak === undefined) return t.expectNone([]);
    if (poll === maxPolls) {
      const shown = names.map((each) => `${each} is ${inText(leak.item[each] ?? null)}`);
      t.expect(false, {
        problem: `${name}: others are shown`,
        expected: `items that are not ${kind === "earliest" ? "earlier" : "later"} than ${wanted}, as the query asks`,
        actual: `one of which ${shown.join(", ")}, ${maxPolls} times`,
        at: { in: "body", pointer: "" },
      });
      return;
    }
    await settle(t, untilIndexed);
  }
}

/** The times of an item; none where it may have begun long ago, or go on. */
function timesOf(item: JsonObject, names: readonly string[]): readonly number[] {
  const times = names.map((name) => ({ name, time: momentOf(item[name]) }));
  const isOpen = times.some(({ name, time }) => time === undefined && matches(name, "bounds-of-time"));
  return isOpen ? [] : times.flatMap(({ time }) => time ?? []);
}

function wantedFor({ schema }: Parameter, moment: number): string {
  const text = new Date(moment).toISOString();
  return plainSchema(schema).format === "date" ? text.slice(0, 10) : `${text.slice(0, 19)}Z`;
}

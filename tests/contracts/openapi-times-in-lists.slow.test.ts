import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads } from "./described.js";
import { failedIn, type Item } from "./deviations.js";

/** A list of meetings, and what it is asked for. */
interface Diary {
  /** Its parameters that are times: what is said of them, by their names. */
  readonly bounds?: Readonly<Record<string, string>>;
  /** The list, by what it is asked for. */
  readonly keep?: (item: Item, query: URLSearchParams) => boolean;
  readonly sort?: (items: readonly Item[], query: URLSearchParams) => readonly Item[];
  readonly show?: (item: Item) => Item;
  readonly members?: Readonly<Record<string, object>>;
}

const said = { from: "Only meetings that start then or later.", to: "Only meetings that start before then." };
const time = { type: "string", format: "date-time" };
const of = (item: Item, name = "startsAt"): number => Date.parse(`${item[name]}`);
const bound = (query: URLSearchParams, name: string, usual: number): number =>
  query.has(name) ? Date.parse(`${query.get(name)}`) : usual;
const within = (item: Item, query: URLSearchParams): boolean =>
  of(item) >= bound(query, "from", Number.NEGATIVE_INFINITY) &&
  of(item) < bound(query, "to", Number.POSITIVE_INFINITY);

function byStart(items: readonly Item[], query: URLSearchParams): readonly Item[] {
  const factor = query.get("sort") === "-startsAt" ? -1 : 1;
  return items.toSorted((left, right) => factor * (of(left) - of(right)));
}

async function judge(diary: Diary) {
  const { bounds = said, keep = within, sort = byStart, show = (item: Item) => item, members = {} } = diary;
  const items: Item[] = [];
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent }) => {
    const known = items.find((item) => `${item["id"]}` === id);
    if (id !== "") return known === undefined ? [404, {}] : [200, show(known)];
    if (method === "GET") {
      const isWrong = Object.keys(bounds).some(
        (name) => query.has(name) && Number.isNaN(bound(query, name, 0)),
      );
      const isOther = query.has("sort") && !["startsAt", "-startsAt"].includes(`${query.get("sort")}`);
      if (isWrong || isOther) return [400, {}];
      return [
        200,
        sort(
          items.filter((item) => keep(item, query)),
          query,
        ).map(show),
      ];
    }
    const { title, startsAt, endsAt } = sent;
    if (typeof title !== "string" || !(of(sent, "endsAt") >= of(sent))) return [400, {}];
    items.push({ id: items.length + 1, title, startsAt, endsAt });
    return [201, show(items.at(-1) ?? {})];
  });
  const properties = { title: { type: "string" }, startsAt: time, endsAt: time };
  const shown = { ...properties, ...members };
  const item = { type: "object", properties: { id: { type: "integer" }, ...shown } };
  const parameters = [
    ...Object.entries(bounds).map(([name, description]) => ({
      name,
      in: "query",
      description,
      schema: time,
    })),
    { name: "sort", in: "query", schema: { type: "string", enum: ["startsAt", "-startsAt"] } },
  ];
  const body = { type: "object", required: ["title", "startsAt", "endsAt"], properties };
  const description = describePaths({
    "/meetings": {
      get: { ...lists("listMeetings", item), parameters },
      post: adds("addMeeting", body, item),
    },
    "/meetings/{id}": { parameters: [idInPath()], get: reads("getMeeting", item) },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdictOf = (name: string) =>
    report.requirements.find(({ id }) => id === `listMeetings: ${name}`)?.verdict;
  return { failed: failedIn(report), filters: verdictOf("filters"), sorting: verdictOf("sorting") };
}

describe("lists that go by times are", () => {
  it.each<[string, Diary, object]>([
    ["as they say", {}, { filters: "passed", sorting: "passed" }],
    [
      "in no order by themselves",
      { sort: (all, query) => (query.has("sort") ? byStart(all, query) : all) },
      {},
    ],
    ["shown in another time zone", { show: inAnotherZone }, { filters: "passed", sorting: "passed" }],
    [
      "those of all that goes on then",
      {
        keep: (item, query) =>
          of(item, "endsAt") >= bound(query, "from", Number.NEGATIVE_INFINITY) &&
          of(item) < bound(query, "to", Number.POSITIVE_INFINITY),
      },
      { filters: "passed" },
    ],
    [
      "those of what is computed for a time",
      { bounds: { from: "", to: "Sums up to then." }, keep: () => true },
      { filters: undefined },
    ],
    [
      "marked by a time",
      { bounds: { startsAfter: "Only meetings after this time are marked as new." }, keep: () => true },
      { filters: undefined },
    ],
    [
      "those of what has no end yet, too",
      {
        bounds: { closedAfter: "" },
        show: (item) => ({ ...item, closedAt: null }),
        members: { closedAt: { type: ["string", "null"], format: "date-time", readOnly: true } },
        keep: () => true,
      },
      { filters: "untested" },
    ],
    [
      "those of what never ends",
      {
        show: (item) => ({ ...item, closedAt: "9999-12-31T23:59:59Z" }),
        members: { closedAt: { ...time, readOnly: true } },
        keep: () => true,
      },
      { filters: "untested" },
    ],
    [
      "those of what comes again",
      { members: { recurrence: { type: "string" } }, keep: () => true },
      { filters: undefined },
    ],
    [
      "those of what goes on without an end",
      {
        show: (item) => ({ ...item, closedAt: null }),
        members: { closedAt: { type: ["string", "null"], format: "date-time", readOnly: true } },
        keep: () => true,
      },
      { filters: "untested" },
    ],
  ])("%s", async (_, diary, verdicts) => {
    expect(await judge(diary)).toMatchObject({ failed: [], ...verdicts });
  });
});

function inAnotherZone(item: Item): Item {
  const moved = (name: string): string =>
    new Date(of(item, name) + 9 * 3_600_000).toISOString().replace("Z", "+09:00");
  return { ...item, startsAt: moved("startsAt"), endsAt: moved("endsAt") };
}

describe("lists are found that", () => {
  it.each<[string, Diary, string]>([
    ["show what is too early", { keep: (item, query) => of(item) < bound(query, "to", 9e15) }, "filters"],
    ["show what is too late", { keep: (item, query) => of(item) >= bound(query, "from", -9e15) }, "filters"],
    [
      "do not go by a time that is named",
      { bounds: { startsAfter: "", starts_at_lte: "" }, keep: () => true },
      "filters",
    ],
    ["have the earliest first always", { sort: (items) => byStart(items, new URLSearchParams()) }, "sorting"],
    ["are in no order", { sort: (items) => items }, "sorting"],
  ])("%s", async (_, diary, name) => {
    expect((await judge(diary)).failed).toEqual([`listMeetings: ${name}`]);
  });
});

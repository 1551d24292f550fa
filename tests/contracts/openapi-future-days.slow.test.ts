import { describe, expect, it } from "vitest";
import { deriveContract } from "../../src/contracts/index.js";
import { noKnowledge } from "../../src/description/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

type Sent = Readonly<Record<string, unknown>>;

const now = new Date("2031-06-15T09:30:00Z");
const isLater = (time: unknown): boolean => Date.parse(`${time}`) > now.getTime();

const isBirth = (day: unknown): boolean =>
  typeof day === "string" && /^\d{4}-\d\d-\d\d$/.test(day) && !isLater(day);

/** What one server does in its own way. */
interface Ways {
  /** What it says against a stay; undefined where it takes that. */
  readonly objection?: (sent: Sent) => string | undefined;
  readonly keep?: (sent: Sent) => Sent;
  /** How dates are described, and which other members there are. */
  readonly date?: object;
  readonly more?: Readonly<Record<string, object>>;
  readonly now?: Date;
  readonly values?: Readonly<Record<string, unknown>>;
}

/** Judges a server that takes stays, and tells which it was sent. */
async function judge({ objection, keep = (sent) => sent, date = {}, more = {}, ...ways }: Ways) {
  const stays = new Map<string, Sent>();
  const sentDays: unknown[] = [];
  let created = 0;
  const day = { type: "string", format: "date-time", ...date };
  const properties = { startsAt: day, endsAt: day, guest: { type: "string" }, ...more };
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], sent }) => {
    const known = stays.get(id);
    if (method === "POST") {
      const { startsAt, endsAt, guest } = sent;
      if ([startsAt, endsAt, guest].some((each) => typeof each !== "string")) return [400, { error: "no" }];
      sentDays.push(startsAt);
      if ([startsAt, endsAt].some((each) => !/^\d{4}-\d\d-\d\dT.*Z$/.test(`${each}`)))
        return [400, { error: "no time" }];
      const error = `${startsAt}` >= `${endsAt}` ? "it ends too early" : objection?.(sent);
      if (error !== undefined) return [400, { error }];
      created += 1;
      const names = Object.keys(properties).filter((name) => Object.hasOwn(sent, name));
      stays.set(`${created}`, keep(Object.fromEntries(names.map((name) => [name, sent[name]]))));
      return [201, { id: created, ...stays.get(`${created}`) }];
    }
    if (known === undefined) return [404, {}];
    if (method === "DELETE") stays.delete(id);
    return method === "DELETE" ? [204] : [200, { id: Number(id), ...known }];
  });
  const sent = {
    type: "object",
    required: ["startsAt", "endsAt", "guest", ...Object.keys(more)],
    properties,
  };
  const shown = { type: "object", properties: { id: { type: "integer" }, ...properties } };
  const description = describePaths({
    "/stays": { post: adds("stay", sent, shown) },
    "/stays/{id}": { parameters: [idInPath()], get: reads("get", shown), delete: removes("cancel") },
  });
  const contract = {
    ...deriveContract(description),
    known: { ...noKnowledge, values: ways.values ?? {} },
  };
  const report = await judgeDescribed(description, baseUrl, { contract, now: ways.now ?? now });
  const about = (id: string) => report.requirements.find((each) => each.id === id);
  return { report, about, sentDays, left: stays.size };
}

const past = ({ endsAt }: Sent) => (isLater(endsAt) ? undefined : "end time can't be in the past");

describe("a server that refuses times which are past", () => {
  it.each<readonly [string, Ways]>([
    ["the end", { objection: past }],
    ["the beginning", { objection: ({ startsAt }) => (isLater(startsAt) ? undefined : "too late") }],
    [
      "and those that are a year away",
      {
        objection: (sent) =>
          past(sent) ??
          (isLater(Date.parse(`${sent["endsAt"]}`) - 365 * 86_400_000) ? "too far away" : undefined),
      },
    ],
    ["with examples", { objection: past, date: { examples: ["2024-03-01T15:00:00.000Z"] } }],
    [
      "beside a day of birth, which is past",
      {
        objection: (sent) => past(sent) ?? (isBirth(sent["birthDate"]) ? undefined : "not born yet"),
        more: { birthDate: { type: "string", format: "date" } },
      },
    ],
  ])("is tested in the future: %s", async (_, ways) => {
    const { report, about, sentDays, left } = await judge(ways);
    expect(failedIn(report)).toEqual([]);
    expect(about("stay: read back")?.verdict).toBe("passed");
    expect(about("stay: body /startsAt format")?.verdict).toBe("passed");
    expect(sentDays.filter((each) => `${each}`.startsWith("2031-07-13T")).length).toBeGreaterThan(5);
    expect(left).toBe(0);
  });

  it("is found to break its promises", async () => {
    const { report } = await judge({
      objection: past,
      keep: ({ guest: _, ...sent }) => ({ ...sent, guest: "x" }),
    });
    expect(failedIn(report)).toEqual(["stay: read back"]);
  });

  it("is sent the same by a run with the same clock and seed", async () => {
    const [first, second] = [await judge({ objection: past }), await judge({ objection: past })];
    expect(second.sentDays).toEqual(first.sentDays);
  });
});

describe("dates stay as they are", () => {
  it("where they are taken", async () => {
    const { sentDays } = await judge({});
    expect(sentDays.filter((each) => isLater(each))).toEqual([]);
  });

  it.each<readonly [string, Ways]>([
    ["in 2037", { now: new Date("2037-06-01T00:00:00Z") }],
    [
      "where the user gives them",
      { values: { startsAt: "2026-01-01T00:00:00Z", endsAt: "2026-01-02T00:00:00Z" } },
    ],
  ])("%s", async (_, ways) => {
    const { sentDays, about } = await judge({ objection: past, ...ways });
    expect(sentDays.filter((each) => isLater(each))).toEqual([]);
    expect(about("stay: responses")?.reason).toContain("in the past");
  });

  it.each<readonly [string, NonNullable<Ways["objection"]>]>([
    ["is nothing else", () => "the guest is unknown"],
    [
      "is that it may not be",
      (sent) => (past(sent) === undefined ? "not in the future" : "the guest is unknown"),
    ],
    ["is something else", (sent) => past(sent) ?? "the guest is unknown"],
  ])("where the future is of no use; what is said against it %s", async (_, objection) => {
    const { about } = await judge({ objection });
    expect(about("stay: responses")).toMatchObject({
      verdict: "untested",
      reason: 'no valid request got a 2xx: 400 "the guest is unknown", about guest',
    });
  });
});

it("what is said against a body with everything is quoted, and not what is said against an empty one", async () => {
  const baseUrl = await startJsonServer(({ method, sent }) => {
    if (method !== "POST") return [404, {}];
    return [422, { error: Object.hasOwn(sent, "name") ? "the name is not canonical" : "there is no name" }];
  });
  const zone = { type: "object", properties: { name: { type: "string" } } };
  const post = adds("addZone", zone, zone, { 422: { description: "No" } });
  const paths = { "/zones": { get: lists("listZones", zone), post } };
  const report = await judgeDescribed(describePaths(paths), baseUrl, { deletableOnly: false });
  const { reason } = report.requirements.find(({ id }) => id === "addZone: responses") ?? {};
  expect(reason).toBe('no valid request got a 2xx: 422 "the name is not canonical", about name');
});

it("times in a query are in the future, where others are refused, and the end is the later one", async () => {
  const baseUrl = await startJsonServer(({ method, query }) => {
    const [from, to] = [query.get("from") ?? "", query.get("to") ?? ""];
    if (method !== "GET" || !isLater(from) || !isLater(to) || from >= to) return [400, {}];
    return [200, [{ name: "a room" }]];
  });
  const day = { type: "string", format: "date" };
  const parameters = ["from", "to"].map((name) => ({ name, in: "query", required: true, schema: day }));
  const room = { type: "object", properties: { name: { type: "string" } } };
  const paths = { "/rooms": { get: { ...lists("rooms", room), parameters } } };
  const report = await judgeDescribed(describePaths(paths), baseUrl, { now });
  expect(failedIn(report)).toEqual([]);
  const { verdict } = report.requirements.find(({ id }) => id === "rooms: responses") ?? {};
  expect(verdict).toBe("passed");
});

it("that nothing is written below others' items is said, although lists show them", async () => {
  const baseUrl = await startJsonServer(({ path }) =>
    path === "/servers" ? [200, [{ id: "localhost" }]] : [path === "/servers/localhost" ? 200 : 404, {}],
  );
  const server = { type: "object", properties: { id: { type: "string" } } };
  const id = { ...idInPath("string"), name: "server_id" };
  const paths = {
    "/servers": { get: lists("listServers", server) },
    "/servers/{server_id}": { parameters: [id], get: reads("getServer", server) },
    "/servers/{server_id}/zones": {
      parameters: [id],
      get: lists("listZones", server),
      post: adds("addZone", server, server),
    },
  };
  const report = await judgeDescribed(describePaths(paths), baseUrl, { deletableOnly: false });
  const { reason } = report.requirements.find(({ id: each }) => each === "addZone: responses") ?? {};
  expect(reason).toBe(
    `no valid request can be made: the run has created no item for server_id, and below others' items it writes only where "api: values" gives that id`,
  );
});

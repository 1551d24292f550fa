import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

interface Concert {
  readonly id: string;
  readonly title: string;
  readonly seats: number;
  readonly startsAt: string;
  readonly createdAt: string;
}

type Key = keyof Concert;
/** Compares two concerts: below zero, the first one comes first. */
type Order = (left: Concert, right: Concert) => number;

/** The order of one member, and then of others; a minus turns it round. */
const by =
  (...keys: readonly string[]): Order =>
  (left, right) => {
    const signs = keys.map((key) => {
      const [name, sign] = [key.replace("-", "") as Key, key.startsWith("-") ? -1 : 1];
      return left[name] === right[name] ? 0 : left[name] < right[name] ? -sign : sign;
    });
    return signs.find((sign) => sign !== 0) ?? 0;
  };

const times = { type: "string", format: "date-time" };
const members = {
  title: { type: "string", minLength: 1, maxLength: 60 },
  seats: { type: "integer", minimum: 1, maximum: 900 },
  startsAt: times,
};
const item = {
  type: "object",
  required: ["id", "createdAt", ...Object.keys(members)],
  properties: { id: { type: "string", readOnly: true }, createdAt: { ...times, readOnly: true }, ...members },
};

/** A list of concerts, by what its description says and what its server does. */
interface Programme {
  readonly says?: string;
  readonly asked?: Readonly<Record<string, object>>;
  readonly order: (query: URLSearchParams) => Order;
}

/** Judges a list. @returns the requirements that failed */
async function judge({ says = "", asked = {}, order }: Programme): Promise<readonly string[]> {
  const concerts = new Map<string, Concert>();
  let created = 0;
  const isValid = ({ title, seats, startsAt }: Readonly<Record<string, unknown>>): boolean =>
    typeof title === "string" &&
    /^.{1,60}$/su.test(title) &&
    Number.isInteger(seats) &&
    Number(seats) >= 1 &&
    Number(seats) <= 900 &&
    typeof startsAt === "string" &&
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(startsAt) &&
    !Number.isNaN(Date.parse(startsAt));
  const wordsOf = (schema: object): readonly string[] => {
    const { enum: own = [], items } = schema as { enum?: readonly string[]; items?: object };
    return items === undefined ? own : wordsOf(items);
  };
  const baseUrl = await startJsonServer(({ method, parts: [, id = ""], query, sent }) => {
    const known = concerts.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "DELETE") return [concerts.delete(id) ? 204 : 404];
    if (known !== undefined) return [200, known];
    const isWrong = Object.entries(asked).some(([name, schema]) =>
      query.getAll(name).some((all) => all.split(",").some((word) => !wordsOf(schema).includes(word))),
    );
    if (method === "GET") return isWrong ? [400, {}] : [200, [...concerts.values()].toSorted(order(query))];
    if (!isValid(sent)) return [400, {}];
    created += 1;
    const createdAt = new Date(Date.UTC(2026, 0, 1) + created * 10).toISOString();
    const concert = { ...sent, id: `c${`${created}`.padStart(6, "0")}`, createdAt } as Concert;
    concerts.set(concert.id, concert);
    return [201, concert];
  });
  const parameters = Object.entries(asked).map(([name, schema]) => ({
    ...{ name, in: "query", schema },
    ...("items" in schema ? { style: "form", explode: false } : {}),
  }));
  const description = describePaths({
    "/concerts": {
      get: { ...lists("listConcerts", item), description: says, parameters },
      post: adds("addConcert", { type: "object", required: Object.keys(members), properties: members }, item),
    },
    "/concerts/{id}": {
      parameters: [idInPath("string")],
      get: reads("getConcert", item),
      delete: removes("removeConcert"),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

const earliest =
  "Sorted by `startsAt`, the earliest first; concerts that start at the same time are sorted by `id`, ascending.";
const words = (all: readonly string[], more: object = {}): object => ({ type: "string", enum: all, ...more });
const apart = {
  sortBy: words(["title", "seats"], { default: "title" }),
  direction: words(["asc", "desc"], { default: "asc" }),
};
const byAge = { sort: words(["createdAt", "-createdAt"], { default: "-createdAt" }) };
const twice = { sort: { type: "array", maxItems: 2, items: words(["title", "-title", "seats", "-seats"]) } };
const ties = "Equal concerts are sorted by `id`, ascending, in either direction.";

/** The order that two parameters ask for, of which one may be left out. */
const byTwo =
  (usual: string, tie: (sign: string) => string = () => "id") =>
  (query: URLSearchParams): Order => {
    const sign = (query.get("direction") ?? usual) === "desc" ? "-" : "";
    return by(`${sign}${query.get("sortBy") ?? "title"}`, tie(sign));
  };
const keysIn = (query: URLSearchParams, usual = "id"): readonly string[] =>
  (query.get("sort") ?? usual).split(",");

describe("a list is in the order that is stated, where", () => {
  it.each<[string, Programme]>([
    [
      "the earliest comes first, and then the first id",
      { says: earliest, order: () => by("startsAt", "id") },
    ],
    ["nothing is stated", { order: () => by("-seats") }],
    [
      "the order is anyone's",
      { says: "The order of concerts is not sorted by `startsAt`.", order: () => by("id") },
    ],
    ["the newest comes first", { says: "The newest concerts first.", order: () => by("-createdAt") }],
    ["the titles are in order", { says: "Concerts in the order of their titles.", order: () => by("title") }],
    ["no end is named", { says: "Concerts are sorted by `seats`.", order: () => by("-seats") }],
    [
      "concerts are sorted within others",
      { says: "Concerts are sorted by title within each month.", order: () => by("id") },
    ],
    [
      "they come as they were created",
      { says: "Concerts in the order in which they were added.", order: () => by("createdAt") },
    ],
    [
      "the most seats come first, and nothing is asked for",
      {
        says: "Without `sort`, concerts come by their seats, and then by title.",
        order: () => by("-seats", "title"),
      },
    ],
    ["a direction has a default", { asked: apart, order: byTwo("asc") }],
    ["equal concerts have one direction", { says: ties, asked: apart, order: byTwo("asc") }],
    [
      "equal concerts turn round, and nothing is said of them",
      { asked: apart, order: byTwo("asc", (sign) => `${sign}id`) },
    ],
    ["the server decides the member", { asked: byAge, order: (query) => by(...keysIn(query, "-createdAt")) }],
    ["two members are asked for", { asked: twice, order: (query) => by(...keysIn(query)) }],
  ])("%s", async (_, programme) => {
    expect(await judge(programme)).toEqual([]);
  });
});

const stated = "listConcerts: stated order";
const sorting = "listConcerts: sorting";

describe("a list is found that", () => {
  it.each<[string, Programme, string]>([
    [
      "is in no order of titles",
      { says: "Concerts in the order of their titles.", order: () => by("id") },
      stated,
    ],
    ["is in no order of seats", { says: "Concerts are sorted by `seats`.", order: () => by("id") }, stated],
    [
      "is in the order of its second member",
      {
        says: "Without `sort`, concerts come by their seats, and then by title.",
        order: () => by("title"),
      },
      stated,
    ],
    [
      "has the newest first where they come as they were created",
      { says: "Concerts in the order in which they were added.", order: () => by("-createdAt") },
      stated,
    ],
    [
      "has the last id first where they come as they were created",
      { says: "All concerts by age, in the order of their creation.", order: () => by("-id") },
      stated,
    ],
    ["has the latest first", { says: earliest, order: () => by("-startsAt", "id") }, stated],
    ["is as the concerts were added", { says: earliest, order: () => by("id") }, stated],
    ["has equal concerts from the last id", { says: earliest, order: () => by("startsAt", "-id") }, stated],
    ["has the oldest first", { says: "The newest concerts first.", order: () => by("createdAt") }, stated],
    ["has another direction by default", { asked: apart, order: byTwo("desc") }, stated],
    [
      "turns equal concerts round, too",
      { says: ties, asked: apart, order: byTwo("asc", (sign) => `${sign}id`) },
      sorting,
    ],
    ["is in no order of the server's member", { asked: byAge, order: () => by("title") }, sorting],
    [
      "takes a minus for a plus",
      {
        asked: byAge,
        order: (query) => by(query.get("sort") === "createdAt" ? "-createdAt" : "createdAt"),
      },
      sorting,
    ],
    [
      "goes by the first member alone",
      { asked: twice, order: (query) => by(keysIn(query)[0] ?? "") },
      sorting,
    ],
    [
      "has the second member in one direction",
      {
        asked: twice,
        order: (query) => {
          const [first = "", second = "id"] = keysIn(query);
          return by(first, second.replace("-", ""));
        },
      },
      sorting,
    ],
  ])("%s", async (_, programme, requirement) => {
    expect(await judge(programme)).toContain(requirement);
  });
});

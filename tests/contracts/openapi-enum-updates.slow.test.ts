import { describe, expect, it } from "vitest";
import { type Reply, startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, idInPath, judgeDescribed, reads, removes } from "./described.js";
import { failedIn, type Item } from "./deviations.js";
import { judgeShelf, type Shelf } from "./shelf.js";

const tier = { type: "string", enum: ["bronze", "silver", "gold"] };
const without = (sent: Item, ...names: readonly string[]): Item =>
  Object.fromEntries(Object.entries(sent).filter(([each]) => !names.includes(each)));
const shelf: Shelf = { properties: { tier }, methods: ["GET", "PATCH", "DELETE"] };
const stays = (sent: Item, before: Item): Item => ({ ...before, ...without(sent, "tier") });
/** Of an item in a state, that of `before` comes back whatever is sent. */
const status = { type: "string", enum: ["open", "closed"] };

describe("nothing fails where a word", () => {
  it.each<[string, Shelf]>([
    ["is changed to what is sent", shelf],
    [
      "is chosen by the server when the item is created",
      { ...shelf, create: (sent) => ({ ...sent, tier: "bronze" }), change: stays },
    ],
    [
      "may only rise",
      {
        ...shelf,
        change: (sent, before) => {
          const [now, next] = [before, sent].map((each) => tier.enum.indexOf(`${each["tier"]}`));
          return { ...stays(sent, before), ...((next ?? 0) > (now ?? 0) ? { tier: sent["tier"] } : {}) };
        },
      },
    ],
    [
      "may not be changed",
      { ...shelf, refuse: ({ tier: sent }, method) => (method === "PATCH" && sent !== undefined ? 409 : 0) },
    ],
    [
      "is changed later, as the description says",
      { ...shelf, summary: "Change a thing; a new tier counts from the next month", change: stays },
    ],
    [
      "is fixed, as the description says",
      {
        ...shelf,
        properties: { tier: { ...tier, description: "Immutable after creation." } },
        change: stays,
      },
    ],
    [
      "is a state, which the server leads",
      {
        ...shelf,
        properties: { status },
        change: (sent, before) => ({ ...before, ...without(sent, "status") }),
      },
    ],
  ])("%s", async (_, each) => {
    expect(failedIn(await judgeShelf(each))).toEqual([]);
  });
});

describe("a server is found that", () => {
  it.each<[string, Shelf, readonly string[]]>([
    ["leaves a word as it was created", { ...shelf, change: stays }, ["changeThing: changed"]],
    [
      "leaves a word as it was where all is replaced",
      {
        ...shelf,
        methods: ["GET", "PUT", "DELETE"],
        replace: (sent, { tier: was }) => ({ ...sent, tier: was }),
      },
      ["putThing: replaced"],
    ],
    [
      "shows another state in its response than it keeps",
      {
        ...shelf,
        properties: { status },
        change: (sent, before) => ({ ...before, ...without(sent, "status") }),
        answer: (shown, sent) => ({ ...shown, ...sent }),
      },
      ["changeThing: changed"],
    ],
  ])("%s", async (_, each, expected) => {
    expect(failedIn(await judgeShelf(each))).toEqual(expected);
  });
});

const name = { type: "string", minLength: 1, maxLength: 40 };
const room = { type: "object", required: ["id", "name"], properties: { id: { type: "integer" }, name } };
const marker = {
  type: "object",
  required: ["messageId"],
  properties: { messageId: { type: "integer", minimum: 0 }, muted: { type: "boolean" } },
};
type Marker = Readonly<Record<string, unknown>>;

/** Judges a server of rooms with a marker each. */
async function judgeMarker(put: (sent: Marker, before: Marker) => readonly [answer: Marker, kept: Marker]) {
  const rooms = new Map<string, { readonly name: unknown; marker: Marker }>();
  const baseUrl = await startJsonServer(({ method, parts: [, id = "", part], sent }): Reply => {
    const found = rooms.get(id);
    const show = (each: string) => ({ id: Number(each), name: rooms.get(each)?.name });
    if (id !== "" && found === undefined) return [404, {}];
    if (method === "GET" && part === undefined)
      return [200, found === undefined ? [...rooms.keys()].map(show) : show(id)];
    if (method === "GET") return [200, found?.marker];
    if (method === "DELETE") return [rooms.delete(id) ? 204 : 404];
    if (found !== undefined) {
      const { messageId, muted = false } = sent;
      if (!Number.isInteger(messageId) || Number(messageId) < 0 || typeof muted !== "boolean")
        return [400, {}];
      const [answer, kept] = put({ messageId, muted }, found.marker);
      found.marker = kept;
      return [200, answer];
    }
    const { name: title } = sent;
    if (typeof title !== "string" || title === "" || title.length > 40) return [400, {}];
    const own = `${1000 + rooms.size}`;
    rooms.set(own, { name: title, marker: { messageId: 0, muted: false } });
    return [201, show(own)];
  });
  const parameters = [idInPath()];
  const description = describePaths({
    "/rooms": {
      get: reads("listRooms", { type: "array", items: room }),
      post: adds("addRoom", { type: "object", required: ["name"], properties: { name } }, room),
    },
    "/rooms/{id}": { parameters, get: reads("getRoom", room), delete: removes("removeRoom") },
    "/rooms/{id}/marker": {
      parameters,
      get: reads("getMarker", marker),
      put: changes("putMarker", marker, marker),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl));
}

describe("a marker that names something may be", () => {
  it.each<[string, (sent: Marker, before: Marker) => readonly [Marker, Marker]]>([
    ["kept", (sent) => [sent, sent]],
    ["left as it is, as the response says", (_, before) => [before, before]],
    [
      "another one, as the response says",
      (sent) => [
        { ...sent, messageId: 7 },
        { ...sent, messageId: 7 },
      ],
    ],
  ])("%s", async (_, put) => {
    expect(await judgeMarker(put)).toEqual([]);
  });
});

describe("a marker is found that is", () => {
  it.each<[string, (sent: Marker, before: Marker) => readonly [Marker, Marker]]>([
    ["shown in the response alone", (sent, before) => [sent, before]],
    ["kept but for one member", (sent, before) => [sent, { ...sent, muted: before["muted"] }]],
  ])("%s", async (_, put) => {
    expect(await judgeMarker(put)).toEqual(["putMarker: replaced"]);
  });
});

import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import {
  adds,
  changes,
  describePaths,
  idInPath,
  judgeDescribed,
  lists,
  reads,
  removes,
} from "./described.js";
import { failedIn } from "./deviations.js";

interface Booking {
  readonly id: number;
  readonly title: string;
  readonly guests: number;
  readonly roomId: string;
}

/** What a server of rooms does in a way of its own: its bookings are created below a room, and read at the top. */
interface Ways {
  readonly stored?: (booking: Booking) => Booking | undefined;
  readonly change?: (now: Booking, sent: object) => Booking;
  readonly staysOnDelete?: boolean;
  /** The booking at an address: another one than is created, where bookings are counted for each room. */
  readonly at?: (id: number, all: ReadonlyMap<number, Booking>) => Booking | undefined;
}

const members = { title: { type: "string", maxLength: 60 }, guests: { type: "integer", minimum: 1 } };
const sent = { type: "object", required: ["title", "guests"], properties: members };
const shown = { ...sent, required: ["id", "title"], properties: { ...members, id: { type: "integer" } } };
const room = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
const shownRoom = {
  type: "object",
  required: ["id"],
  properties: { ...room.properties, id: { type: "integer" } },
};

function isBooking({ title, guests }: Readonly<Record<string, unknown>>): boolean {
  const isTitle = typeof title === "string" && title.length <= 60;
  return isTitle && Number.isInteger(guests) && Number(guests) >= 1;
}

async function judge(ways: Ways = {}) {
  const { stored = (each) => each, change = (now, each) => ({ ...now, ...each }) } = ways;
  const { at = (id, all) => all.get(id) } = ways;
  const rooms = new Map<string, object>();
  const bookings = new Map<number, Booking>();
  let count = 0;
  const baseUrl = await startJsonServer(({ method, parts: [collection, id = "", below], sent: body }) => {
    if (collection === "bookings") {
      const known = at(Number(id), bookings);
      if (known === undefined) return [404, {}];
      if (method === "DELETE") {
        if (ways.staysOnDelete !== true) bookings.delete(known.id);
        return [204];
      }
      if (method === "PATCH" && !isBooking({ ...known, ...body })) return [400, {}];
      if (method === "PATCH") bookings.set(known.id, change(known, body));
      return [200, bookings.get(known.id)];
    }
    if (id !== "" && !rooms.has(id)) return [404, {}];
    if (below !== undefined && method === "GET")
      return [200, [...bookings.values()].filter(({ roomId }) => roomId === id)];
    if (method === "GET") return [200, id === "" ? [...rooms.values()] : rooms.get(id)];
    if (method === "DELETE") {
      for (const each of bookings.values()) if (each.roomId === id) bookings.delete(each.id);
      return [rooms.delete(id) ? 204 : 404];
    }
    count += 1;
    if (below === undefined) {
      if (typeof body["name"] !== "string") return [400, {}];
      rooms.set(`${count}`, { id: count, name: body["name"] });
      return [201, rooms.get(`${count}`)];
    }
    if (!isBooking(body)) return [400, {}];
    const made = { id: count, title: `${body["title"]}`, guests: Number(body["guests"]), roomId: id };
    const kept = stored(made);
    if (kept !== undefined) bookings.set(count, kept);
    return [201, made];
  });
  const path = { ...idInPath(), name: "roomId" };
  const description = describePaths({
    "/rooms": { get: lists("listRooms", shownRoom), post: adds("addRoom", room, shownRoom) },
    "/rooms/{roomId}": {
      parameters: [path],
      get: reads("getRoom", shownRoom),
      delete: removes("removeRoom"),
    },
    "/rooms/{roomId}/bookings": {
      parameters: [path],
      get: lists("listBookings", shown),
      post: adds("book", sent, shown),
    },
    "/bookings/{bookingId}": {
      parameters: [{ ...idInPath(), name: "bookingId" }],
      get: reads("getBooking", shown),
      patch: changes("changeBooking", { ...sent, required: [] }, shown),
      delete: removes("removeBooking"),
    },
  });
  const report = await judgeDescribed(description, baseUrl);
  const verdictOf = (wanted: string) => report.requirements.find(({ id }) => id === wanted)?.verdict;
  return { failed: failedIn(report), verdictOf, left: bookings.size };
}

describe("an item that is created below another one, and read at the top, is found where it", () => {
  it.each<[string, Ways, string]>([
    ["is not stored", { stored: () => undefined }, "book: in its list"],
    [
      "is stored with another number",
      { stored: (each) => ({ ...each, guests: each.guests + 1 }) },
      "book: read back",
    ],
    ["is not changed", { change: (now) => now }, "changeBooking: changed"],
    ["stays when it is deleted", { staysOnDelete: true }, "removeBooking: gone"],
  ])("%s", async (_, ways, requirement) => {
    expect((await judge(ways)).failed).toContain(requirement);
  });
});

describe("such an item is left alone where it", () => {
  it("is kept, changed and deleted", async () => {
    const { failed, verdictOf, left } = await judge();

    expect([failed, left]).toEqual([[], 0]);
    for (const wanted of ["book: read back", "changeBooking: changed", "removeBooking: gone"])
      expect(verdictOf(wanted), wanted).toBe("passed");
  });

  it("has another address than its id", async () => {
    const other: Ways = { at: (id, all) => (id < 1000 ? undefined : all.get(id - 1000)) };
    expect((await judge(other)).failed).toEqual([]);
  });

  it("has the id that another one has at the top", async () => {
    const other: Ways = { at: (id, all) => all.get(id - 1) };
    expect((await judge(other)).failed).toEqual([]);
  });
});

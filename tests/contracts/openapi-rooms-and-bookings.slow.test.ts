import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

/** What a house does with its rooms in its own way. */
interface Ways {
  /** Do bookings stay without their room? */
  readonly keeps?: boolean;
  /** Is a room with bookings deleted all the same, or refused? */
  readonly restricts?: boolean;
  /** The bookings that a room counts. */
  readonly counts?: (booking: { readonly over: boolean }) => boolean;
  readonly removal?: string;
  readonly conflict?: string;
}

async function judge({
  keeps = false,
  restricts = false,
  counts = ({ over }) => !over,
  removal = "Removes the room and all of its bookings.",
  conflict = "No.",
}: Ways) {
  const rooms = new Map<string, { readonly id: number; readonly name: string }>();
  const bookings = new Map<
    string,
    { readonly id: number; readonly roomId: number; guest: string; over: boolean }
  >();
  let count = 700;
  const ofRoom = (id: string) => [...bookings.values()].filter(({ roomId }) => `${roomId}` === id);
  const shown = (id: string) => ({ ...rooms.get(id), open: ofRoom(id).filter(counts).length });
  const isText = (text: unknown): boolean => typeof text === "string" && text !== "" && text.length < 41;
  const baseUrl = await startJsonServer(({ method, parts: [kind, id = "", part], sent }) => {
    const all: ReadonlyMap<string, unknown> = kind === "rooms" ? rooms : bookings;
    if (id !== "" && !all.has(id)) return [404, {}];
    count += 1;
    if (part === "bookings") {
      if (method === "GET") return [200, ofRoom(id)];
      if (!isText(sent["guest"])) return [400, {}];
      bookings.set(`${count}`, { id: count, roomId: Number(id), guest: `${sent["guest"]}`, over: false });
      return [201, bookings.get(`${count}`)];
    }
    if (kind === "bookings") {
      const booking = bookings.get(id);
      if (booking === undefined) return [404, {}];
      if (method === "DELETE") return [bookings.delete(id) ? 204 : 404];
      const { guest = booking.guest, over = booking.over } = sent;
      if (!isText(guest) || typeof over !== "boolean") return [400, {}];
      return [200, Object.assign(booking, { guest, over })];
    }
    if (method === "GET") return [200, id === "" ? [...rooms.keys()].map(shown) : shown(id)];
    if (method === "DELETE") {
      const below = ofRoom(id);
      if (restricts && below.length > 0) return [409, {}];
      if (!keeps) for (const each of below) bookings.delete(`${each.id}`);
      return [rooms.delete(id) ? 204 : 404];
    }
    if (!isText(sent["name"])) return [400, {}];
    rooms.set(`${count}`, { id: count, name: `${sent["name"]}` });
    return [201, shown(`${count}`)];
  });
  const text = { type: "string", minLength: 1, maxLength: 40 };
  const id = { type: "integer", readOnly: true };
  const over = { type: "boolean" };
  const open = { ...id, description: "Number of bookings of the room that are not over." };
  const room = { type: "object", required: ["id", "name", "open"], properties: { id, name: text, open } };
  const booking = {
    type: "object",
    required: ["id", "roomId", "guest", "over"],
    properties: { id, roomId: id, guest: text, over },
  };
  const body = (properties: object, ...required: readonly string[]) => ({
    type: "object",
    required,
    properties,
  });
  const parameters = (name: string) => [{ name, in: "path", required: true, schema: { type: "integer" } }];
  const description = describePaths({
    "/rooms": { get: lists("listRooms", room), post: adds("addRoom", body({ name: text }, "name"), room) },
    "/rooms/{roomId}": {
      parameters: parameters("roomId"),
      get: reads("getRoom", room),
      delete: { ...removes("removeRoom", { 409: { description: conflict } }), description: removal },
    },
    "/rooms/{roomId}/bookings": {
      parameters: parameters("roomId"),
      get: lists("listBookings", booking),
      post: adds("addBooking", body({ guest: text }, "guest"), booking),
    },
    "/bookings/{bookingId}": {
      parameters: parameters("bookingId"),
      get: reads("getBooking", booking),
      patch: changes("changeBooking", body({ guest: text, over }), booking),
      delete: removes("removeBooking"),
    },
  });
  return failedIn(await judgeDescribed(description, baseUrl, { whole: true }));
}

const restricted = { removal: "Removes a room.", conflict: "The room still has bookings." };

describe("bookings are created below their room and read elsewhere; a house", () => {
  it.each<[string, Ways, readonly string[]]>([
    ["keeps its word", {}, []],
    [
      "keeps the bookings of a room that is gone, as it says",
      { keeps: true, removal: "Its bookings stay." },
      [],
    ],
    ["deletes no room with bookings", { restricts: true, ...restricted }, []],
    ["is found that keeps them", { keeps: true }, ["removeRoom: gone with its parent"]],
    ["is found that deletes a room with bookings", restricted, ["removeRoom: in use"]],
    ["is found that counts all bookings", { counts: () => true }, ["getRoom: computed from others"]],
  ])("%s", async (_, ways, expected) => {
    expect(await judge(ways)).toEqual(expected);
  });
});

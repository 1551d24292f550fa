import { readFileSync } from "node:fs";
import { describe, expect, it, onTestFinished } from "vitest";
import { parse } from "yaml";
import { describeApi, start } from "../../examples/hono/server.js";
import { type Call, describedCalls } from "./described-calls.js";

const file = new URL("../../examples/hono/openapi.yaml", import.meta.url);
const authorization = "Bearer token-of-the-test";

async function startRooms(): Promise<{ call: Call; address: string }> {
  const { address, close } = await start({ key: "token-of-the-test" });
  onTestFinished(() => close() as Promise<void>);
  return { call: describedCalls(file, address, { headers: { authorization } }), address };
}

const room = { name: "Blue", kind: "meeting", seats: 12, opened: "2020-02-29", equipment: ["screen"] };
const booking = { day: "2030-05-01", people: 4, purpose: "talk", note: null };
const bookings = "/rooms/{roomId}/bookings";

async function withBooking(): Promise<{ call: Call; path: { roomId: string; bookingId: string } }> {
  const { call } = await startRooms();
  const { body: created } = await call("POST /rooms", { body: room });
  const path = { roomId: created.id as string };
  const { body } = await call(`POST ${bookings}`, { path, body: booking });
  return { call, path: { ...path, bookingId: body.id as string } };
}

describe("the rooms in Hono", () => {
  it("describe themselves as the file in their folder does", async () => {
    const { address } = await startRooms();
    const written = parse(readFileSync(file, "utf8"));
    expect(JSON.parse(JSON.stringify(describeApi()))).toEqual(written);
    expect(await (await fetch(`${address}/openapi.json`)).json()).toEqual(written);
  });

  it("are added, read and removed", async () => {
    const { call } = await startRooms();
    const created = await call("POST /rooms", { body: room });
    expect(created).toMatchObject({ status: 201, body: room });
    const path = { roomId: created.body.id as string };
    expect((await call("GET /rooms/{roomId}", { path })).body).toEqual(created.body);
    expect((await call("DELETE /rooms/{roomId}", { path })).status).toBe(204);
    expect((await call("GET /rooms/{roomId}", { path })).status).toBe(404);
    expect((await call("DELETE /rooms/{roomId}", { path })).status).toBe(404);
    expect((await call(`GET ${bookings}`, { path })).status).toBe(404);
  });

  it("are listed page by page, by following links", async () => {
    const { call } = await startRooms();
    for (const name of ["A", "B", "C", "D"])
      await call("POST /rooms", { body: { ...room, name, kind: name === "B" ? "studio" : "meeting" } });
    const first = await call("GET /rooms", { query: "limit=2&kind=meeting" });
    const [, query = ""] = first.body.next.split("?");
    const second = await call("GET /rooms", { query });
    const namesOf = ({ body }: typeof first) => body.items.map(({ name }: { name: string }) => name);
    expect([namesOf(first), namesOf(second)]).toEqual([["A", "C"], ["D"]]);
    expect(second.body.next).toBeNull();
    expect((await call("GET /rooms")).body.items).toHaveLength(4);
    expect((await call("GET /rooms", { query: "cursor=ffffffff" })).body.items).toEqual([]);
  });

  it("are booked, for another day after a change, and cancelled", async () => {
    const { call, path } = await withBooking();
    const one = `${bookings}/{bookingId}`;
    const before = await call(`GET ${one}`, { path });
    expect(before).toMatchObject({ status: 200, body: booking });
    const changed = await call(`PATCH ${one}`, { path, body: { day: "2031-01-01", note: "late" } });
    expect(changed.body).toEqual({ ...before.body, day: "2031-01-01", note: "late" });
    expect((await call(`GET ${bookings}`, { path, query: "from=2031-01-01" })).body).toHaveLength(1);
    expect((await call(`GET ${bookings}`, { path, query: "from=2031-01-02" })).body).toEqual([]);
    expect((await call(`DELETE ${one}`, { path })).status).toBe(204);
    expect((await call(`GET ${one}`, { path })).status).toBe(404);
    expect((await call(`PATCH ${one}`, { path, body: { people: 2 } })).status).toBe(404);
  });

  it.each([
    ["GET /rooms", "limit=0"],
    ["GET /rooms", "limit=51"],
    ["GET /rooms", "limit=abc"],
    ["GET /rooms", "cursor=second"],
    ["GET /rooms", "kind=cellar"],
    [`GET ${bookings}`, "from=2030-02-30"],
  ])("refuse %s with %s", async (operation, query) => {
    const { call, path } = await withBooking();
    expect((await call(operation, { path, query })).status).toBe(400);
  });

  it.each([
    ["no name", { name: undefined }],
    ["a long name", { name: "n".repeat(61) }],
    ["another kind", { kind: "cellar" }],
    ["half a seat", { seats: 1.5 }],
    ["seats as a text", { seats: "12" }],
    ["too many seats", { seats: 201 }],
    ["a day that there is not", { opened: "2021-02-29" }],
    ["equipment that is unknown", { equipment: ["organ"] }],
    ["another member", { colour: "blue" }],
  ])("refuse %s", async (_, members) => {
    const { call } = await startRooms();
    expect((await call("POST /rooms", { body: { ...room, ...members } })).status).toBe(400);
  });

  it("refuse a change of nothing, and what is no JSON", async () => {
    const { call, path } = await withBooking();
    const change = `PATCH ${bookings}/{bookingId}`;
    expect((await call(change, { path, body: {} })).status).toBe(400);
    expect((await call(change, { path })).status).toBe(400);
    expect((await call(change, { path, body: "{" })).status).toBe(400);
    const headers = { "content-type": "text/plain" };
    expect((await call(change, { path, body: booking, headers })).status).toBe(415);
  });

  it.each([
    ["no token", "", 401],
    ["another token", "Bearer another", 401],
    ["another scheme", "Basic YTpi", 400],
  ])("serve nobody with %s", async (_, wrong, status) => {
    const { call } = await startRooms();
    expect((await call("GET /rooms", { headers: { authorization: wrong } })).status).toBe(status);
    expect((await call("POST /rooms", { headers: { authorization: wrong }, body: room })).status).toBe(
      status,
    );
  });

  it("ask for a moment at every fortieth request", async () => {
    const { call } = await startRooms();
    const statuses: number[] = [];
    for (let count = 0; count < 81; count += 1) statuses.push((await call("GET /rooms")).status);
    expect(statuses.flatMap((status, index) => (status === 429 ? [index + 1] : []))).toEqual([40, 80]);
  });

  it("count characters, not the units that they are encoded in", async () => {
    const { call } = await startRooms();
    expect((await call("POST /rooms", { body: { ...room, name: "😀".repeat(60) } })).status).toBe(201);
  });
});

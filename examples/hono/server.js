// An honest server that describes itself: Hono, with @hono/zod-openapi's own defaults for validation. It refuses members that
// it does not know. `node server.js --describe >openapi.yaml` writes the description, which is served at /openapi.json too.
import { serve } from "@hono/node-server";
import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { bearerAuth } from "hono/bearer-auth";
import { requestId } from "hono/request-id";
import { stringify } from "yaml";

/** zod counts the units of UTF-16, a description counts characters. */
const text = (minLength, maxLength) =>
  z
    .string()
    .refine((value) => [...value].length >= minLength && [...value].length <= maxLength)
    .openapi({ minLength, maxLength });
const json = (schema, description) => ({ description, content: { "application/json": { schema } } });
const plain = (description) => ({ description, content: { "text/plain": { schema: z.string() } } });

const roomMembers = {
  name: text(1, 60),
  kind: z.enum(["meeting", "workshop", "studio"]),
  seats: z.int().min(1).max(200),
  opened: z.iso.date().optional(),
  equipment: z
    .array(z.enum(["screen", "piano", "sink"]))
    .max(5)
    .optional(),
};
const bookingMembers = {
  day: z.iso.date(),
  people: z.int().min(1).max(200),
  purpose: z.enum(["talk", "course", "party"]).optional(),
  note: text(0, 500).nullable().optional(),
};
const NewRoom = z.strictObject(roomMembers).openapi("NewRoom");
const Room = z.object({ id: z.string(), ...roomMembers }).openapi("Room");
const NewBooking = z.strictObject(bookingMembers).openapi("NewBooking");
const BookingChange = z
  .strictObject(bookingMembers)
  .partial()
  .refine((change) => Object.keys(change).length > 0)
  .openapi("BookingChange", { minProperties: 1 });
const Booking = z
  .object({ id: z.string(), bookedAt: z.iso.datetime(), ...bookingMembers })
  .openapi("Booking");
const Missing = z.object({ message: z.string() }).openapi("Missing");
const Invalid = z
  .object({ success: z.literal(false), error: z.object({ name: z.string(), message: z.string() }) })
  .openapi("Invalid");
const Page = z
  .object({ items: z.array(Room), next: z.string().nullable().openapi({ format: "uri-reference" }) })
  .openapi("Page");

const always = {
  // What is no JSON, or no bearer token, is refused with a plain text.
  400: {
    description: "Not valid",
    content: { "application/json": { schema: Invalid }, "text/plain": { schema: z.string() } },
  },
  401: plain("No such token"),
  429: {
    ...json(Missing, "Too many requests"),
    headers: { "Retry-After": { required: true, schema: { type: "integer", minimum: 0 } } },
  },
};
const missing = { 404: json(Missing, "Not there") };
const unlikeJson = { 415: plain("Not JSON") };
const removed = { 204: { description: "Removed" } };
const sent = (schema) => ({ body: { required: true, content: { "application/json": { schema } } } });
const rooms = "/rooms/{roomId}";
const bookings = `${rooms}/bookings`;
/** What a description says of a number is lost where texts are converted to it. */
const integer = { type: "integer", minimum: 1, maximum: 50, default: 20 };
const listing = {
  limit: z.coerce.number().int().min(1).max(50).optional().openapi(integer),
  cursor: z
    .string()
    .regex(/^[0-9a-f]{8}$/)
    .optional(),
  kind: roomMembers.kind.optional(),
};

const about = {
  openapi: "3.1.0",
  info: { title: "Rooms", version: "1.0.0" },
  servers: [{ url: "http://localhost:3000" }],
  security: [{ token: [] }],
};

function createApp(key) {
  const app = new OpenAPIHono();
  const kept = new Map();
  let last = 0;
  let requests = 0;
  app.openAPIRegistry.registerComponent("securitySchemes", "token", { type: "http", scheme: "bearer" });
  app.doc31("/openapi.json", about);
  app.use(requestId());
  app.use("/rooms/*", async (c, next) => {
    requests += 1;
    if (requests % 40 > 0) return next();
    return c.json({ message: "one moment" }, 429, { "Retry-After": "1" });
  });
  app.use("/rooms/*", bearerAuth({ token: key }));

  const on = (operationId, method, path, { request = {}, responses }, handle) => {
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, z.string()]);
    const params = names.length > 0 ? { params: z.object(Object.fromEntries(names)) } : {};
    const refusals = { ...always, ...(names.length > 0 ? missing : {}), ...(request.body ? unlikeJson : {}) };
    const all = { request: { ...params, ...request }, responses: { ...refusals, ...responses } };
    app.openapi(createRoute({ operationId, method, path, ...all }), (c) => {
      const { roomId, bookingId } = names.length > 0 ? c.req.valid("param") : {};
      const at = kept.get(roomId);
      const booking = at?.bookings.get(bookingId);
      if ((roomId && !at) || (bookingId && !booking)) return c.json({ message: "not there" }, 404);
      return handle(c, { ...at, booking });
    });
  };

  const page = { request: { query: z.object(listing) }, responses: { 200: json(Page, "A page") } };
  on("listRooms", "get", "/rooms", page, (c) => {
    const { limit = 20, cursor = "0", ...filter } = c.req.valid("query");
    const after = Number.parseInt(cursor, 16);
    const left = [...kept.values()].filter(
      ({ number, room }) => number > after && room.kind === (filter.kind ?? room.kind),
    );
    const shown = left.slice(0, limit);
    const end = (shown.at(-1)?.number ?? 0).toString(16).padStart(8, "0");
    const next = `/rooms?${new URLSearchParams({ ...filter, limit, cursor: end })}`;
    const items = shown.map(({ room }) => room);
    return c.json({ items, next: shown.length < left.length ? next : null }, 200);
  });
  const adding = { request: sent(NewRoom), responses: { 201: json(Room, "Added") } };
  on("addRoom", "post", "/rooms", adding, (c) => {
    last += 1;
    const room = { id: `room-${last}`, ...c.req.valid("json") };
    kept.set(room.id, { number: last, room, bookings: new Map() });
    return c.json(room, 201);
  });
  const theRoom = { responses: { 200: json(Room, "The room") } };
  on("getRoom", "get", rooms, theRoom, (c, { room }) => c.json(room, 200));
  on("removeRoom", "delete", rooms, { responses: removed }, (c, { room }) => {
    kept.delete(room.id);
    return c.body(null, 204);
  });
  const all = {
    request: { query: z.object({ from: z.iso.date().optional() }) },
    responses: { 200: json(z.array(Booking), "All, or those from a day on") },
  };
  on("listBookings", "get", bookings, all, (c, { bookings }) => {
    const { from = "" } = c.req.valid("query");
    const shown = [...bookings.values()].filter(({ day }) => day >= from);
    return c.json(shown, 200);
  });
  const booking = { request: sent(NewBooking), responses: { 201: json(Booking, "Booked") } };
  on("book", "post", bookings, booking, (c, { bookings }) => {
    const id = crypto.randomUUID();
    const booking = { id, bookedAt: new Date().toISOString(), ...c.req.valid("json") };
    bookings.set(id, booking);
    return c.json(booking, 201);
  });
  const one = `${bookings}/{bookingId}`;
  const theBooking = { responses: { 200: json(Booking, "The booking") } };
  on("getBooking", "get", one, theBooking, (c, { booking }) => c.json(booking, 200));
  const change = { request: sent(BookingChange), ...theBooking };
  on("changeBooking", "patch", one, change, (c, { booking }) =>
    c.json(Object.assign(booking, c.req.valid("json")), 200),
  );
  on("cancel", "delete", one, { responses: removed }, (c, { booking, bookings }) => {
    bookings.delete(booking.id);
    return c.body(null, 204);
  });
  return app;
}

/** The description that the app has of itself. */
export const describeApi = () => createApp("none").getOpenAPI31Document(about);

/** Starts the server on a free port of this machine, unless another is named. */
export async function start({ port = 0, key = "rooms-key" } = {}) {
  const { fetch } = createApp(key);
  let server;
  const used = await new Promise((resolve) => {
    server = serve({ fetch, port, hostname: "127.0.0.1" }, (info) => resolve(info.port));
  });
  const close = () => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  };
  return { address: `http://127.0.0.1:${used}`, close };
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  if (process.argv[2] === "--describe")
    process.stdout.write(stringify(describeApi(), { aliasDuplicateObjects: false }));
  else {
    const { address } = await start({ port: Number(process.env["PORT"] ?? 3000), key: process.env["KEY"] });
    process.stdout.write(`${address}\n`);
  }
}

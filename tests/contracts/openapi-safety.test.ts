import { expect, it } from "vitest";
import { type Asked, type Reply, startJsonServer } from "../servers/json-server.js";
import { describePaths, idInPath, json, judgeDescribed, takes } from "./described.js";

const item = { type: "object", properties: { id: { type: "integer" }, note: { type: "string" } } };
const write = (operationId: string) => ({
  operationId,
  ...takes(item),
  responses: { default: { description: "Done" } },
});
const read = (operationId: string, schema: object = item) => ({
  operationId,
  responses: { 200: { description: "Shown", ...json(schema) }, 404: { description: "None" } },
});
const remove = (operationId: string) => ({ operationId, responses: { 204: { description: "Gone" } } });
const parameters = [idInPath()];

const paths = {
  // The first of all that may be asked whether there is a server.
  "/logout": { get: read("logout") },
  // An item of somebody else is at the address that a job has.
  "/orders": { get: read("listOrders", { type: "array", items: item }), post: write("placeOrder") },
  "/orders/{id}": { parameters, get: read("getOrder"), delete: remove("removeOrder") },
  "/orders/{id}/cancel": { parameters, post: write("cancelOrder") },
  // A client names the item that it writes.
  "/pets": { post: write("putPet") },
  "/pets/{id}": { parameters, get: read("getPet"), delete: remove("removePet"), post: write("updatePet") },
  "/payments": { get: read("listPayments", { type: "array", items: item }), post: write("createPayment") },
  "/invitations": {
    get: read("listInvitations", { type: "array", items: item }),
    post: write("sendInvitation"),
  },
};

it("nothing of others is changed or deleted, nothing is paid, and nobody is told", async () => {
  const calls: string[] = [];
  const baseUrl = await startJsonServer(({ method, url, body }) => {
    if (method !== "GET" || url === "/logout") calls.push(`${method} ${url}`);
    if (method === "POST" && url === "/pets" && body.includes('"id"')) calls.push("POST /pets with an id");
    if (method === "DELETE") return [204];
    if (url === "/orders" && method === "POST") return [202, undefined, { location: "/jobs/7" }];
    if (url === "/pets") return [200, { id: 9, note: "somebody's" }];
    if (/^\/\w+$/.test(url)) return [200, [{ id: 1001, note: "somebody's" }]];
    return [200, { id: 7, note: "somebody's" }];
  });

  await judgeDescribed(describePaths(paths), baseUrl);

  expect([...new Set(calls)].toSorted()).toEqual(["POST /orders", "POST /pets"]);
});

it.each([
  ["the id of an item that was there before", () => ({ id: 7 }), "/tickets/7"],
  ["the address of an item in another collection", (id: number) => ({ id }), "/projects/3/tickets/7"],
])("nothing is changed or deleted by %s", async (_, shownFor, location) => {
  const changed: string[] = [];
  let count = 100;
  const replyTo = ({ method, url, body, sent }: Asked): Reply => {
    count += 1;
    if (method === "PUT" || method === "DELETE") {
      changed.push(`${method} ${url}`);
      return [204];
    }
    if (method === "POST" && !body.startsWith("{")) return [400];
    if (method === "POST") return [201, { ...sent, ...shownFor(count) }];
    return url === "/tickets" ? [200, []] : [200, { id: 7, note: "somebody's" }];
  };
  const baseUrl = await startJsonServer((asked) => {
    const [status, value] = replyTo(asked);
    return [status, value, { location }];
  });
  const creating = { ...write("addTicket"), responses: { 201: { description: "Added", ...json(item) } } };
  const description = describePaths({
    "/tickets": { get: read("listTickets", { type: "array", items: item }), post: creating },
    "/tickets/{id}": {
      parameters,
      get: read("getTicket"),
      put: write("putTicket"),
      delete: remove("removeTicket"),
    },
  });

  const report = await judgeDescribed(description, baseUrl);

  expect(report.run.created).toBeGreaterThan(0);
  expect(changed).toEqual([]);
  expect(JSON.stringify(report)).toContain("another one is shown: it is left alone");
});

const secret = "sk-Live_abcdEFGHijklMNOPqrst";
const responses = (status: number) => ({ [status]: { description: "Done", ...json(ticket) } });
const ticket = {
  type: "object",
  required: ["note"],
  properties: {
    id: { type: "string", readOnly: true },
    note: { type: "string" },
    userId: { type: "string" },
  },
  additionalProperties: { type: "integer" },
};
const ofTicket = [idInPath("string")];

it("no secret is shown that the server has made an id, an ETag, a link or a name of", async () => {
  const tickets = new Map<string, object>();
  const replyTo = ({ method, path, query, headers, body, sent }: Asked): Reply => {
    const [, kind, id] = path.split("/").map(decodeURIComponent);
    const shown = tickets.get(id ?? "");
    if (headers.authorization !== `Bearer ${secret}`) return [401];
    if (kind === "users") return [id === undefined ? 200 : 500, [{ id: secret }]];
    if (query.has("after")) return [500];
    if (method === "POST" && !body.startsWith("{")) return [400];
    if (method === "POST") {
      const made = { ...sent, id: `${secret}-${tickets.size}`, [secret]: "no number" };
      tickets.set(made.id, made);
      return [201, made];
    }
    if (id === undefined) return [200, { items: [...tickets.values()], next: `/tickets?after=${secret}` }];
    if (shown === undefined) return [404];
    return method === "GET" ? [200, shown] : [headers["if-match"] === undefined ? 428 : 500];
  };
  const baseUrl = await startJsonServer((asked) => {
    const [status, value] = replyTo(asked);
    return [status, value, { etag: `"${secret}"` }];
  });
  const page = { properties: { items: { type: "array", items: ticket }, next: { type: "string" } } };
  const described = {
    "/users": { get: read("listUsers", { type: "array" }) },
    "/users/{id}": { parameters: ofTicket, get: read("getUser") },
    "/tickets": {
      get: read("listTickets", { type: "object", ...page }),
      post: { operationId: "addTicket", ...takes(ticket), responses: responses(201) },
    },
    "/tickets/{id}": {
      parameters: ofTicket,
      get: read("getTicket", ticket),
      put: { operationId: "putTicket", ...takes(ticket), responses: responses(200) },
      delete: remove("removeTicket"),
    },
  };
  const description = describePaths(described, {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
  });
  const journal: unknown[] = [];

  const report = await judgeDescribed(description, baseUrl, {
    key: secret,
    onCreation: (entry) => void journal.push(entry),
  });

  const told = JSON.stringify([report, journal]);
  // It was there to be shown.
  for (const where of ["/tickets/[", "/users/[", "?after=[", '"If-Match","\\"[', "body /["])
    expect(told).toContain(where);
  expect(told).not.toContain(secret);
});

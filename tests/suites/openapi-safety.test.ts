import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import { startOrigin } from "../servers/plain-server.js";
import { sentObject } from "../servers/sent-object.js";

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const item = { type: "object", properties: { id: { type: "integer" }, note: { type: "string" } } };
const write = (operationId: string) => ({
  operationId,
  requestBody: { required: true, ...json(item) },
  responses: { default: { description: "Done" } },
});
const read = (operationId: string, schema: object = item) => ({
  operationId,
  responses: { 200: { description: "Shown", ...json(schema) }, 404: { description: "None" } },
});
const remove = (operationId: string) => ({ operationId, responses: { 204: { description: "Gone" } } });
const parameters = [{ name: "id", in: "path", required: true, schema: { type: "integer" } }];

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
  const baseUrl = await startOrigin(async (request, response) => {
    const { method = "", url = "" } = request;
    const body = await text(request);
    if (method !== "GET" || url === "/logout") calls.push(`${method} ${url}`);
    if (method === "POST" && url === "/pets" && body.includes('"id"')) calls.push("POST /pets with an id");
    const answer = (status: number, value?: unknown, location?: string): void => {
      response.writeHead(status, { "content-type": "application/json", ...(location && { location }) });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    if (method === "DELETE") answer(204);
    else if (url === "/orders" && method === "POST") answer(202, undefined, "/jobs/7");
    else if (url === "/pets") answer(200, { id: 9, note: "somebody's" });
    else if (/^\/\w+$/.test(url)) answer(200, [{ id: 1001, note: "somebody's" }]);
    else answer(200, { id: 7, note: "somebody's" });
  });
  const document = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths };
  const { description } = readDescription("shop.json", JSON.stringify(document));

  await runConformance(openApi, { contract: deriveContract(description), baseUrl, key: "" });

  expect([...new Set(calls)].toSorted()).toEqual(["POST /orders", "POST /pets"]);
});

it.each([
  ["the id of an item that was there before", () => ({ id: 7 }), "/tickets/7"],
  ["the address of an item in another collection", (id: number) => ({ id }), "/projects/3/tickets/7"],
])("nothing is changed or deleted by %s", async (_, shownFor, location) => {
  const changed: string[] = [];
  let count = 100;
  const baseUrl = await startOrigin(async (request, response) => {
    const { method = "", url = "" } = request;
    const sent = await text(request);
    count += 1;
    const answer = (status: number, value?: unknown): void => {
      response.writeHead(status, { "content-type": "application/json", location });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    if (method === "PUT" || method === "DELETE") {
      changed.push(`${method} ${url}`);
      answer(204);
    } else if (method === "POST" && !sent.startsWith("{")) answer(400);
    else if (method === "POST") answer(201, { ...sentObject(sent), ...shownFor(count) });
    else if (url === "/tickets") answer(200, []);
    else answer(200, { id: 7, note: "somebody's" });
  });
  const creating = { ...write("addTicket"), responses: { 201: { description: "Added", ...json(item) } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Desk", version: "1" },
    paths: {
      "/tickets": { get: read("listTickets", { type: "array", items: item }), post: creating },
      "/tickets/{id}": {
        parameters,
        get: read("getTicket"),
        put: write("putTicket"),
        delete: remove("removeTicket"),
      },
    },
  };
  const { description } = readDescription("desk.json", JSON.stringify(document));

  const report = await runConformance(openApi, { contract: deriveContract(description), baseUrl, key: "" });

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
const ofTicket = [{ name: "id", in: "path", required: true, schema: { type: "string" } }];

it("no secret is shown that the server has made an id, an ETag, a link or a name of", async () => {
  const tickets = new Map<string, object>();
  const baseUrl = await startOrigin(async (request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    const sent = await text(request);
    const answer = (status: number, value?: unknown): void => {
      response.writeHead(status, { "content-type": "application/json", etag: `"${secret}"` });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    const [, kind, id] = url.pathname.split("/").map(decodeURIComponent);
    const shown = tickets.get(id ?? "");
    if (request.headers.authorization !== `Bearer ${secret}`) answer(401);
    else if (kind === "users") answer(id === undefined ? 200 : 500, [{ id: secret }]);
    else if (url.searchParams.has("after")) answer(500);
    else if (request.method === "POST" && !sent.startsWith("{")) answer(400);
    else if (request.method === "POST") {
      const made = { ...sentObject(sent), id: `${secret}-${tickets.size}`, [secret]: "no number" };
      tickets.set(made.id, made);
      answer(201, made);
    } else if (id === undefined)
      answer(200, { items: [...tickets.values()], next: `/tickets?after=${secret}` });
    else if (shown === undefined) answer(404);
    else if (request.method === "GET") answer(200, shown);
    else answer(request.headers["if-match"] === undefined ? 428 : 500);
  });
  const page = { properties: { items: { type: "array", items: ticket }, next: { type: "string" } } };
  const body = { requestBody: { required: true, ...json(ticket) } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Desk", version: "1" },
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    paths: {
      "/users": { get: read("listUsers", { type: "array" }) },
      "/users/{id}": { parameters: ofTicket, get: read("getUser") },
      "/tickets": {
        get: read("listTickets", { type: "object", ...page }),
        post: { operationId: "addTicket", ...body, responses: responses(201) },
      },
      "/tickets/{id}": {
        parameters: ofTicket,
        get: read("getTicket", ticket),
        put: { operationId: "putTicket", ...body, responses: responses(200) },
        delete: remove("removeTicket"),
      },
    },
  };
  const { description } = readDescription("desk.json", JSON.stringify(document));
  const journal: unknown[] = [];

  const report = await runConformance(openApi, {
    contract: deriveContract(description),
    baseUrl,
    key: secret,
    onCreation: (entry) => void journal.push(entry),
  });

  const told = JSON.stringify([report, journal]);
  // It was there to be shown.
  for (const where of ["/tickets/[", "/users/[", "?after=[", '"If-Match","\\"[', "body /["])
    expect(told).toContain(where);
  expect(told).not.toContain(secret);
});

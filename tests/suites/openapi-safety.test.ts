import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";

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
  const server = createServer(async (request, response) => {
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const document = { openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths };
  const { description } = readDescription("shop.json", JSON.stringify(document));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  await runConformance(openApi, { contract: deriveContract(description), baseUrl, key: "" });

  expect([...new Set(calls)].toSorted()).toEqual(["POST /orders", "POST /pets"]);
});

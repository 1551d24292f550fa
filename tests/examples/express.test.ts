import { describe, expect, it, onTestFinished } from "vitest";
import { start } from "../../examples/express/server.js";
import { type Call, describedCalls } from "./described-calls.js";

async function startHelpdesk(): Promise<Call> {
  const { address, close } = await start({ key: "key-of-the-test" });
  onTestFinished(() => close() as Promise<void>);
  const file = new URL("../../examples/express/openapi.yaml", import.meta.url);
  return describedCalls(file, address, { headers: { "x-api-key": "key-of-the-test" } });
}

const project = { key: "HELP", name: "Help", contact: "help@example.com" };
const ticket = {
  subject: "It is broken",
  reporter: "a@example.com",
  hours: 1.25,
  assignee: null,
  dueAt: "2030-01-01T12:00:00Z",
};
const tickets = "/projects/{projectId}/tickets";

async function withTicket(): Promise<{ call: Call; path: { projectId: number; ticketId: number } }> {
  const call = await startHelpdesk();
  const { body: created } = await call("POST /projects", { body: project });
  const path = { projectId: created.id as number };
  const { body } = await call(`POST ${tickets}`, { path, body: ticket });
  return { call, path: { ...path, ticketId: body.id as number } };
}

describe("the helpdesk in Express", () => {
  it("keeps projects, each with a key of its own", async () => {
    const call = await startHelpdesk();
    const created = await call("POST /projects", { body: project });
    expect(created).toMatchObject({ status: 201, body: project });
    const path = { projectId: created.body.id as number };
    expect((await call("POST /projects", { body: project })).status).toBe(409);
    expect((await call("GET /projects/{projectId}", { path })).body).toEqual(created.body);
    expect((await call("DELETE /projects/{projectId}", { path })).status).toBe(204);
    expect((await call("GET /projects/{projectId}", { path })).status).toBe(404);
    expect((await call("POST /projects", { body: project })).status).toBe(201);
  });

  it("lists page by page, with the total", async () => {
    const call = await startHelpdesk();
    for (const key of ["AA", "BB", "CC"]) await call("POST /projects", { body: { ...project, key } });
    const { body } = await call("GET /projects", { query: "limit=1&offset=1" });
    expect(body).toMatchObject({ items: [{ key: "BB" }], total: 3 });
    expect((await call("GET /projects")).body.items).toHaveLength(3);
  });

  it("replaces, changes and deletes tickets", async () => {
    const { call, path } = await withTicket();
    const one = `${tickets}/{ticketId}`;
    const before = await call(`GET ${one}`, { path });
    expect(before).toMatchObject({ status: 200, body: { ...ticket, status: "open" } });
    const changed = await call(`PATCH ${one}`, { path, body: { status: "solved", id: 99 } });
    expect(changed.body).toEqual({ ...before.body, status: "solved" });
    const { reporter } = ticket;
    const replaced = await call(`PUT ${one}`, { path, body: { subject: "Again", reporter } });
    const { id, createdAt } = before.body;
    expect(replaced.body).toEqual({ subject: "Again", reporter, status: "open", id, createdAt });
    expect((await call(`GET ${tickets}`, { path, query: "status=open" })).body.total).toBe(1);
    expect((await call(`GET ${tickets}`, { path, query: "status=solved" })).body.total).toBe(0);
    expect((await call(`DELETE ${one}`, { path })).status).toBe(204);
    expect((await call(`DELETE ${one}`, { path })).status).toBe(404);
  });

  it.each([
    ["GET /projects", "limit=0"],
    ["GET /projects", "limit=101"],
    ["GET /projects", "limit=abc"],
    ["GET /projects", "offset=-1"],
    [`GET ${tickets}`, "status=lost"],
  ])("refuses %s with %s", async (operation, query) => {
    const { call, path } = await withTicket();
    expect((await call(operation, { path, query })).status).toBe(400);
  });

  it.each([
    ["no subject", { subject: undefined }],
    ["an empty subject", { subject: "" }],
    ["a long subject", { subject: "n".repeat(121) }],
    ["a reporter without an address", { reporter: "nobody" }],
    ["another status", { status: "lost" }],
    ["hours in tenths", { hours: 0.1 }],
    ["hours below nothing", { hours: -0.25 }],
    ["hours as a text", { hours: "1" }],
    ["a day without a time", { dueAt: "2030-01-01" }],
    ["an assignee that is a number", { assignee: 1 }],
  ])("refuses a ticket with %s", async (_, members) => {
    const { call, path } = await withTicket();
    expect((await call(`POST ${tickets}`, { path, body: { ...ticket, ...members } })).status).toBe(400);
    const whole = { path, body: { ...ticket, ...members } };
    expect((await call(`PUT ${tickets}/{ticketId}`, whole)).status).toBe(400);
  });

  it.each([
    ["another key", { body: { ...project, key: "help" } }],
    ["no JSON", { body: "{" }],
    ["another media type", { body: project, headers: { "content-type": "text/plain" } }],
    ["no body", {}],
  ])("refuses a project with %s", async (_, options) => {
    const call = await startHelpdesk();
    expect((await call("POST /projects", options)).status).toBe(400);
  });

  it.each(["", "another-key"])("serves nobody with the key %j", async (key) => {
    const { call, path } = await withTicket();
    const headers = { "x-api-key": key };
    expect((await call("GET /projects", { headers })).status).toBe(401);
    expect((await call(`DELETE ${tickets}/{ticketId}`, { path, headers })).status).toBe(401);
    expect((await call(`GET ${tickets}/{ticketId}`, { path })).status).toBe(200);
  });

  it("counts characters, not the units that they are encoded in", async () => {
    const call = await startHelpdesk();
    expect((await call("POST /projects", { body: { ...project, name: "😀".repeat(60) } })).status).toBe(201);
  });
});

import { describe, expect, it, onTestFinished } from "vitest";
import { start } from "../../examples/koa/server.js";
import { type Call, describedCalls } from "./described-calls.js";

const basic = (credentials: string) => `Basic ${Buffer.from(credentials).toString("base64")}`;
const usual = { authorization: basic("admin:key-of-the-test"), "x-tenant": "north" };

async function startUsers(): Promise<Call> {
  const { address, close } = await start({ key: "admin:key-of-the-test" });
  onTestFinished(() => close() as Promise<void>);
  return describedCalls(new URL("../../examples/koa/openapi.yaml", import.meta.url), address, {
    headers: usual,
  });
}

const { password, ...shown } = {
  name: "Ada",
  email: "ada@example.com",
  phone: null,
  credit: 0.01,
  born: "2000-02-29",
  password: "correct horse",
};
const user = { ...shown, password };
const one = "/users/{userId}";
const path = { userId: "0b7ae9e4-7d50-4f5b-9d52-5f24a8c0a7ce" };

describe("the users in Koa", () => {
  it("are created at an address that the header tells, and never show their password", async () => {
    const call = await startUsers();
    const created = await call("POST /users", { body: user });
    expect(created).toMatchObject({ status: 201, body: "" });
    const userId = created.headers.get("location")?.replace("/users/", "") ?? "";
    const { body } = await call(`GET ${one}`, { path: { userId } });
    expect(body).toEqual({ ...shown, active: true, id: userId, createdAt: expect.any(String) });
    expect((await call("POST /users", { body: user })).status).toBe(409);
    expect((await call("GET /users")).body).toEqual([body]);
  });

  it("are put where there is none, or in the place of another", async () => {
    const call = await startUsers();
    const created = await call(`PUT ${one}`, { path, body: user });
    expect(created).toMatchObject({ status: 201, body: "" });
    const replaced = await call(`PUT ${one}`, { path, body: { ...user, name: "Grace" } });
    expect(replaced).toMatchObject({ status: 200, body: { name: "Grace", id: path.userId } });
    const history = await call(`GET ${one}/history`, { path });
    expect(history.body).toMatchObject([
      { kind: "created", email: user.email },
      { kind: "replaced", members: ["name"] },
    ]);
    await call("POST /users", { body: { ...user, email: "other@example.com" } });
    const taken = { ...user, email: "other@example.com" };
    expect((await call(`PUT ${one}`, { path, body: taken })).status).toBe(409);
  });

  it("are deleted once", async () => {
    const call = await startUsers();
    await call(`PUT ${one}`, { path, body: user });
    expect((await call(`DELETE ${one}`, { path })).status).toBe(204);
    expect((await call(`DELETE ${one}`, { path })).status).toBe(404);
    expect((await call(`GET ${one}`, { path })).status).toBe(404);
    expect((await call(`GET ${one}/history`, { path })).status).toBe(404);
    expect((await call(`PUT ${one}`, { path, body: user })).status).toBe(201);
  });

  it("belong to a tenant", async () => {
    const call = await startUsers();
    const headers = { "x-tenant": "south" };
    await call(`PUT ${one}`, { path, body: user });
    expect((await call(`GET ${one}`, { path, headers })).status).toBe(404);
    expect((await call("GET /users", { headers })).body).toEqual([]);
    expect((await call("POST /users", { body: user, headers })).status).toBe(201);
    expect((await call("GET /users", { headers: { "x-tenant": "east" } })).status).toBe(400);
    expect((await call("GET /users", { headers: { "x-tenant": "" } })).status).toBe(400);
  });

  it.each([
    ["active=true", 1],
    ["active=false", 0],
    ["minCredit=0.01", 1],
    ["minCredit=10000", 0],
  ])("are listed with %s", async (query, count) => {
    const call = await startUsers();
    await call("POST /users", { body: user });
    expect((await call("GET /users", { query })).body).toHaveLength(count);
  });

  it.each(["active=perhaps", "minCredit=-1", "minCredit=10001", "minCredit=much"])(
    "are not listed with %s",
    async (query) => {
      const call = await startUsers();
      expect((await call("GET /users", { query })).status).toBe(400);
    },
  );

  it.each([
    ["no name", { name: undefined }],
    ["a long name", { name: "n".repeat(81) }],
    ["no email", { email: undefined }],
    ["an email without an address", { email: "ada" }],
    ["no password", { password: undefined }],
    ["a short password", { password: "1234567" }],
    ["a phone of letters", { phone: "none" }],
    ["no credit at all", { credit: 0 }],
    ["too much credit", { credit: 10_000.5 }],
    ["a credit as a text", { credit: "1" }],
    ["a birthday that there is not", { born: "2001-02-29" }],
    ["null for a name", { name: null }],
  ])("are refused with %s", async (_, members) => {
    const call = await startUsers();
    const body = { ...user, ...members };
    expect((await call("POST /users", { body })).status).toBe(400);
    expect((await call(`PUT ${one}`, { path, body })).status).toBe(400);
  });

  it.each([
    ["no JSON", { body: "{" }],
    ["a list", { body: [user] }],
    ["no body", {}],
    ["another media type", { body: user, headers: { "content-type": "text/plain" } }],
  ])("are not created from %s", async (_, options) => {
    const call = await startUsers();
    expect((await call("POST /users", options)).status).toBe(400);
  });

  it.each([
    ["none", ""],
    ["another password", basic("admin:another")],
    ["another name", basic("nobody:key-of-the-test")],
    ["characters after the right ones", `${usual.authorization}==`],
    ["another scheme", "Bearer key-of-the-test"],
  ])("are kept from callers with these credentials: %s", async (_, authorization) => {
    const call = await startUsers();
    expect((await call("GET /users", { headers: { authorization } })).status).toBe(401);
    expect((await call(`PUT ${one}`, { path, body: user, headers: { authorization } })).status).toBe(401);
  });

  it("have addresses with a UUID", async () => {
    const call = await startUsers();
    expect((await call(`GET ${one}`, { path: { userId: "7" } })).status).toBe(400);
  });
});

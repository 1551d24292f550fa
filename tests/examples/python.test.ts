import { type ChildProcess, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Call, describedCalls } from "./described-calls.js";

const folder = new URL("../../examples/python/", import.meta.url);
const file = new URL("openapi.json", folder);
let server: ChildProcess;
let address: string;
let call: Call;

beforeAll(async () => {
  const env = { ...process.env, PORT: "0", KEY: "key-of-the-test" };
  const stdio = ["ignore", "pipe", "inherit"] as const;
  server = spawn("python3", [new URL("server.py", folder).pathname], { env, stdio: [...stdio] });
  const [line] = await once(server.stdout as NonNullable<ChildProcess["stdout"]>, "data");
  address = String(line).trim();
  call = describedCalls(file, address, { query: "api_key=key-of-the-test" });
});
afterAll(async () => {
  server.kill();
  await once(server, "exit");
});

const recipe = {
  title: "Soup",
  servings: 4,
  course: "starter",
  tags: ["warm", "quick"],
  steps: ["Cut.", "Boil."],
  nutrition: { energy: 120.5, fat: 3 },
  amounts: { carrots: 5, salt: 0.5 },
};
const one = "/recipes/{recipe_id}";

async function addRecipe(members: object = {}): Promise<{ recipe_id: string }> {
  const { body } = await call("POST /recipes", { body: { ...recipe, ...members } });
  return { recipe_id: body.id as string };
}

describe("the recipes in Python", () => {
  it("are served with the file in their folder", async () => {
    expect(await (await fetch(`${address}/openapi.json`)).json()).toEqual(
      (await import(file.href, { with: { type: "json" } })).default,
    );
  });

  it("are created without members that are unknown, read, and changed", async () => {
    const created = await call("POST /recipes", { body: { ...recipe, colour: "red" } });
    const own = { id: expect.any(String), created_at: expect.any(String), vegan: false };
    expect(created).toMatchObject({ status: 201 });
    expect(created.body).toEqual({ ...recipe, ...own });
    const path = { recipe_id: created.body.id as string };
    expect((await call(`GET ${one}`, { path })).body).toEqual(created.body);
    const changed = await call(`PATCH ${one}`, { path, body: { vegan: true, amounts: { leek: 1 } } });
    expect(changed.body).toEqual({ ...created.body, vegan: true, amounts: { leek: 1 } });
    expect((await call(`PATCH ${one}`, { path, body: {} })).body).toEqual(changed.body);
  });

  it("are gone once they are deleted", async () => {
    const path = await addRecipe({ tags: ["gone"] });
    expect((await call(`DELETE ${one}`, { path })).status).toBe(200);
    expect((await call(`GET ${one}`, { path })).status).toBe(410);
    expect((await call(`DELETE ${one}`, { path })).status).toBe(410);
    expect((await call(`PATCH ${one}`, { path, body: {} })).status).toBe(410);
    expect((await call("GET /recipes", { query: "tag=gone" })).body).toEqual([]);
    expect((await call(`GET ${one}`, { path: { recipe_id: "none" } })).status).toBe(404);
  });

  it.each([
    ["skip=0", 3],
    ["tag=second", 1],
    ["limit=2", 2],
    ["skip=1&limit=5.0", 2],
    ["vegan=true", 1],
    ["vegan=0", 2],
  ])("are listed with %s", async (query, count) => {
    const tag = `listed-${randomInt(1e9)}`;
    await addRecipe({ tags: [tag], vegan: true });
    await addRecipe({ tags: [tag, "second"] });
    await addRecipe({ tags: [tag] });
    expect((await call("GET /recipes", { query: `tag=${tag}&${query}` })).body).toHaveLength(count);
  });

  it.each(["limit=0", "limit=101", "limit=abc", "limit=1.5", "skip=-1", "vegan=perhaps"])(
    "are not listed with %s",
    async (query) => {
      const { status, body } = await call("GET /recipes", { query });
      expect({ status, loc: body.detail[0].loc }).toEqual({
        status: 422,
        loc: ["query", query.split("=")[0]],
      });
    },
  );

  it("have photos a little after these were accepted", async () => {
    const path = await addRecipe();
    const accepted = await call(`POST ${one}/photos`, { path, body: { name: "soup.jpg", width: 640 } });
    expect(accepted.status).toBe(202);
    const photo = { ...path, photo_id: accepted.body.id as string };
    expect(accepted.headers.get("location")).toBe(`/recipes/${path.recipe_id}/photos/${photo.photo_id}`);
    const read = () => call(`GET ${one}/photos/{photo_id}`, { path: photo });
    expect([404, 200]).toContain((await read()).status);
    await expect.poll(async () => (await read()).status).toBe(200);
    const found = await read();
    expect(found.body).toEqual({ id: photo.photo_id, name: "soup.jpg", width: 640 });
    expect((await call(`GET ${one}/photos`, { path })).body).toEqual([found.body]);
  });

  it.each([
    ["no title", { title: undefined }, ["title"]],
    ["a long title", { title: "n".repeat(81) }, ["title"]],
    ["half a serving", { servings: 1.5 }, ["servings"]],
    ["a truth for a number", { servings: true }, ["servings"]],
    ["too many servings", { servings: 51 }, ["servings"]],
    ["another course", { course: "snack" }, ["course"]],
    ["no steps", { steps: [] }, ["steps"]],
    ["too many steps", { steps: Array(21).fill("Wait.") }, ["steps"]],
    ["an empty step", { steps: ["Cut.", ""] }, ["steps", 1]],
    ["a tag twice", { tags: ["warm", "warm"] }, ["tags"]],
    ["no energy", { nutrition: { fat: 1 } }, ["nutrition", "energy"]],
    ["too little of something", { amounts: { salt: -1 } }, ["amounts", "salt"]],
    ["null for a truth", { vegan: null }, ["vegan"]],
  ])("are refused with %s", async (_, members, loc) => {
    const { status, body } = await call("POST /recipes", { body: { ...recipe, ...members } });
    expect({ status, loc: body.detail[0].loc }).toEqual({ status: 422, loc: ["body", ...loc] });
  });

  it.each([
    ["no JSON", { body: "{" }],
    ["a number that is none in JSON", { body: '{"title":NaN}' }],
    ["arrays in arrays without end", { body: "[".repeat(100_000) }],
    ["a list", { body: [recipe] }],
    ["no body", {}],
    ["another media type", { body: recipe, headers: { "content-type": "text/plain" } }],
  ])("are refused for %s", async (_, options) => {
    expect((await call("POST /recipes", options)).status).toBe(422);
  });

  it.each([
    ["no key", "", {}, 401],
    ["another key", "api_key=another", {}, 401],
    ["another key in a cookie", "", { cookie: "api_key=another" }, 401],
    ["the key in a cookie", "", { cookie: "theme=dark; api_key=key-of-the-test" }, 200],
  ])("are asked for with %s", async (_, query, headers, status) => {
    const keyless = describedCalls(file, address, { query });
    expect((await keyless("GET /recipes", { headers })).status).toBe(status);
  });
});

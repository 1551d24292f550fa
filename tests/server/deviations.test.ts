import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import {
  alternatives,
  applyOperators,
  areCompatible,
  conforming,
  mutants,
  needs,
  type Operator,
  variants,
} from "../../src/server/index.js";
import { deviationOf, key } from "../servers/judging.js";
import { type Client, petsOf, startClient } from "./reference-server-client.js";

const startDeviating = (deviation: Operator): Promise<Client> =>
  startClient({ handlers: applyOperators(conforming(), [deviation]) });
const rex = '{"name":"Rex","categoryId":1}';
const withoutKey = { headers: { "content-type": "application/json" } };

/** What a request is answered: a path to get, or a body to create; with the key, or without. */
async function statusOf(client: Client, request: string): Promise<number> {
  const [, text = "", mark] = /^(.*?)( without key)?$/.exec(request) ?? [];
  const [method, path, body] = text.startsWith("{")
    ? (["POST", "/pets", text] as const)
    : (["GET", text] as const);
  if (mark !== undefined)
    return (await client.send(method, path, { ...withoutKey, ...(body && { body }) })).status;
  return (body === undefined ? await client.get(path) : await client.create(body)).status;
}

describe("a mutant deviates in one decision only", () => {
  it.each<readonly [mutant: string, expected: Readonly<Record<string, number>>]>([
    ["limit-101-obeyed", { "/pets?limit=101": 200, "/pets?limit=102": 400, "/pets?status=gone": 400 }],
    [
      "missing-name-accepted",
      { '{"categoryId":1}': 201, '{"name":7,"categoryId":1}': 400, '{"name":"Rex"}': 400 },
    ],
    ["unknown-category-conflicts", { '{"name":"Rex","categoryId":2}': 409, [rex]: 201 }],
    ["animal-looked-up-before-the-key", { "/pets/5 without key": 404, "/pets without key": 401 }],
    ["no-authentication-on-listpets", { "/pets without key": 200, "/pets/1 without key": 401 }],
  ])("%s", async (mutant, expected) => {
    const client = await startDeviating(deviationOf(mutant));
    const statuses: Record<string, number> = {};
    for (const request of Object.keys(expected)) statuses[request] = await statusOf(client, request);
    expect(statuses).toEqual(expected);
  });

  it.each([
    ["limit-off-by-one", [rex, rex], "/pets?limit=1", 2],
    [
      "limit-before-filter",
      [rex, '{"name":"Rex","categoryId":1,"status":"sold"}'],
      "/pets?limit=1&status=sold",
      0,
    ],
    ["stored-although-unauthorized", [`${rex} without key`], "/pets", 1],
  ])("%s, seen in a list", async (mutant, creations, path, count) => {
    const client = await startDeviating(deviationOf(mutant));
    for (const creation of creations) await statusOf(client, creation);
    expect(petsOf(await client.get(path))).toHaveLength(count);
  });
});

describe("the tables of mutants and variants", () => {
  it("override something with every row, and name each other rightly", () => {
    const idle = [...mutants, ...variants].filter(
      ([, operator]) => Object.keys(operator(conforming())).length === 0,
    );
    expect(idle).toEqual([]);
    const named = [...alternatives.flat(), ...Object.keys(needs)];
    expect(named.filter((name) => !variants.has(name))).toEqual([]);
  });

  it.each([
    ["newest-first", "ids-negative", true],
    ["newest-first", "by-name", false],
    ["compressed", "headers-of-its-own", true],
    ["categories-of-seven", "500-animals-before", false],
    ["500-animals-before", "categories-of-seven", false],
  ])("know whether %s and %s are compatible: %s", (left, right, expected) => {
    expect(areCompatible(left, right)).toBe(expected);
  });

  it("are applied one after the other", async () => {
    const names = ["20-animals-before", "newest-first", "more-members-in-animals"];
    const client = await startDeviating(deviationOf(...names));
    const [first] = petsOf(await client.get("/pets?limit=1"));
    expect(first).toMatchObject({ id: 20n, photoUrls: expect.anything() });
  });
});

describe("handlers may also bring about", () => {
  it("another base address", async () => {
    const client = await startDeviating(deviationOf("mounted-at-v2"));
    expect(client.url.endsWith("/v2")).toBe(true);
    expect((await client.get("/pets")).status).toBe(200);
  });

  it("another operation, which needs the key as well", async () => {
    const client = await startDeviating(() => ({
      answerOtherOperation: ({ method, path }) =>
        method === "GET" && path === "/v1/store/orders"
          ? { kind: "answered", status: 200, body: [] }
          : undefined,
    }));
    expect(await client.get("/store/orders")).toMatchObject({ status: 200, body: [] });
    expect(await statusOf(client, "/store/orders without key")).toBe(404);
    expect(await statusOf(client, "/store/other")).toBe(404);
  });

  it("activity beside the requests, which ends with the server", async () => {
    let ticks = 0;
    const client = await startDeviating(() => ({
      startBackground(store) {
        const timer = setInterval(() => {
          ticks += 1;
          store.put({ id: BigInt(ticks), name: "Stray", categoryId: 1n, status: "sold" });
        }, 10);
        return () => clearInterval(timer);
      },
    }));
    await expect
      .poll(async () => petsOf(await client.get("/pets?status=sold")).length, { timeout: 30_000 })
      .toBeGreaterThan(1);
    await client.close();
    const atTheEnd = ticks;
    await delay(40);
    expect(ticks).toBe(atTheEnd);
  });

  it.each([
    ["whole", { kind: "whole" }, /Content-Length: 54\r\n[\s\S]*\r\n\r\n\[\{"id":1,.*\}\]$/],
    [
      "in chunks",
      { kind: "chunked", bytes: 30, pause: 1 },
      /Transfer-Encoding: chunked\r\n\r\n1e\r\n\[\{"id":1,[\s\S]*\r\n0\r\n\r\n$/,
    ],
    ["cut short", { kind: "cut-short", afterBytes: 5 }, /Content-Length: 54\r\n[\s\S]*\r\n\r\n\[\{"id$/],
    ["not at all", { kind: "dropped" }, /^$/],
  ] as const)("a reply that goes over the wire %s", async (_how, transmission, received) => {
    const client = await startDeviating(() => ({
      seed: () => [{ id: 1n, name: "Rex", categoryId: 1n, status: "sold" }],
      finish: (reply) => ({ ...reply, transmission }),
    }));
    const head = `GET /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}`;
    expect(await client.converse(`${head}\r\n\r\n`)).toMatch(received);
  });
});

import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { conforming, mutants, type Operator } from "../../src/reference/index.js";
import { type Client, key, membersOf, petsOf, startClient } from "./reference-server-client.js";

const startDeviating = (deviation: Operator): Promise<Client> => {
  const handlers = conforming();
  return startClient({ handlers: { ...handlers, ...deviation(handlers) } });
};
const rex = '{"name":"Rex","categoryId":1}';
const withoutKey = { headers: { "content-type": "application/json" } };

/** The statuses of these requests, in order: a path to get, or a body to create; with the key, or without. */
async function statusesOf(client: Client, requests: readonly string[]): Promise<readonly number[]> {
  const statuses: number[] = [];
  for (const request of requests) {
    const [, text = "", mark] = /^(.*?)( without key)?$/.exec(request) ?? [];
    const options = mark === undefined ? {} : withoutKey;
    const answer = text.startsWith("{")
      ? await (mark === undefined
          ? client.create(text)
          : client.send("POST", "/pets", { ...options, body: text }))
      : await client.send("GET", text, options);
    statuses.push(answer.status);
  }
  return statuses;
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
    const client = await startDeviating(mutants.get(mutant)!);
    expect(await statusesOf(client, Object.keys(expected))).toEqual(Object.values(expected));
  });

  it("limit-off-by-one", async () => {
    const client = await startDeviating(mutants.get("limit-off-by-one")!);
    await statusesOf(client, [rex, rex]);
    expect(petsOf(await client.get("/pets?limit=1"))).toHaveLength(2);
    expect(await statusesOf(client, ["/pets?limit=101"])).toEqual([400]);
  });

  it("limit-before-filter", async () => {
    const client = await startDeviating(mutants.get("limit-before-filter")!);
    await statusesOf(client, [rex, '{"name":"Rex","categoryId":1,"status":"sold"}']);
    expect(petsOf(await client.get("/pets?limit=1&status=sold"))).toEqual([]);
  });

  it("stored-although-unauthorized", async () => {
    const client = await startDeviating(mutants.get("stored-although-unauthorized")!);
    expect(await statusesOf(client, [`${rex} without key`])).toEqual([401]);
    expect(petsOf(await client.get("/pets"))).toHaveLength(1);
  });
});

describe("handlers may also bring about", () => {
  it("an id that is given twice when two animals are added at once", async () => {
    const client = await startDeviating(() => {
      let last = 0n;
      return {
        async assignId() {
          const next = last + 1n;
          await delay(20);
          last = next;
          return next;
        },
      };
    });
    const [one, other] = await Promise.all([client.create(rex), client.create(rex)]);
    expect(one.body).toEqual(other.body);
    expect(membersOf(await client.create(rex))["id"]).toBe(2n);
  });

  it("another operation, which needs the key as well", async () => {
    const client = await startDeviating(() => ({
      answerOtherOperation: ({ method, path }) =>
        method === "GET" && path === "/v1/store/orders"
          ? { kind: "answered", status: 200, body: [] }
          : undefined,
    }));
    expect(await client.get("/store/orders")).toMatchObject({ status: 200, body: [] });
    expect((await client.send("GET", "/store/orders", withoutKey)).status).toBe(404);
    expect((await client.get("/store/other")).status).toBe(404);
  });

  it("every third request refused, before anything is done", async () => {
    const client = await startDeviating(() => ({
      answerEarly: ({ serial }) =>
        serial % 3 === 0 ? { kind: "refused", status: 503, reason: "Later." } : undefined,
    }));
    const statuses = [await client.create(rex), await client.create(rex), await client.create(rex)];
    expect(statuses.map(({ status }) => status)).toEqual([201, 201, 503]);
    expect(petsOf(await client.get("/pets"))).toHaveLength(2);
  });

  it("an animal that is shown a little later", async () => {
    const client = await startDeviating((c) => ({
      storePet: (pet, store) => void setTimeout(() => c.storePet(pet, store), 50),
    }));
    await client.create(rex);
    expect(petsOf(await client.get("/pets"))).toEqual([]);
    await delay(80);
    expect(petsOf(await client.get("/pets"))).toHaveLength(1);
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
    await delay(60);
    expect(petsOf(await client.get("/pets?status=sold")).length).toBeGreaterThan(1);
    await client.close();
    const atTheEnd = ticks;
    await delay(40);
    expect(ticks).toBe(atTheEnd);
  });

  it("a wrong content type, an absent challenge, a pretty print", async () => {
    const client = await startDeviating((c) => ({
      contentType: () => "text/plain",
      challenge: () => undefined,
      serialize: (body) => `\n ${c.serialize(body)}\n`,
    }));
    const answer = await client.send("GET", "/pets", withoutKey);
    expect(answer.headers["content-type"]).toBe("text/plain");
    expect(answer.headers).not.toHaveProperty("www-authenticate");
    expect(answer.headers["content-length"]).toBe(
      String(
        '\n {"code":"unauthorized","message":"The API key is missing or not valid.","status":401}\n'.length,
      ),
    );
  });
});

describe("a reply goes over the wire", () => {
  const ask = `GET /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n\r\n`;
  const seed = () => [{ id: 1n, name: "Rex", categoryId: 1n, status: "sold" as const }];

  it("whole, with its length", async () => {
    const client = await startClient({ handlers: { seed } });
    expect(await client.converse(ask)).toMatch(/Content-Length: 54\r\n[\s\S]*\r\n\r\n\[\{"id":1,.*\}\]$/);
  });

  it("in chunks", async () => {
    const client = await startDeviating(() => ({
      seed,
      finish: (reply) => ({ ...reply, transmission: { kind: "chunked", bytes: 30, pause: 1 } }),
    }));
    expect(await client.converse(ask)).toMatch(/Transfer-Encoding: chunked\r\n\r\n1e\r\n\[\{"id":1,/);
    expect(petsOf(await client.get("/pets"))).toHaveLength(1);
  });

  it("cut short", async () => {
    const client = await startDeviating(() => ({
      seed,
      finish: (reply) => ({ ...reply, transmission: { kind: "cut-short", afterBytes: 5 } }),
    }));
    expect(await client.converse(ask)).toMatch(/Content-Length: 54\r\n[\s\S]*\r\n\r\n\[\{"id$/);
  });

  it("not at all", async () => {
    const client = await startDeviating(() => ({
      finish: (reply) => ({ ...reply, transmission: { kind: "dropped" } }),
    }));
    expect(await client.converse(ask)).toBe("");
  });
});

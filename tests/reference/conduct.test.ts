import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type Deviation, letterPerfect } from "../../src/reference/index.js";
import { type Client, isError, key, membersOf, petsOf, startClient } from "./reference-server-client.js";

const startDeviating = (deviation: Deviation): Promise<Client> => {
  const conduct = letterPerfect();
  return startClient({ conduct: { ...conduct, ...deviation(conduct) } });
};
const rex = '{"name":"Rex","categoryId":1}';
const withoutKey = { headers: { "content-type": "application/json" } };

describe("a conduct deviates in one decision only", () => {
  it("a limit that is off by one", async () => {
    const client = await startDeviating((c) => ({ pageSize: (limit) => c.pageSize(limit) + 1 }));
    await client.create(rex);
    await client.create(rex);
    expect(petsOf(await client.get("/pets?limit=1"))).toHaveLength(2);
    expect(isError(await client.get("/pets?limit=101"), 400)).toBe(true);
  });

  it("a limit above the maximum that is obeyed", async () => {
    const client = await startDeviating(() => ({ checkLimit: () => undefined }));
    expect((await client.get("/pets?limit=101")).status).toBe(200);
    expect(isError(await client.get("/pets?status=gone"), 400)).toBe(true);
  });

  it("limiting before filtering", async () => {
    const client = await startDeviating((c) => ({
      selectPets: (store) => c.selectPets(store, undefined),
      revisePage: (page, { status }) => page.filter((pet) => status === undefined || pet.status === status),
    }));
    await client.create(rex);
    await client.create('{"name":"Rex","categoryId":1,"status":"sold"}');
    expect(petsOf(await client.get("/pets?limit=1&status=sold"))).toEqual([]);
  });

  it("a missing name that is accepted", async () => {
    const client = await startDeviating(() => ({ checkNameIsPresent: () => undefined }));
    expect(await client.create('{"categoryId":1}')).toMatchObject({ status: 201, body: { name: null } });
    expect(isError(await client.create('{"name":7,"categoryId":1}'), 400)).toBe(true);
    expect(isError(await client.create('{"name":"Rex"}'), 400)).toBe(true);
  });

  it("a category that must be known, refused with 422", async () => {
    const client = await startDeviating((c) => ({
      checkFurther: (body) => (body["categoryId"] === 1n ? undefined : "the category is unknown"),
      statusCode: (outcome) =>
        outcome.kind === "invalid-body" && outcome.check === "checkFurther" ? 422 : c.statusCode(outcome),
    }));
    expect(isError(await client.create('{"name":"Rex","categoryId":2}'), 422)).toBe(true);
    expect((await client.create(rex)).status).toBe(201);
  });

  it("404 before 401", async () => {
    const client = await startDeviating((c) => ({
      async refuseUnauthorized(perform) {
        const outcome = await perform();
        return outcome.kind === "no-such-animal" ? outcome : c.refuseUnauthorized(perform);
      },
    }));
    expect(isError(await client.send("GET", "/pets/5", withoutKey), 404)).toBe(true);
    expect(isError(await client.send("GET", "/pets", withoutKey), 401)).toBe(true);
  });

  it("an animal that is added although the answer is 401", async () => {
    const client = await startDeviating((c) => ({
      refuseUnauthorized: (perform) => perform().then(() => c.refuseUnauthorized(perform)),
    }));
    expect(isError(await client.send("POST", "/pets", { ...withoutKey, body: rex }), 401)).toBe(true);
    expect(petsOf(await client.get("/pets"))).toHaveLength(1);
  });

  it("an operation that needs no key", async () => {
    const client = await startDeviating((c) => ({
      authenticate: (credential, key, request) =>
        request.operationId === "listPets" || c.authenticate(credential, key, request),
    }));
    expect((await client.send("GET", "/pets", withoutKey)).status).toBe(200);
    expect((await client.send("GET", "/pets/1", withoutKey)).status).toBe(401);
  });

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
    const client = await startClient({ conduct: { seed } });
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

import { describe, expect, it } from "vitest";
import type { Pet } from "../../src/reference/index.js";
import { contract, isError, startClient } from "./reference-server-client.js";

const pet = (id: bigint): Pet => ({ id, name: `Pet ${id}`, categoryId: id, status: "pending" });
const ids = [1n, 0n, -5n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
const startWithSome = () => startClient({ handlers: { seed: () => ids.map(pet) } });

describe("getPet", () => {
  it.each(ids)("finds animal %i, exactly", async (id) => {
    const client = await startWithSome();
    expect(await client.get(`/pets/${id}`)).toMatchObject({
      status: 200,
      body: { id, name: `Pet ${id}`, categoryId: id, status: "pending" },
    });
  });

  it.each([2n, 2n ** 53n + 2n, 2n ** 53n - 1n, 2n ** 63n - 2n, -(2n ** 63n) + 1n])(
    "answers 404 and an Error for animal %i, which does not exist",
    async (id) => {
      const client = await startWithSome();
      expect(isError(await client.get(`/pets/${id}`), 404)).toBe(true);
    },
  );

  it.each([
    "9223372036854775808",
    "-9223372036854775809",
    "18446744073709551617",
    "1".repeat(5000),
    "abc",
    "1.5",
    "1.0",
    "1e0",
    "0x1",
    "01",
    "+1",
    "-0",
    "--5",
    "%2B1",
    "%201",
    "1%20",
    "%zz",
    "1%00",
    "%C2%A01",
    "1;v=2",
    "null",
    "__proto__",
    "%D9%A1",
  ])("answers 404 and an Error for %s, which is no identifier", async (petId) => {
    const client = await startWithSome();
    expect(isError(await client.get(`/pets/${petId}`), 404)).toBe(true);
  });

  it("takes percent-encoded digits for what they stand for", async () => {
    const client = await startWithSome();
    expect((await client.get("/pets/%2d%35")).body).toMatchObject({ id: -5n });
  });

  it("says since when it is deprecated, when it goes and what replaces it", async () => {
    const client = await startWithSome();
    expect((await client.get("/pets/1")).headers).toMatchObject({
      deprecation: "@1735689600",
      sunset: "Thu, 05 Dec 2030 23:59:59 GMT",
      link: '</v1/pets>; rel="successor-version"',
    });
  });

  it("says so with getPet only", async () => {
    const client = await startWithSome();
    expect((await client.get("/pets")).headers).not.toHaveProperty("deprecation");
    expect((await client.get("/pets")).headers).not.toHaveProperty("sunset");
  });

  it.each([
    ["2030-12-05T23:59:59.999Z", 200],
    ["2030-12-06T00:00:00.000Z", 404],
  ])("at %s answers %i, being removed on 5 December 2030", async (now, status) => {
    const client = await startClient({ handlers: { seed: () => [pet(1n)] }, now: () => new Date(now) });
    expect((await client.get("/pets/1")).status).toBe(status);
    expect((await client.get("/pets")).status).toBe(200);
  });

  it("reads the day of its removal from the contract", async () => {
    const client = await startClient({
      contract: { ...contract, removalDate: "2020-01-31" },
      handlers: { seed: () => [pet(1n)] },
    });
    expect(isError(await client.get("/pets/1"), 404)).toBe(true);
  });
});

describe("what the document does not have", () => {
  it.each(["/", "/pets/", "/pets/1/", "/pets/1/2", "/store/orders", "/Pets", "//pets", "/pets%2f1"])(
    "answers 404 and an Error at %s",
    async (path) => {
      const client = await startWithSome();
      expect(isError(await client.get(path), 404)).toBe(true);
    },
  );

  it.each(["/pets", "/v1pets", "/v2/pets", "/v1", "*", "/"])(
    "answers 404 to GET %s, outside the base address",
    async (path) => {
      const client = await startWithSome();
      expect(await client.converse(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)).toMatch(
        /^HTTP\/1\.1 404 Not Found\r\n[\s\S]*"status":404\}$/,
      );
    },
  );

  it.each([
    ["PUT", "/pets", "GET, POST"],
    ["DELETE", "/pets", "GET, POST"],
    ["DELETE", "/pets/1", "GET"],
    ["PATCH", "/pets/1", "GET"],
  ])("answers 405 and an Error to %s %s, and says what is allowed", async (method, path, allow) => {
    const client = await startWithSome();
    const answer = await client.send(method, path);
    expect(isError(answer, 405)).toBe(true);
    expect(answer.headers["allow"]).toBe(allow);
  });
});

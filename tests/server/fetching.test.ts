import { describe, expect, it } from "vitest";
import type { Pet } from "../../src/server/index.js";
import { contract } from "../servers/judging.js";
import { isError, startClient } from "./reference-server-client.js";

const pet = (id: bigint): Pet => ({ id, name: `Pet ${id}`, categoryId: id, status: "pending" });
const ids = [1n, 0n, -5n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
const startWithSome = () => startClient({ handlers: { seed: () => ids.map(pet) } });

describe("getPet", () => {
  it.each([...ids.map((id) => [`${id}`, id] as const), ["%2d%35", -5n] as const])(
    "finds animal %s, exactly",
    async (text, id) => {
      const client = await startWithSome();
      expect(await client.get(`/pets/${text}`)).toMatchObject({ status: 200, body: pet(id) });
    },
  );

  const missing = [
    2n,
    2n ** 53n + 2n,
    2n ** 53n - 1n,
    2n ** 63n - 2n,
    -(2n ** 63n) + 1n,
    2n ** 63n,
    2n ** 64n + 1n,
  ];
  const edgeCase =
    "-9223372036854775809 abc 1.5 1.0 1e0 0x1 01 +1 -0 --5 %2B1 %201 1%20 %zz 1%00 %C2%A01 1;v=2 null %D9%A1";
  it.each([...missing.map(String), ...edgeCase.split(" "), "1".repeat(5000), "__proto__"])(
    "answers 404 and an Error for %s, which is no identifier of an animal",
    async (petId) => {
      const client = await startWithSome();
      expect(isError(await client.get(`/pets/${petId}`), 404)).toBe(true);
    },
  );

  it("alone says since when it is deprecated, when it goes and what replaces it", async () => {
    const client = await startWithSome();
    expect((await client.get("/pets/1")).headers).toMatchObject({
      deprecation: "@1735689600",
      sunset: "Thu, 05 Dec 2030 23:59:59 GMT",
      link: '</v1/pets>; rel="successor-version"',
    });
    const { headers } = await client.get("/pets");
    expect(Object.keys(headers).filter((name) => /^(deprecation|sunset|link)$/.test(name))).toEqual([]);
  });

  it.each([
    ["2030-12-05T23:59:59.999Z", "2030-12-05", 200],
    ["2030-12-06T00:00:00.000Z", "2030-12-05", 404],
    ["2030-12-05T00:00:00.000Z", "2020-01-31", 404],
  ])("at %s, being removed on %s, answers %i", async (now, removalDate, status) => {
    const client = await startClient({
      contract: { ...contract, removalDate },
      handlers: { seed: () => [pet(1n)] },
      now: () => new Date(now),
    });
    expect((await client.get("/pets/1")).status).toBe(status);
    expect((await client.get("/pets")).status).toBe(200);
  });
});

describe("what the document does not have", () => {
  it.each(["/", "/pets/", "/pets/1/", "/pets/1/2", "/store/orders", "/Pets", "//pets", "/pets%2f1"])(
    "is answered 404 and an Error: %s",
    async (path) => {
      const client = await startWithSome();
      expect(isError(await client.get(path), 404)).toBe(true);
    },
  );

  it.each(["/pets", "/v1pets", "/v2/pets", "/v1", "*", "/"])(
    "is answered 404 outside the base address: %s",
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
    ["PATCH", "/pets/1", "GET"],
  ])("is answered 405 and an Error that says what is allowed: %s %s", async (method, path, allow) => {
    const client = await startWithSome();
    const answer = await client.send(method, path);
    expect(isError(answer, 405)).toBe(true);
    expect(answer.headers["allow"]).toBe(allow);
  });
});

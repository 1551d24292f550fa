import { describe, expect, it } from "vitest";
import { key } from "../servers/judging.js";
import { isError, petsOf, startClient } from "./reference-server-client.js";

const statuses = ["available", "pending", "sold"] as const;

/** 150 animals, 50 of each status, with ids 1 to 150. */
const startWithMany = () =>
  startClient({
    handlers: {
      seed: () =>
        Array.from({ length: 150 }, (_, index) => ({
          id: BigInt(index + 1),
          name: `Pet ${index + 1}`,
          categoryId: 7n,
          status: statuses[index % 3],
        })),
    },
  });

describe("listPets", () => {
  it("answers an empty array while there is no animal", async () => {
    const answer = await (await startClient()).get("/pets");
    expect(answer).toMatchObject({ status: 200, body: [] });
    expect(answer.headers["content-type"]).toBe("application/json");
  });

  it("answers the animals in the order of their creation, with all their fields", async () => {
    const client = await startWithMany();
    expect(petsOf(await client.get("/pets?limit=2"))).toEqual([
      { id: 1n, name: "Pet 1", categoryId: 7n, status: "available" },
      { id: 2n, name: "Pet 2", categoryId: 7n, status: "pending" },
    ]);
  });

  it.each([
    ["", 20],
    ["limit=1", 1],
    ["limit=99", 99],
    ["limit=100", 100],
    ["%6cimit=%33", 3],
    ["offset=5&limit[]=3&__proto__=1&constructor=2&%zz", 20],
  ])("answers to the query %j %i animals", async (query, count) => {
    const client = await startWithMany();
    expect(petsOf(await client.get(`/pets?${query}`))).toHaveLength(count);
  });

  it.each(statuses)("filters by status=%s before it limits, and hides none", async (status) => {
    const client = await startWithMany();
    const [forty, all] = [
      petsOf(await client.get(`/pets?status=${status}&limit=40`)),
      petsOf(await client.get(`/pets?status=${status}&limit=100`)),
    ];
    expect([forty.length, all.length]).toEqual([40, 50]);
    expect(new Set(all.map((pet) => pet["status"]))).toEqual(new Set([status]));
  });

  const badLimits = ["0", "101", "-1", "abc", "1.5", "", "0x10", "1e1", "+5", "05", "5.0", "%205"];
  const badStatuses = ["gone", "Available", "", "sold,pending", "null"];
  it.each([
    ...badLimits.map((text) => `limit=${text}`),
    "limit=9223372036854775808",
    "limit=5&limit=5",
    ...badStatuses.map((text) => `status=${text}`),
    "status=sold&status=sold",
  ])("refuses %s with 400 and an Error", async (query) => {
    const client = await startWithMany();
    expect(isError(await client.get(`/pets?${query}`), 400)).toBe(true);
  });

  it("ignores a body", async () => {
    const client = await startWithMany();
    const answer = await client.converse(
      `GET /v1/pets?limit=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nContent-Length: 3\r\n\r\n{"x`,
    );
    expect(answer).toContain("HTTP/1.1 200 OK");
  });
});

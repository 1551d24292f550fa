import { describe, expect, it } from "vitest";
import type { Pet } from "../../src/reference/index.js";
import { isError, petsOf, startClient } from "./reference-server-client.js";

const statuses = ["available", "pending", "sold"] as const;

/** 150 animals, 50 of each status, with ids 1 to 150. */
const manyPets: readonly Pet[] = Array.from({ length: 150 }, (_, index) => ({
  id: BigInt(index + 1),
  name: `Pet ${index + 1}`,
  categoryId: 7n,
  status: statuses[index % 3],
}));

const startWithMany = () => startClient({ handlers: { seed: () => manyPets } });

describe("listPets", () => {
  it("answers an empty array while there is no animal", async () => {
    const client = await startClient();
    const answer = await client.get("/pets");
    expect(answer).toMatchObject({ status: 200, body: [] });
    expect(answer.headers["content-type"]).toBe("application/json");
  });

  it("answers 20 animals when no limit is given", async () => {
    const client = await startWithMany();
    expect(petsOf(await client.get("/pets"))).toHaveLength(20);
  });

  it.each([1, 2, 20, 99, 100])("answers as many as limit=%i asks for", async (limit) => {
    const client = await startWithMany();
    expect(petsOf(await client.get(`/pets?limit=${limit}`))).toHaveLength(limit);
  });

  it("answers the animals in the order of their creation, with all their fields", async () => {
    const client = await startWithMany();
    expect(petsOf(await client.get("/pets?limit=2"))).toEqual([
      { id: 1n, name: "Pet 1", categoryId: 7n, status: "available" },
      { id: 2n, name: "Pet 2", categoryId: 7n, status: "pending" },
    ]);
  });

  it.each(statuses)("filters by status=%s before it limits", async (status) => {
    const client = await startWithMany();
    const pets = petsOf(await client.get(`/pets?status=${status}&limit=40`));
    expect(pets.map((pet) => pet["status"])).toEqual(Array.from({ length: 40 }, () => status));
  });

  it("shows every animal of a status when the page is not full", async () => {
    const client = await startWithMany();
    expect(petsOf(await client.get("/pets?status=sold&limit=100"))).toHaveLength(50);
  });

  it.each([
    "0",
    "101",
    "-1",
    "abc",
    "1.5",
    "",
    "0x10",
    "1e1",
    "+5",
    "05",
    "5.0",
    "9223372036854775808",
    "%205",
  ])("refuses limit=%s with 400 and an Error", async (limit) => {
    const client = await startWithMany();
    expect(isError(await client.get(`/pets?limit=${encodeURI(limit)}`), 400)).toBe(true);
  });

  it.each(["gone", "Available", "", "sold,pending", "null"])(
    "refuses status=%s with 400 and an Error",
    async (status) => {
      const client = await startWithMany();
      expect(isError(await client.get(`/pets?status=${status}`), 400)).toBe(true);
    },
  );

  it.each(["limit=1&limit=2", "limit=5&limit=5", "status=sold&status=sold"])(
    "refuses %s, which says it twice",
    async (query) => {
      const client = await startWithMany();
      expect(isError(await client.get(`/pets?${query}`), 400)).toBe(true);
    },
  );

  it("ignores parameters that the document does not have", async () => {
    const client = await startWithMany();
    const answer = await client.get("/pets?offset=5&limit[]=3&__proto__=1&constructor=2&%zz");
    expect(petsOf(answer)).toHaveLength(20);
  });

  it("decodes the names and values of parameters", async () => {
    const client = await startWithMany();
    expect(petsOf(await client.get("/pets?%6cimit=%33"))).toHaveLength(3);
  });

  it("ignores a body", async () => {
    const client = await startWithMany();
    const answer = await client.converse(
      `GET /v1/pets?limit=1 HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer Gk7-valid_Key.42\r\nContent-Length: 3\r\n\r\n{"x`,
    );
    expect(answer).toContain("HTTP/1.1 200 OK");
  });
});

import { describe, expect, it } from "vitest";
import { key } from "../servers/judging.js";
import { isError, membersOf, petsOf, startClient } from "./reference-server-client.js";

const bodyWith = (member: string, json: string): string =>
  JSON.stringify({ name: "Rex", categoryId: 1, [member]: "?" }).replace('"?"', json);

describe("createPet", () => {
  it("answers 201 with the fields sent and an id, and shows the same animal afterwards", async () => {
    const client = await startClient();
    const created = await client.create('{"name":"Rex","categoryId":3,"status":"sold"}');
    const { id } = membersOf(created);
    expect(created).toMatchObject({ status: 201, body: { id, name: "Rex", categoryId: 3n, status: "sold" } });
    expect(typeof id).toBe("bigint");
    expect((await client.get(`/pets/${id}`)).body).toEqual(created.body);
    expect((await client.get("/pets?status=sold")).body).toEqual([created.body]);
    expect((await client.get("/pets?status=pending")).body).toEqual([]);
  });

  it("gives ids that are positive int64, unique, and lost by a double", async () => {
    const client = await startClient();
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => client.create(bodyWith("name", '"Rex"'))),
    );
    const ids = answers.map((answer) => membersOf(answer)["id"]).filter((id) => typeof id === "bigint");
    expect(new Set(ids).size).toBe(200);
    expect(ids.filter((id) => id > 0n && id < 2n ** 63n)).toHaveLength(200);
    expect(ids.filter((id) => BigInt(Number(id)) !== id).length).toBeGreaterThan(190);
  });

  it.each([
    ["9223372036854775807", 2n ** 63n - 1n],
    ["-9223372036854775808", -(2n ** 63n)],
    ["9007199254740993", 2n ** 53n + 1n],
    ["1.0", 1n],
    ["1e3", 1000n],
    ["9223372036854775807.0", 2n ** 63n - 1n],
    ["-0", 0n],
  ])("keeps category %s to the last digit", async (text, categoryId) => {
    const client = await startClient();
    const created = await client.create(bodyWith("categoryId", text));
    expect(created).toMatchObject({ status: 201, body: { categoryId, status: "available" } });
    expect(petsOf(await client.get("/pets"))).toEqual([created.body]);
  });

  it.each([
    "",
    "   ",
    "é日本🐕",
    "a\u0000b",
    "<b>&amp;</b>",
    "x".repeat(100_000),
    "ﬁ",
    "__proto__",
    "\ud800",
  ])("keeps the name %j as it is", async (name) => {
    const client = await startClient();
    const created = membersOf(await client.create(bodyWith("name", JSON.stringify(name))));
    expect(created["name"]).toBe(name);
    expect(petsOf(await client.get("/pets"))[0]?.["name"]).toBe(name);
  });

  it("ignores fields that the document does not have, an id among them, and takes the last of two", async () => {
    const client = await startClient();
    const { id, ...rest } = membersOf(
      await client.create('{"id":5,"name":"A","name":"Rex","categoryId":1,"tag":"x","__proto__":{"a":1}}'),
    );
    expect(rest).toEqual({ name: "Rex", categoryId: 1n, status: "available" });
    expect(id).not.toBe(5n);
  });

  it.each([
    ...["null", "7", '["Rex"]', "{}", "true"].map((json) => bodyWith("name", json)),
    ...["null", '"1"', "true", "[1]", "1.5", "9007199254740992.5", "1e-3", "NaN", "01"].map((json) =>
      bodyWith("categoryId", json),
    ),
    ...["9223372036854775808", "-9223372036854775809", "1e400", "1e999999999"].map((json) =>
      bodyWith("categoryId", json),
    ),
    ...['"gone"', '"Sold"', "null", "1", "0,"].map((json) => bodyWith("status", json)),
    '{"categoryId":1}',
    '{"name":"Rex"}',
    '{"Name":"Rex","categoryId":1}',
    ...["{}", "[]", "null", '"Rex"', "7", "", " ", "{", "[".repeat(100_000)],
    '{"name":"Rex","categoryId":1}x',
    "{'name':'Rex','categoryId':1}",
    '{"name":"R\tx","categoryId":1}',
    '\ufeff{"name":"Rex","categoryId":1}',
    Buffer.from('{"name":"\xff","categoryId":1}', "latin1"),
  ])("refuses %j with 400 and an Error, and adds nothing", async (body) => {
    const client = await startClient();
    expect(isError(await client.create(body), 400)).toBe(true);
    expect((await client.get("/pets")).body).toEqual([]);
  });
});

describe("the content type of createPet", () => {
  const body = '{"name":"Rex","categoryId":1}';
  const length = `Content-Length: ${body.length}\r\n`;
  const post = (headers: string, text = body) =>
    `POST /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n${headers}\r\n${text}`;

  it.each([
    "",
    " ",
    "text/plain",
    "application/xml",
    "application/jsonx",
    "application/x-www-form-urlencoded",
  ])("is refused where it is %j", async (type) => {
    const client = await startClient();
    const answer = await client.converse(post(`Content-Type: ${type}\r\n${length}`));
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  });

  it("may not be missing", async () => {
    const answer = await (await startClient()).converse(post(length));
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\{"code":"invalid_body","message":".*","status":400\}$/);
  });

  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json ;a=b",
  ])("is accepted where it is %j, with a length or in chunks", async (type) => {
    const client = await startClient();
    const whole = await client.converse(post(`Content-Type: ${type}\r\n${length}`));
    const chunked = await client.converse(
      post(`Content-Type: ${type}\r\nTransfer-Encoding: chunked\r\n`, `1d\r\n${body}\r\n0\r\n\r\n`),
    );
    expect([whole, chunked].map((answer) => answer.slice(0, 20))).toEqual(
      Array(2).fill("HTTP/1.1 201 Created"),
    );
  });
});

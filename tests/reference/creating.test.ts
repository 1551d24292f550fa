import { describe, expect, it } from "vitest";
import { isError, key, membersOf, petsOf, startClient } from "./reference-server-client.js";

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

  it("makes an animal available when no status is given", async () => {
    const client = await startClient();
    expect(membersOf(await client.create('{"name":"Rex","categoryId":3}'))["status"]).toBe("available");
  });

  it("gives ids that are positive int64, unique, and lost by a double", async () => {
    const client = await startClient();
    const bodies = Array.from({ length: 200 }, (_, index) => `{"name":"Pet","categoryId":${index}}`);
    const answers = await Promise.all(bodies.map((body) => client.create(body)));
    const ids = answers.map((answer) => membersOf(answer)["id"]).filter((id) => typeof id === "bigint");
    expect(new Set(ids).size).toBe(200);
    expect(ids.filter((id) => id > 0n && id < 2n ** 63n)).toHaveLength(200);
    expect(ids.filter((id) => BigInt(Number(id)) !== id).length).toBeGreaterThan(190);
  });

  it.each(["9223372036854775807", "-9223372036854775808", "9007199254740993", "-9007199254740993", "0"])(
    "keeps category %s to the last digit",
    async (categoryId) => {
      const client = await startClient();
      const created = await client.create(`{"name":"Rex","categoryId":${categoryId}}`);
      expect(created).toMatchObject({ status: 201, body: { categoryId: BigInt(categoryId) } });
      expect(petsOf(await client.get("/pets"))).toEqual([created.body]);
    },
  );

  it.each([
    ["1.0", 1n],
    ["1e3", 1000n],
    ["9223372036854775807.0", 2n ** 63n - 1n],
    ["-0", 0n],
  ])("takes the category %s for the integer that it is", async (text, categoryId) => {
    const client = await startClient();
    expect(membersOf(await client.create(`{"name":"Rex","categoryId":${text}}`))["categoryId"]).toBe(
      categoryId,
    );
  });

  it.each([
    '{"categoryId":1}',
    '{"name":null,"categoryId":1}',
    '{"name":7,"categoryId":1}',
    '{"name":["Rex"],"categoryId":1}',
    '{"name":{},"categoryId":1}',
    '{"name":true,"categoryId":1}',
    '{"name":"Rex"}',
    '{"name":"Rex","categoryId":null}',
    '{"name":"Rex","categoryId":"1"}',
    '{"name":"Rex","categoryId":1.5}',
    '{"name":"Rex","categoryId":9007199254740992.5}',
    '{"name":"Rex","categoryId":1e-3}',
    '{"name":"Rex","categoryId":true}',
    '{"name":"Rex","categoryId":[1]}',
    '{"name":"Rex","categoryId":9223372036854775808}',
    '{"name":"Rex","categoryId":-9223372036854775809}',
    '{"name":"Rex","categoryId":1e400}',
    '{"name":"Rex","categoryId":1e999999999}',
    '{"name":"Rex","categoryId":1,"status":"gone"}',
    '{"name":"Rex","categoryId":1,"status":"Sold"}',
    '{"name":"Rex","categoryId":1,"status":null}',
    '{"name":"Rex","categoryId":1,"status":1}',
    '{"Name":"Rex","categoryId":1}',
    "{}",
    "[]",
    "null",
    '"Rex"',
    "7",
    "",
    " ",
    "{",
    '{"name":"Rex","categoryId":1,}',
    '{"name":"Rex","categoryId":01}',
    '{"name":"Rex","categoryId":1}x',
    "{'name':'Rex','categoryId':1}",
    '{"name":"R\tx","categoryId":1}',
    '\ufeff{"name":"Rex","categoryId":1}',
    '{"name":"Rex","categoryId":NaN}',
    "[".repeat(100_000),
  ])("refuses %j with 400 and an Error, and adds nothing", async (body) => {
    const client = await startClient();
    expect(isError(await client.create(body), 400)).toBe(true);
    expect((await client.get("/pets")).body).toEqual([]);
  });

  it("refuses bytes that are not UTF-8", async () => {
    const client = await startClient();
    const body = Buffer.concat([
      Buffer.from('{"name":"'),
      Buffer.from([0xff]),
      Buffer.from('","categoryId":1}'),
    ]);
    expect(isError(await client.create(body), 400)).toBe(true);
  });

  it.each(["", "   ", "é", "日本", "🐕", "a\u0000b", "<b>&amp;</b>", "x".repeat(100_000), "ﬁ", "__proto__"])(
    "keeps the name %j as it is",
    async (name) => {
      const client = await startClient();
      const created = membersOf(await client.create(JSON.stringify({ name, categoryId: 1 })));
      expect(created["name"]).toBe(name);
      expect(petsOf(await client.get("/pets"))[0]?.["name"]).toBe(name);
    },
  );

  it("accepts a lone surrogate, and answers it in valid JSON", async () => {
    const client = await startClient();
    expect(membersOf(await client.create('{"name":"\\ud800","categoryId":1}'))["name"]).toBe("\ud800");
  });

  it("ignores fields that the document does not have, an id among them", async () => {
    const client = await startClient();
    const { id, ...rest } = membersOf(
      await client.create('{"id":5,"name":"Rex","categoryId":1,"tag":"x","__proto__":{"a":1}}'),
    );
    expect(rest).toEqual({ name: "Rex", categoryId: 1n, status: "available" });
    expect(id).not.toBe(5n);
  });

  it("lets the last of duplicate keys win", async () => {
    const client = await startClient();
    expect(membersOf(await client.create('{"name":"A","name":"B","categoryId":1}'))["name"]).toBe("B");
  });

  it("accepts the same name twice", async () => {
    const client = await startClient();
    await client.create('{"name":"Rex","categoryId":1}');
    expect((await client.create('{"name":"Rex","categoryId":1}')).status).toBe(201);
  });
});

describe("the content type of createPet", () => {
  const body = '{"name":"Rex","categoryId":1}';
  const post = (headers: string) =>
    `POST /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

  it("refuses a body that really comes without Content-Type", async () => {
    const client = await startClient();
    const answer = await client.converse(post(""));
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\{"code":"invalid_body","message":".*","status":400\}$/);
  });

  it.each([
    "",
    " ",
    "text/plain",
    "application/xml",
    "application/jsonx",
    "application/x-www-form-urlencoded",
  ])("refuses the content type %j", async (contentType) => {
    const client = await startClient();
    expect(await client.converse(post(`Content-Type: ${contentType}\r\n`))).toMatch(/^HTTP\/1\.1 400 /);
  });

  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    "application/json ;a=b",
  ])("accepts the content type %j", async (contentType) => {
    const client = await startClient();
    expect(await client.converse(post(`Content-Type: ${contentType}\r\n`))).toMatch(
      /^HTTP\/1\.1 201 Created\r\n/,
    );
  });

  it("accepts a body in chunks", async () => {
    const client = await startClient();
    const answer = await client.converse(
      `POST /v1/pets HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n1d\r\n${body}\r\n0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
  });
});

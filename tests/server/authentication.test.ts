import { describe, expect, it } from "vitest";
import { key } from "../servers/judging.js";
import { isError, startClient } from "./reference-server-client.js";

const operations = [
  ["GET", "/pets"],
  ["POST", "/pets"],
  ["GET", "/pets/1"],
] as const;

describe.each(operations)("authentication of %s %s", (method, path) => {
  it.each([
    ["no header", undefined],
    ["an empty header", ""],
    ["the scheme alone", "Bearer"],
    ["the key without scheme", key],
    ["another scheme", `Basic ${key}`],
    ["a prefix of the key", `Bearer ${key.slice(0, -1)}`],
    ["a suffix of the key", `Bearer ${key.slice(1)}`],
    ["the key and more", `Bearer ${key}x`],
    ["the key in another case", `Bearer ${key.toLowerCase()}`],
    ["the key twice", `Bearer ${key} ${key}`],
    ["the key and a comma", `Bearer ${key},`],
  ])("refuses %s with 401 and an Error", async (_what, authorization) => {
    const client = await startClient();
    const headers = authorization === undefined ? {} : { authorization };
    const answer = await client.send(method, path, { headers });
    expect(isError(answer, 401)).toBe(true);
    expect(answer.headers["www-authenticate"]).toBe("Bearer");
  });

  it("accepts the scheme's name in any case, and blanks around the credential", async () => {
    const client = await startClient();
    const answer = await client.send(method, path, { headers: { authorization: `  bEARER   ${key} ` } });
    expect(answer.status).not.toBe(401);
  });
});

it.each([
  ["GET", "/pets?limit=0"],
  ["GET", "/pets?status=gone"],
  ["GET", "/pets/%zz"],
  ["GET", "/pets/9223372036854775808"],
  ["POST", "/pets", "{"],
  ["POST", "/pets", '{"name":"Rex","categoryId":1}'],
  ["POST", "/pets", "x".repeat(2 * 1024 * 1024)],
])(
  "a bad key is answered 401 whatever else is wrong, and adds nothing: %s %s (%#)",
  async (method, path, body?: string) => {
    const client = await startClient();
    const headers = { authorization: "Bearer no", "content-type": "application/json" };
    const answer = await client.send(method, path, { headers, ...(body === undefined ? {} : { body }) });
    expect(isError(answer, 401)).toBe(true);
    expect((await client.get("/pets")).body).toEqual([]);
  },
);

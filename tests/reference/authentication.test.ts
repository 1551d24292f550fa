import { describe, expect, it } from "vitest";
import { isError, key, startClient } from "./reference-server-client.js";

const operations = [
  ["GET", "/pets"],
  ["POST", "/pets"],
  ["GET", "/pets/1"],
] as const;

const badCredentials = {
  "no header": undefined,
  "an empty header": "",
  "the scheme alone": "Bearer",
  "the key without scheme": key,
  "another scheme": `Basic ${key}`,
  "a prefix of the key": `Bearer ${key.slice(0, -1)}`,
  "a suffix of the key": `Bearer ${key.slice(1)}`,
  "the key and more": `Bearer ${key}x`,
  "the key in another case": `Bearer ${key.toLowerCase()}`,
  "the key twice": `Bearer ${key} ${key}`,
  "the key and a comma": `Bearer ${key},`,
};

describe.each(operations)("authentication of %s %s", (method, path) => {
  it.each(Object.entries(badCredentials))(
    "refuses %s with 401 and an Error",
    async (_name, authorization) => {
      const client = await startClient();
      const answer = await client.send(method, path, {
        headers: authorization === undefined ? {} : { authorization },
      });
      expect(isError(answer, 401)).toBe(true);
      expect(answer.headers["www-authenticate"]).toBe("Bearer");
    },
  );

  it("accepts the scheme's name in any case, and blanks around the credential", async () => {
    const client = await startClient();
    const answer = await client.send(method, path, { headers: { authorization: `  bEARER   ${key} ` } });
    expect(answer.status).not.toBe(401);
  });
});

describe("a bad key", () => {
  it.each([
    ["GET", "/pets?limit=0"],
    ["GET", "/pets?status=gone"],
    ["GET", "/pets/abc"],
    ["GET", "/pets/%zz"],
    ["GET", "/pets/9223372036854775808"],
  ])("is answered 401 whatever else is wrong: %s %s", async (method, path) => {
    const client = await startClient();
    expect(isError(await client.send(method, path, { headers: { authorization: "Bearer no" } }), 401)).toBe(
      true,
    );
  });

  it.each(["", "{", "{}", "x".repeat(2 * 1024 * 1024)])(
    "is answered 401 whatever is wrong with the body (%#)",
    async (body) => {
      const client = await startClient();
      const answer = await client.send("POST", "/pets", { headers: { authorization: "Bearer no" }, body });
      expect(isError(answer, 401)).toBe(true);
    },
  );

  it("adds no animal", async () => {
    const client = await startClient();
    await client.send("POST", "/pets", {
      headers: { "content-type": "application/json" },
      body: '{"name":"Rex","categoryId":1}',
    });
    expect((await client.get("/pets")).body).toEqual([]);
  });
});

import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, judgeDescribed, lists } from "./described.js";

const key = "Qx7Wv-Zk3Jt.0123456789abcdef";
const thing = { type: "object", properties: { id: { type: "string" } } };
const description = describePaths(
  Object.fromEntries(
    ["things", "notes", "shops"].map((name) => [
      `/${name}`,
      { get: lists(`list-${name}`, thing, { 401: { description: "Not known" } }) },
    ]),
  ),
  {
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
    security: [{ token: [] }],
  },
);

/** The findings on a server that lets these in, by the value of `Authorization`. */
async function servedBy(
  isLetIn: (authorization: string, path: string) => boolean,
  given = key,
): Promise<readonly string[]> {
  const baseUrl = await startJsonServer(({ parts: [path = ""], headers }) =>
    isLetIn(headers.authorization ?? "", path) ? [200, []] : [401, {}, { "www-authenticate": "Bearer" }],
  );
  const report = await judgeDescribed(description, baseUrl, { key: given });
  return report.findings.map(({ requirement, actual }) => `${requirement}: ${actual}`);
}

const bearerOf = (authorization: string): string => /^Bearer (.*)$/.exec(authorization)?.[1] ?? "";

describe("a key that is nearly the good one", () => {
  it.each<[string, (authorization: string, path: string) => boolean]>([
    ["in letters of the other case", (each) => bearerOf(each).toLowerCase() === key.toLowerCase()],
    ["without its scheme", (each) => each === key || bearerOf(each) === key],
    ["behind another scheme", (each) => each.endsWith(` ${key}`)],
    [
      "behind Basic, at one operation",
      (each, path) => (path === "shops" ? / / : /^Bearer /).test(each) && each.endsWith(` ${key}`),
    ],
    ["with more behind it", (each) => bearerOf(each).startsWith(key)],
    ["with another last character", (each) => bearerOf(each).slice(0, -1) === key.slice(0, -1)],
    ["behind Token", (each) => /^(Bearer|Token) (.*)$/.exec(each)?.[2] === key],
    ["in quotation marks", (each) => bearerOf(each).replaceAll('"', "") === key],
    ["behind another word", (each) => each.split(" ").at(-1) === key && each.startsWith("Bearer ")],
    [
      "as the user of Basic",
      (each) => bearerOf(each) === key || each === `Basic ${Buffer.from(`${key}:`).toString("base64")}`,
    ],
  ])("is found that is served: %s", async (_, isLetIn) => {
    expect(await servedBy(isLetIn)).toEqual([expect.stringMatching(/credential: 200 with the good key, /)]);
  });

  it.each(["undefined", "null", "%"])("is no other than a key that means none: %s", async (word) => {
    const found = await servedBy((each) => bearerOf(each) === key || bearerOf(each) === word);
    expect(found).toEqual([expect.stringMatching(/credential: 200 with a wrong key$/)]);
  });

  it("is the same key to a server that decodes base64 where a character at its end is less than a byte", async () => {
    const given = "c2VjcmV0IGtleSBvZiBhIHN0b";
    const decode = (text: string): string =>
      /^[\w+/-]*$/.test(text) ? Buffer.from(text, "base64").toString("hex") : text;
    expect(await servedBy((each) => decode(bearerOf(each)) === decode(given), given)).toEqual([]);
  });

  it.each<[string, (authorization: string) => boolean]>([
    ["its scheme in any letters", (each) => /^bearer (.*)$/i.exec(each)?.[1] === key],
    ["blanks around it left out", (each) => bearerOf(each).trim() === key],
  ])("is no finding where an honest server has %s", async (_, isLetIn) => {
    expect(await servedBy(isLetIn)).toEqual([]);
  });
});

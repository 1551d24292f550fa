import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readReport, runOn, temporaryFolder } from "../cli/pedigree.js";
import { adds, idInPath, lists, reads, removes } from "../contracts/described.js";
import { type Asked, startJsonServer } from "../servers/json-server.js";

const schemes = {
  session: { type: "apiKey", in: "cookie", name: "sessionid" },
  user: { type: "http", scheme: "basic" },
  token: { type: "apiKey", in: "header", name: "X-Token" },
  bearer: { type: "http", scheme: "bearer" },
};

/** Where the key of a user may stand, as in these schemes. */
const isIn: Readonly<Record<string, (headers: Asked["headers"], key: string) => boolean>> = {
  session: ({ cookie }, key) => cookie === `sessionid=${key}`,
  user: ({ authorization }, key) => authorization === `Basic ${Buffer.from(key).toString("base64")}`,
  token: (headers, key) => headers["x-token"] === key,
  bearer: ({ authorization }, key) => authorization === `Bearer ${key}`,
};

interface Zones {
  /** The only scheme in which the server looks for the key; none where nobody is asked. */
  readonly looks?: string;
  readonly key: string;
  readonly offered?: readonly string[];
  /** Operations that serve everybody, also by the description. */
  readonly open?: RegExp;
  /** The schemes that the description has. */
  readonly named?: object;
}

const plain = "key-of-the-zones-77";
const user = "ada:secret-pass-9";

async function judgeZones(
  { looks = "", key, offered = Object.keys(schemes), open = /^$/, named = schemes }: Zones,
  flags: readonly string[] = [],
  api?: object,
) {
  const zones = new Map<string, object>();
  let created = 0;
  const target = await startJsonServer(
    ({ method, url, parts: [first, id = ""], headers, sent: { name } }) => {
      if (first === "login") return [200, { token: key }, { "set-cookie": `sessionid=${key}` }];
      const isLetIn = isIn[looks]?.(headers, key) ?? false;
      if (!isLetIn && !open.test(`${method} ${url}`))
        return [403, { detail: "Authentication credentials were not provided." }];
      const known = zones.get(id);
      if (id !== "" && known === undefined) return [404, {}];
      if (method === "DELETE") return [zones.delete(id) ? 204 : 404];
      if (method === "GET") return [200, known ?? [...zones.values()]];
      if (typeof name !== "string") return [400, {}];
      created += 1;
      zones.set(`${created}`, { id: `${created}`, name });
      return [201, zones.get(`${created}`)];
    },
  );
  const zone = {
    type: "object",
    required: ["id", "name"],
    properties: { id: { type: "string", readOnly: true }, name: { type: "string" } },
  };
  const no = { 403: { description: "No" } };
  const body = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const security = offered.map((name) => ({ [name]: [] }));
  const optional = { security: [...security, {}] };
  const description = {
    openapi: "3.1.0",
    info: { title: "Zones", version: "1" },
    ...(security.length === 0 ? {} : { security }),
    components: { securitySchemes: named },
    paths: {
      "/zones": {
        get: { ...lists("listZones", zone, no), ...(open.test("GET ") ? optional : {}) },
        post: adds("addZone", body, zone, no),
      },
      "/zones/{id}": {
        parameters: [idInPath("string")],
        get: { ...reads("getZone", zone, no), ...(open.test("GET ") ? optional : {}) },
        delete: removes("dropZone", no),
      },
    },
  };
  const folder = temporaryFolder();
  writeFileSync(join(folder, "zones.json"), JSON.stringify(description));
  if (api !== undefined) writeFileSync(join(folder, "zones.yaml"), JSON.stringify({ api }));
  const config = api === undefined ? [] : ["--config", "zones.yaml"];
  const ended = await runOn(target, ["-q", "--spec", "zones.json", ...config, ...flags], {
    directory: folder,
    environment: { PEDIGREE_API_KEY: api === undefined ? key : undefined },
  });
  return { ...ended, created };
}

it.each<[string, Zones, readonly string[], string]>([
  ["user and password go to the scheme basic", { looks: "user", key: user }, [], "user"],
  ["a plain key goes where the description names it first", { looks: "session", key: plain }, [], "session"],
  [
    "a plain key is not for the scheme basic",
    { looks: "token", key: plain, offered: ["user", "token"] },
    [],
    "token",
  ],
  [
    "a JSON web token goes to the scheme bearer",
    { looks: "bearer", key: "eyJhbGciOi.eyJzdWIi.c2lnbmF0dXJl" },
    [],
    "bearer",
  ],
  ["--scheme chooses", { looks: "token", key: plain }, ["--scheme", "token"], "token"],
])("of several security schemes, %s", async (_, zones, flags, scheme) => {
  const { exitCode, stdout, reports } = await judgeZones(zones, flags);
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`(security scheme ${scheme})`)]);
  expect(readReport(reports).target.scheme).toBe(scheme);
});

it("one security scheme is not named", async () => {
  const { exitCode, stdout } = await judgeZones({ looks: "user", key: user, offered: ["user"] });
  expect([exitCode, stdout]).toEqual([0, expect.not.stringContaining("security scheme")]);
});

it("a scheme that the description does not have is an error", async () => {
  const { exitCode, stderr } = await judgeZones({ key: plain }, ["--scheme", "tokn"]);
  expect([exitCode, stderr]).toEqual([
    2,
    expect.stringContaining("no security scheme tokn; did you mean token?"),
  ]);
});

it("a run in which every write was refused for want of a credential is inconclusive", async () => {
  const { exitCode, stdout, created } = await judgeZones({ looks: "bearer", key: plain, open: /^GET / });
  expect([exitCode, created]).toEqual([3, 0]);
  expect(stdout).toMatch(
    /every write was refused for want of a credential \(403 "Authentication credentials.*--scheme/,
  );
});

it("reads alone, with --read-only, conform", async () => {
  const zones = { looks: "bearer", key: plain, open: /^GET / };
  expect((await judgeZones(zones, ["--read-only"])).exitCode).toBe(0);
});

const login = { request: "POST /login", json: { user: "ada" } };
it.each<[string, string, Partial<Zones>, object, readonly string[]]>([
  ["the token of a login", "bearer", { named: {} }, { login: { ...login, token: "token" } }, []],
  ["the cookie of a login", "session", { named: {} }, { login: { ...login, cookie: "sessionid" } }, []],
  ["a token for the first scheme that takes one", "token", {}, { login: { ...login, token: "token" } }, []],
  ["a token for --scheme", "bearer", {}, { login: { ...login, token: "token" } }, ["--scheme", "bearer"]],
])(
  "where the description asks for no credential, %s goes with every request",
  async (_, looks, zones, api, flags) => {
    const { exitCode, created, stdout } = await judgeZones(
      { looks, key: plain, offered: [], ...zones },
      flags,
      api,
    );
    expect([exitCode, stdout]).toEqual([0, expect.any(String)]);
    expect(created).toBeGreaterThan(0);
  },
);

it("--scheme has the key sent where the description asks for none", async () => {
  const { exitCode, created } = await judgeZones({ looks: "token", key: plain, offered: [] }, [
    "--scheme",
    "token",
  ]);
  expect(created).toBeGreaterThan(0);
  expect(exitCode).toBe(0);
});

import { describe, expect, it } from "vitest";
import type { Report, RunOptions } from "../../src/engine/index.js";
import { startJsonServer } from "../servers/json-server.js";
import { adds, changes, describePaths, idInPath, json, judgeDescribed, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const texts = (...names: string[]) => Object.fromEntries(names.map((name) => [name, { type: "string" }]));
const user = { type: "object", required: ["userName", "motto"], properties: texts("userName", "motto") };
const created = {
  type: "object",
  properties: { ...texts("userName", "motto", "key"), owner: { type: "integer" } },
};

/** A link of the creation. */
type Link = Readonly<Record<string, unknown>>;
const byId = (userName: string): Link => ({ operationId: "getUser", parameters: { userName } });

/** A description of which no path says that what is posted is a user; and an item of another kind, which is somebody's. */
function describeUsers(links: Readonly<Record<string, Link>>) {
  const parameters = [{ name: "userName", in: "path", required: true, schema: { type: "string" } }];
  const added = { 201: { description: "Added", ...json(created), links } };
  return describePaths({
    "/members/new": { post: adds("join", user, created, added) },
    "/user/{userName}": {
      parameters,
      get: reads("getUser", user),
      put: changes("replaceUser", user, user),
      delete: removes("removeUser"),
    },
    "/owners/{id}": {
      parameters: [idInPath()],
      get: reads("getOwner", { type: "object", properties: texts("motto", "name") }),
      delete: removes("removeOwner"),
    },
  });
}

interface User {
  readonly userName: string;
  readonly motto: string;
}

/** What a server does in a way of its own. */
interface Ways {
  /** Under which word a user is kept. */
  readonly keyOf?: (user: User) => string;
  readonly created?: (user: User, key: string) => object | undefined;
  readonly shown?: (user: User) => object | undefined;
  readonly replace?: (user: User) => User;
  readonly staysOnDelete?: boolean;
}

async function judge(
  links: Readonly<Record<string, Link>>,
  ways: Ways = {},
  options: Partial<RunOptions> = {},
): Promise<{ readonly report: Report; readonly calls: readonly string[] }> {
  const { keyOf = ({ userName }) => userName, shown = (each) => each, replace = (each) => each } = ways;
  const { created: answerOf = (each: User, key: string): object => ({ ...each, key, owner: 7 }) } = ways;
  const users = new Map<string, User>();
  const calls: string[] = [];
  const origin = await startJsonServer(({ method, url, sent: { userName, motto } }) => {
    calls.push(`${method} ${url.slice("/v1".length).replace(/user\/.*/, "user/*")}`);
    if (url === "/v1/owners/7") return [200, { motto: "Mine", name: "Somebody" }];
    const key = decodeURIComponent(url.split("/").at(-1) ?? "");
    const known = users.get(key);
    if (method !== "POST" && known === undefined) return [404, {}];
    if (method === "DELETE") {
      if (ways.staysOnDelete !== true) users.delete(key);
      return [204];
    }
    if (method === "GET") {
      const user = known && shown(known);
      return user === undefined ? [404, {}] : [200, user];
    }
    if (typeof userName !== "string" || typeof motto !== "string") return [400, {}];
    const user = { userName, motto };
    if (method === "PUT") {
      users.set(key, replace(user));
      return [200, user];
    }
    const newKey = keyOf(user);
    users.set(newKey, user);
    return [201, answerOf(user, newKey) ?? {}, { location: `/v1/user/${encodeURIComponent(newKey)}` }];
  });
  const report = await judgeDescribed(describeUsers(links), `${origin}/v1`, options);
  return { report, calls };
}

const verdictsOf = ({ requirements }: Report): readonly string[] =>
  ["join: read back", "replaceUser: replaced", "removeUser: gone"].map(
    (name) => requirements.find(({ id }) => id === name)?.verdict ?? "none",
  );

let last = 0;
const numbered = (): string => {
  last += 1;
  return `u-${last}`;
};

describe("what is created is read, replaced and deleted where a link leads to it, which", () => {
  it.each<[string, Link, Ways?]>([
    ["names a member of the response", byId("$response.body#/userName")],
    ["names a member of the request", byId("$request.body#/userName"), { created: () => undefined }],
    ["names the header Location", byId("$response.header.Location"), { keyOf: numbered }],
    ["names a key of the server", byId("$response.body#/key"), { keyOf: numbered }],
    [
      "refers to the operation",
      {
        operationRef: "#/paths/~1user~1%7BuserName%7D/get",
        parameters: { "path.userName": "{$response.body#/userName}" },
      },
    ],
  ])("%s", async (_, link, ways) => {
    const { report } = await judge({ self: link }, ways);
    expect(failedIn(report)).toEqual([]);
    expect(verdictsOf(report)).toEqual(["passed", "passed", "passed"]);
  });
});

describe("a broken promise is found where a link leads:", () => {
  it.each<[string, Ways, string]>([
    ["to nothing", { shown: () => undefined }, "join: read back"],
    ["to something else", { shown: ({ userName }) => ({ userName, motto: "another" }) }, "join: read back"],
    [
      "to what is not replaced",
      { replace: (each) => ({ ...each, motto: "the old one" }) },
      "replaceUser: replaced",
    ],
    ["to what is not deleted", { staysOnDelete: true }, "removeUser: gone"],
  ])("%s", async (_, ways, requirement) => {
    const { report } = await judge({ self: byId("$response.body#/userName") }, ways);
    expect(failedIn(report)).toContain(requirement);
  });
});

describe("nothing is read back, and nothing of others is written to, where a link", () => {
  const owner = { operationId: "getOwner", parameters: { id: "$response.body#/owner" } };
  const missing = { operationId: "getNobody", parameters: { userName: "$response.body#/userName" } };
  it.each<[string, Readonly<Record<string, Link>>]>([
    ["is not there", {}],
    ["leads to nowhere", { self: missing }],
    ["has an expression that is none", { self: byId("userName") }],
    ["has a value that the response lacks", { self: byId("$response.body#/id") }],
    ["leads to the owner", { owner }],
    ["leads to the owner, and another to the user", { owner, self: byId("$response.body#/userName") }],
    ["leads to the owner, which may be deleted", { owner, remove: { ...owner, operationId: "removeOwner" } }],
  ])("%s", async (_, links) => {
    const { report, calls } = await judge(links);
    expect(failedIn(report)).toEqual([]);
    expect(calls.filter((call) => /^(PUT|DELETE)/.test(call))).toEqual([]);
  });
});

it("what cannot surely be deleted again is not created where that is asked", async () => {
  const self = byId("$response.body#/userName");
  const one = await judge({ self }, {}, { deletableOnly: true });
  expect(one.calls.filter((call) => !call.startsWith("GET"))).toEqual([]);
  const remove = { ...self, operationId: "removeUser" };
  const two = await judge({ self, remove }, {}, { deletableOnly: true });
  expect(verdictsOf(two.report)).toEqual(["passed", "passed", "passed"]);
});

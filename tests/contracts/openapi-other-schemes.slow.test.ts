import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { type Asked, startJsonServer } from "../servers/json-server.js";
import { adds, describePaths, idInPath, judgeDescribed, lists, reads, removes } from "./described.js";
import { failedIn } from "./deviations.js";

const key = "key-of-the-archive-77";
const schemes = {
  user: { type: "http", scheme: "bearer" },
  app: { type: "apiKey", in: "query", name: "api_key" },
  header: { type: "apiKey", in: "header", name: "X-Api-Key" },
  session: { type: "apiKey", in: "cookie", name: "sid" },
  login: { type: "http", scheme: "basic" },
  oauth: { type: "openIdConnect", openIdConnectUrl: "https://here.example" },
  proxied: { type: "apiKey", in: "header", name: "X-Forwarded-User" },
};

type Scheme = keyof typeof schemes;
/** Each is enough; of several in one, all are needed. */
type Alternatives = readonly (Scheme | readonly Scheme[])[];

/** What a request brings that may let it in. */
interface Brought {
  readonly authorization: string;
  readonly query: string | null;
  readonly header: string;
  readonly cookie: string;
}

/** Is such a request served? */
type Guard = (brought: Brought, asked: Pick<Asked, "method" | "url">) => boolean;

const honest: Guard = ({ authorization, query, header, cookie }) =>
  authorization === `Bearer ${key}` ||
  [query, header, cookie].some((each) => [key, `sid=${key}`].includes(`${each}`));

interface Judged {
  readonly report: Report;
  /** Requests with the right key, by where it stood. */
  readonly keyWasIn: ReadonlySet<string>;
  /** What headers were sent, in small letters. */
  readonly headers: ReadonlySet<string>;
}

async function judge(alternatives: Alternatives, guard: Guard): Promise<Judged> {
  const files = new Map<string, object>();
  const keyWasIn = new Set<string>();
  const headers = new Set<string>();
  let created = 1000;
  const baseUrl = await startJsonServer((asked) => {
    const of = (name: string): string => `${asked.headers[name] ?? ""}`;
    const brought = {
      authorization: of("authorization"),
      query: asked.query.get("api_key"),
      header: of("x-api-key"),
      cookie: of("cookie"),
    };
    for (const [place, value] of Object.entries(brought)) if (`${value}`.includes(key)) keyWasIn.add(place);
    for (const name of Object.keys(asked.headers)) headers.add(name);
    if (!guard(brought, asked)) return [401, {}];
    const {
      method,
      parts: [, id = ""],
      sent: { title },
    } = asked;
    const known = files.get(id);
    if (id !== "" && known === undefined) return [404, {}];
    if (method === "GET") return [200, known ?? [...files.values()]];
    if (method === "DELETE") return [files.delete(id) ? 204 : 404];
    if (typeof title !== "string") return [400, {}];
    created += 1;
    files.set(`${created}`, { id: created, title });
    return [201, files.get(`${created}`)];
  });
  const file = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, title: { type: "string" } },
  };
  const no = { 401: { description: "No" } };
  const body = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
  const security = alternatives.map((names) => Object.fromEntries([names].flat().map((name) => [name, []])));
  const paths = {
    "/files": { get: lists("listFiles", file, no), post: adds("addFile", body, file, no) },
    "/files/{id}": {
      parameters: [idInPath()],
      get: reads("getFile", file, no),
      delete: removes("removeFile", no),
    },
  };
  const description = describePaths(paths, { security, components: { securitySchemes: schemes } });
  const report = await judgeDescribed(description, baseUrl, { key });
  return { report, keyWasIn, headers };
}

const everywhere = ["addFile", "getFile", "listFiles", "removeFile"].map((id) => `${id}: credential`);

describe("a wrong key is found to be served, where it stands", () => {
  it.each<[string, Alternatives, Guard, readonly string[]]>([
    [
      "in the query",
      ["user", "app"],
      (brought, request) => honest(brought, request) || brought.query !== null,
      everywhere,
    ],
    [
      "in a header",
      ["user", "header"],
      (brought, request) => honest(brought, request) || brought.header !== "",
      everywhere,
    ],
    [
      "in a cookie, for what is deleted",
      ["app", "session"],
      (brought, request) =>
        honest(brought, request) || (request.method === "DELETE" && brought.cookie !== ""),
      ["removeFile: credential"],
    ],
    [
      "in the usual place, beside an alternative of two schemes",
      ["user", ["app", "session"]],
      (brought, request) => honest(brought, request) || brought.authorization !== "",
      everywhere,
    ],
    [
      "in the scheme Basic, for one operation",
      ["user", "app", "login"],
      (brought, request) =>
        honest(brought, request) ||
        (request.method === "GET" && request.url === "/files" && /^Basic /.test(brought.authorization)),
      ["listFiles: credential"],
    ],
  ])("%s", async (_, alternatives, guard, requirements) => {
    const { report } = await judge(alternatives, guard);
    expect(failedIn(report).toSorted()).toEqual(requirements);
  });
});

describe("an honest server conforms, and sees the right key in one place only, where", () => {
  it.each<[string, Alternatives, Guard, string]>([
    ["each scheme is looked at", ["user", "app", "session", "login"], honest, "authorization"],
    ["only the first scheme is looked at", ["app", "user"], (brought) => brought.query === key, "query"],
    [
      "one alternative needs two schemes",
      ["user", ["app", "session"]],
      (brought, request) => honest({ ...brought, query: null, cookie: "" }, request),
      "authorization",
    ],
    [
      "two schemes have the same place",
      ["user", "oauth"],
      (brought) => brought.authorization === `Bearer ${key}`,
      "authorization",
    ],
  ])("%s", async (_, alternatives, guard, place) => {
    const { report, keyWasIn } = await judge(alternatives, guard);
    expect(failedIn(report)).toEqual([]);
    expect(report.conclusion.exitCode).toBe(0);
    expect([...keyWasIn]).toEqual([place]);
  });
});

it("a server of which no operation asks for a key is found once, and where it deletes", async () => {
  const { report } = await judge(["user"], () => true);
  expect(failedIn(report).toSorted()).toEqual(["listFiles: credential", "removeFile: credential"]);
  expect(report.findings.map(({ problem }) => problem)).toContain("no operation asks for a credential");
});

it("a header that changes what a request means carries no wrong key", async () => {
  const { report, headers } = await judge(["user", "proxied"], honest);
  expect(failedIn(report)).toEqual([]);
  expect([...headers]).not.toContain("x-forwarded-user");
});

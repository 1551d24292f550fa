import type { IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { readDescription } from "../../src/description/index.js";
import { type Report, runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import { startOrigin } from "../servers/plain-server.js";
import { sentObject } from "../servers/sent-object.js";
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
type Guard = (brought: Brought, request: IncomingMessage) => boolean;

const honest: Guard = ({ authorization, query, header, cookie }) =>
  [authorization, query, header, cookie].some((each) =>
    [`Bearer ${key}`, key, `sid=${key}`].includes(`${each}`),
  );

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
  const baseUrl = await startOrigin(async (request, response) => {
    const { method = "", url = "" } = request;
    const sent = await text(request);
    const { pathname, searchParams } = new URL(url, "http://here");
    const of = (name: string): string => `${request.headers[name] ?? ""}`;
    const brought = {
      authorization: of("authorization"),
      query: searchParams.get("api_key"),
      header: of("x-api-key"),
      cookie: of("cookie"),
    };
    for (const [place, value] of Object.entries(brought)) if (`${value}`.includes(key)) keyWasIn.add(place);
    for (const name of Object.keys(request.headers)) headers.add(name);
    const answer = (status: number, value?: unknown): void => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(value === undefined ? undefined : JSON.stringify(value));
    };
    if (!guard(brought, request)) return answer(401, {});
    const id = pathname.split("/")[2] ?? "";
    const known = files.get(id);
    if (id !== "" && known === undefined) return answer(404, {});
    if (method === "GET") return answer(200, known ?? [...files.values()]);
    if (method === "DELETE") {
      files.delete(id);
      return answer(204);
    }
    const { title } = sentObject(sent) as { readonly title?: unknown };
    if (typeof title !== "string") return answer(400, {});
    created += 1;
    files.set(`${created}`, { id: created, title });
    return answer(201, files.get(`${created}`));
  });
  const file = {
    type: "object",
    required: ["id"],
    properties: { id: { type: "integer" }, title: { type: "string" } },
  };
  const json = (schema: object) => ({ content: { "application/json": { schema } } });
  const none = { 400: { description: "Not so" }, 401: { description: "No" }, 404: { description: "None" } };
  const body = { type: "object", required: ["title"], properties: { title: { type: "string" } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Archive", version: "1" },
    security: alternatives.map((names) => Object.fromEntries([names].flat().map((name) => [name, []]))),
    components: { securitySchemes: schemes },
    paths: {
      "/files": {
        get: {
          operationId: "listFiles",
          responses: { ...none, 200: { description: "Files", ...json({ type: "array", items: file }) } },
        },
        post: {
          operationId: "addFile",
          requestBody: { required: true, ...json(body) },
          responses: { ...none, 201: { description: "Added", ...json(file) } },
        },
      },
      "/files/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: {
          operationId: "getFile",
          responses: { ...none, 200: { description: "A file", ...json(file) } },
        },
        delete: { operationId: "removeFile", responses: { ...none, 204: { description: "Removed" } } },
      },
    },
  };
  const contract = deriveContract(readDescription("archive.json", JSON.stringify(document)).description);
  const report = await runConformance(openApi, { contract, baseUrl, key });
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

it("a header that changes what a request means carries no wrong key", async () => {
  const { report, headers } = await judge(["user", "proxied"], honest);
  expect(failedIn(report)).toEqual([]);
  expect([...headers]).not.toContain("x-forwarded-user");
});

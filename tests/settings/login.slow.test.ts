import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { pedigree, readReport, temporaryFolder } from "../cli/pedigree.js";
import { startOrigin } from "../servers/plain-server.js";
import { sentObject } from "../servers/sent-object.js";

const secret = "correct horse+battery/staple";

/** A way in: what the description says of it, and where a request has its token. */
interface Way {
  readonly scheme: string;
  readonly tokenOf: (request: IncomingMessage) => string | undefined;
}

const ways = {
  bearer: {
    scheme: "{ type: http, scheme: bearer }",
    tokenOf: ({ headers }) => /^Bearer (.+)$/i.exec(headers.authorization ?? "")?.[1],
  },
  header: {
    scheme: "{ type: apiKey, in: header, name: X-Token }",
    tokenOf: ({ headers }) => headers["x-token"]?.toString(),
  },
  prefixed: {
    scheme: "{ type: apiKey, in: header, name: Authorization }",
    tokenOf: ({ headers }) => /^Token (.+)$/.exec(headers.authorization ?? "")?.[1],
  },
  cookie: {
    scheme: "{ type: apiKey, in: cookie, name: sid }",
    tokenOf: ({ headers }) => /(?:^|; )sid=([^;]+)/.exec(headers.cookie ?? "")?.[1],
  },
} satisfies Record<string, Way>;

/** What comes of a request for a token: status, headers, and the body. */
type Grant = (
  token: string,
  nth: number,
) => readonly [status: number, headers: Record<string, string>, body: unknown];

interface Shop {
  readonly way?: Way;
  readonly grant?: Grant;
  /** Requests that a token is good for, after which it is refused; any number if absent. */
  readonly uses?: number;
  /** Operations that refuse every token. */
  readonly forbidden?: RegExp;
  readonly flows?: string;
  /** Headers of every response. */
  readonly always?: Record<string, string>;
  /** Are ids numbers, unlike the description says? */
  readonly isNumbered?: boolean;
}

const plain: Grant = (token) => [200, {}, { data: { access_token: token } }];

/** A server that gives a token for the right words, and notes for a token. Its notes are private to each user. */
async function startShop({
  way = ways.bearer,
  grant = plain,
  uses,
  forbidden,
  flows,
  always,
  isNumbered,
}: Shop = {}) {
  const asked: { url: string | undefined; authorization: string | undefined; body: string }[] = [];
  const tokens: string[] = [];
  const refused: (string | undefined)[] = [];
  const notes = new Map<string, object>();
  let [left, created] = [0, 0];
  const answer = (response: ServerResponse, status: number, body?: unknown, headers = {}): void => {
    response.writeHead(status, { "content-type": "application/json", ...always, ...headers });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
  const target = await startOrigin(async (request, response) => {
    const body = await text(request);
    const { url = "", method = "", headers } = request;
    if (/^\/(login|token)/.test(url)) {
      asked.push({ url, authorization: headers.authorization, body });
      left = uses ?? Number.POSITIVE_INFINITY;
      tokens.push(`tkn${tokens.length}-Qx7${"vB9kLm2Zp"[tokens.length % 9]}sT4wY8rN6cJ3hF5`);
      const [status, extra, given] = grant(tokens.at(-1) ?? "", tokens.length);
      return answer(response, status, given, extra);
    }
    const token = way.tokenOf(request);
    if (token !== tokens.at(-1) || left <= 0 || forbidden?.test(url)) {
      refused.push(token);
      return answer(response, 401, { message: "who are you?" });
    }
    left -= 1;
    const id = url.split("/")[2];
    if (id !== undefined) {
      const note = notes.get(id);
      if (method === "DELETE") notes.delete(id);
      return note === undefined
        ? answer(response, 404, { message: "none" })
        : method === "DELETE"
          ? answer(response, 204)
          : answer(response, 200, note);
    }
    if (method === "GET") return answer(response, 200, [...notes.values()].slice(-20));
    const sent = sentObject(body);
    if (typeof sent["text"] !== "string" || sent["text"].length > 50)
      return answer(response, 400, { message: "no" });
    created += 1;
    const note = { id: `${created}`, text: sent["text"] };
    notes.set(note.id, note);
    return answer(response, 201, isNumbered ? { ...note, id: created } : note);
  });
  const note = `{ type: object, required: [text], properties: { id: { type: string, readOnly: true }, text: { type: string, maxLength: 50 } } }`;
  const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
  const item = "parameters: [{ name: id, in: path, required: true, schema: { type: string } }]";
  const answers = (status: number, schema: string) =>
    `responses: { "${status}": { description: Fine, ${json(schema)} }, default: { description: Not } }`;
  const description = `openapi: 3.0.3
info: { title: Notes, version: "1" }
security: [{ user: [] }]
components: { securitySchemes: { user: ${flows ?? way.scheme} } }
paths:
  /login:
    post: { operationId: logIn, security: [], responses: { "200": { description: Fine } } }
  /notes:
    get: { operationId: listNotes, ${answers(200, `{ type: array, items: ${note} }`)} }
    post: { operationId: addNote, requestBody: { required: true, ${json(note)} }, ${answers(201, note)} }
  /notes/{id}:
    get: { operationId: getNote, ${item}, ${answers(200, note)} }
    delete: { operationId: removeNote, ${item}, responses: { "204": { description: Gone }, default: { description: Not } } }
`;
  return { target, description, asked, tokens, refused };
}

/** Runs on a shop with a configuration; everything that was said and written is in `all`. */
async function runOn(
  { target, description }: { readonly target: string; readonly description: string },
  api: string,
  environment: Record<string, string | undefined> = {},
) {
  const directory = temporaryFolder();
  writeFileSync(join(directory, "openapi.yaml"), description);
  writeFileSync(join(directory, "pedigree.config.yaml"), `api:\n${api}\n`);
  const reports = join(directory, "reports");
  const ended = await pedigree(
    ["run", "--spec", "openapi.yaml", "--target", target, "--reports", reports, "--formats", "all"],
    { directory, environment: { PEDIGREE_API_KEY: undefined, WORD: secret, ...environment } },
  );
  const read = () => readdirSync(reports).map((name) => readFileSync(join(reports, name), "utf8"));
  return { ...ended, reports, all: (): string => [ended.stdout, ended.stderr, ...read()].join("\n") };
}

const login =
  "  login: { request: logIn, json: { user: ada, password: { env: WORD } }, token: data.access_token }";
const oauth = (target: string, more = "") =>
  `  oauth: { token-url: "${target}/token", client-id: shop, client-secret: { env: WORD }, scope: notes${more} }`;
const granted: Grant = (token) => [200, {}, { access_token: token, token_type: "Bearer", expires_in: 3600 }];

/** All but what is said of the login itself, which is not called. */
const conforms = /\nconforms, \d+ of \d+ binding requirements tested/;

/** Every output, without the token and the password, in any form. */
function expectNoSecret(all: string, secrets: readonly string[]): void {
  for (const each of secrets)
    for (const form of [each, encodeURIComponent(each), Buffer.from(each).toString("base64").slice(2, -4)])
      expect(all).not.toContain(form);
}

describe("a token that a login gives is sent", () => {
  it.each<[string, Shop, string, string]>([
    ["as a bearer token", {}, login, `{"user":"ada","password":"${secret}"}`],
    ["in a header", { way: ways.header }, login, `{"user":"ada","password":"${secret}"}`],
    [
      "in a header, behind a word",
      { way: ways.prefixed },
      `  prefix: Token\n${login}`,
      `{"user":"ada","password":"${secret}"}`,
    ],
    [
      "in a cookie, from a form",
      { way: ways.cookie, grant: (token) => [302, { "set-cookie": `sid=${token}; Path=/; HttpOnly` }, {}] },
      "  login: { request: POST /login?next=/, form: { user: ada, password: { env: WORD } }, cookie: sid }",
      `${new URLSearchParams({ user: "ada", password: secret })}`,
    ],
  ])("%s", async (_, shop, api, body) => {
    const started = await startShop(shop);
    const { all, ...ended } = await runOn(started, api);
    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(conforms) });
    expect(started.asked.map((each) => each.body)).toEqual([body]);
    // Near misses are made of it.
    expect(started.refused).toContain(started.tokens[0]?.slice(1));
    expectNoSecret(all(), [...started.tokens, secret]);
  });
});

describe("OAuth client credentials", () => {
  it.each([
    [
      "in the Authorization header",
      "",
      `Basic ${btoa(`shop:${new URLSearchParams({ "": secret })}`.replace("=", ""))}`,
    ],
    ["in the body", ", authentication: body", undefined],
  ])("have id and secret %s, and give a bearer token", async (_, more, authorization) => {
    const shop = await startShop({ grant: granted });
    const { all, ...ended } = await runOn(shop, oauth(shop.target, more));
    expect(ended).toMatchObject({ exitCode: 0 });
    const body = { grant_type: "client_credentials", scope: "notes" };
    const own = authorization === undefined ? { client_id: "shop", client_secret: secret } : {};
    expect(shop.asked).toEqual([
      { url: "/token", authorization, body: `${new URLSearchParams({ ...body, ...own })}` },
    ]);
    expectNoSecret(all(), [...shop.tokens, secret]);
  });

  it("are sent to no other address because a description says so", async () => {
    const flows = (tokenUrl: string) =>
      `{ type: oauth2, flows: { clientCredentials: { tokenUrl: "${tokenUrl}", scopes: {} } } }`;
    const api = "  oauth: { client-id: shop, client-secret: { env: WORD } }";
    const thief = await startShop({ grant: granted });
    const refused = await runOn(await startShop({ flows: flows(`${thief.target}/token`) }), api);
    expect(refused).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("token-url is missing, and the description names no address for it on"),
    });
    expect(thief.asked).toEqual([]);
    const own = await startShop({ flows: flows("/token"), grant: granted });
    expect(await runOn(own, api)).toMatchObject({ exitCode: 0 });
  });
});

it("a session that every response gives anew is in no output", async () => {
  const cookie = (value: string) => ({ "set-cookie": `sid=${value}; Path=/` });
  const grant: Grant = (token) => [204, cookie(token), undefined];
  const shop = await startShop({
    way: ways.cookie,
    grant,
    always: cookie("rolled-7Hq2Wc9Xz"),
    isNumbered: true,
  });
  const api = "  login: { request: logIn, form: { password: { env: WORD } }, cookie: sid }";
  const { all, ...ended } = await runOn(shop, api);
  expect(ended).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("addNote: responses") });
  expectNoSecret(all(), [...shop.tokens, secret, "rolled-7Hq2Wc9Xz"]);
});

describe("a token that ends in the middle of a run", () => {
  it("is replaced by another, of which the near misses are made then", async () => {
    const shop = await startShop({ uses: 11 });
    const { all, ...ended } = await runOn(shop, login);
    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(conforms) });
    expect(shop.tokens.length).toBeGreaterThan(2);
    expect(shop.tokens.slice(1).some((token) => shop.refused.includes(token.slice(1)))).toBe(true);
    expectNoSecret(all(), [...shop.tokens, secret]);
    expect(readReport(ended.reports).run.interrupted).toBe(false);
  });

  it("is not asked for again and again where an operation refuses every token", async () => {
    const shop = await startShop({ forbidden: /^\/notes\/./ });
    await runOn(shop, login);
    expect(shop.refused.length).toBeGreaterThan(8);
    expect(shop.tokens.length).toBeLessThan(5);
  });

  it("ends the run's judgement where no other is given", async () => {
    const shop = await startShop({
      uses: 10,
      grant: (token, nth) => (nth > 1 ? [500, {}, {}] : plain(token, nth)),
    });
    const { all, ...ended } = await runOn(shop, login);
    expect(ended.exitCode).toBe(3);
    expect(ended.stdout.replaceAll(/\n\s*/g, " ")).toMatch(
      /inconclusive: there is no token: POST \S+\/login answered 500/,
    );
    expect(shop.asked.length).toBeLessThan(4);
    expectNoSecret(all(), [...shop.tokens, secret]);
  });
});

it.each<[string, Shop, string, Record<string, string>, number, RegExp]>([
  [
    "a login is refused",
    { grant: () => [403, {}, { message: secret }] },
    login,
    {},
    3,
    /there is no token: POST http:\S+\/login answered 403; see \S*pedigree\.config\.yaml:2:3, and WORD in the environment/,
  ],
  [
    "there is no token in the response",
    {},
    login.replace("data.", ""),
    {},
    3,
    /answered 200 without a token at access_token/,
  ],
  [
    "the token is longer than any header",
    { grant: (token) => plain(token.padEnd(20_000, "x"), 1) },
    login,
    {},
    3,
    /answered 200 with a token at data\.access_token of 20000 characters/,
  ],
  [
    "the cookie is missing",
    {},
    login.replace(/token: .*}/, "cookie: sid }"),
    {},
    3,
    /answered 200 without a cookie sid/,
  ],
  ["a variable is not set", {}, login, { WORD: "" }, 2, /the environment variable WORD is not set, or empty/],
  [
    "a key is given, too",
    {},
    login,
    { PEDIGREE_API_KEY: "a-key-of-mine" },
    2,
    /but PEDIGREE_API_KEY is given, too: leave one of them out/,
  ],
  [
    "the operation is unknown",
    {},
    login.replace("logIn", "logon"),
    {},
    2,
    /there is no operation logon; did you mean logIn\?/,
  ],
  [
    "there are two ways in",
    {},
    `${login}\n${oauth("http://127.0.0.1:9")}`,
    {},
    2,
    /login is there, too: leave one of them out/,
  ],
  [
    "a secret stands in the file",
    {},
    login.replace("{ env: WORD }", "hunter22"),
    {},
    2,
    /password: is a secret: write \{ env: NAME \}/,
  ],
  [
    "keys are wrong",
    {},
    "  oauth: { client: shop, client-secret: x }",
    {},
    2,
    /client: is not known here[\s\S]*client-secret: must be/,
  ],
])("says in one sentence that %s", async (_, shop, api, environment, exitCode, message) => {
  const started = await startShop(shop);
  const ended = await runOn(started, api, environment);
  expect(ended).toMatchObject({ exitCode, stderr: expect.stringMatching(message) });
  expect(ended.stderr).not.toContain(secret);
  expect(started.refused).toEqual([]);
});

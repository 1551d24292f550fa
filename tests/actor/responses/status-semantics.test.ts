import { describe, expect, it } from "vitest";
import { challenge, errorMediaType, statusSemantics } from "../../../src/actor/responses/status-semantics.js";
import { deriveContract, openApi } from "../../../src/contracts/index.js";
import type { ApiState } from "../../../src/session/index.js";
import { adds, describePaths, idInPath, json, lists, reads, removes } from "../../contracts/described.js";
import { exchangeWith, type Written } from "../../engine/written-exchange.js";

const book = { type: "object" };
const anyError = { default: { description: "Any error", ...json({ type: "object" }) } };
const paths = {
  "/books": { get: lists("listBooks", book, anyError), post: adds("addBook", book, book) },
  "/books/{id}": {
    parameters: [idInPath()],
    get: reads("getBook", book),
    delete: removes("removeBook"),
  },
};

const contractOf = (scheme?: object) =>
  deriveContract(
    describePaths(
      paths,
      scheme && { security: [{ key: [] }], components: { securitySchemes: { key: scheme } } },
    ),
  );

const bearer = { type: "http", scheme: "bearer" };

function problemsOf(
  { judge }: typeof challenge,
  operation: string,
  response: Omit<Written, "body"> & Partial<Pick<Written, "body">>,
  contract = contractOf(bearer),
) {
  const judged = judge(exchangeWith(contract, operation, { body: {}, ...response }), {
    contract,
  } as ApiState);
  return typeof judged === "string" ? judged : judged.map(({ problem }) => problem);
}

const asks = (header: string) => ({ status: 401, headers: { "www-authenticate": header } });

describe("a challenge", () => {
  it("is missing", () => {
    expect(problemsOf(challenge, "listBooks", { status: 401 })).toEqual(["no challenge"]);
    expect(problemsOf(challenge, "listBooks", asks(""))).toEqual(["no challenge"]);
  });

  it("is of another scheme", () => {
    expect(problemsOf(challenge, "listBooks", asks('Basic realm="bearers"'))).toEqual(["another scheme"]);
  });

  it.each(["Bearer", 'bearer realm="books"', 'Basic realm="books", Bearer error="invalid_token"'])(
    "is there: %s",
    (header) => {
      expect(problemsOf(challenge, "listBooks", asks(header))).toEqual([]);
    },
  );

  it("is of any scheme, where a key in a header is asked for", () => {
    const key = { type: "apiKey", in: "header", name: "X-Key" };
    expect(problemsOf(challenge, "listBooks", asks("ApiKey"), contractOf(key))).toEqual([]);
  });

  it("is not asked for beside another status", () => {
    expect(problemsOf(challenge, "listBooks", { status: 403 })).toBe("not applicable");
  });
});

describe("a status contradicts its request or its headers:", () => {
  it.each<[string, string, Parameters<typeof problemsOf>[2]]>([
    ["201 to GET", "getBook", { status: 201 }],
    ["201 to DELETE", "removeBook", { status: 201 }],
    ["304 to DELETE", "removeBook", { status: 304 }],
    ["405 without Allow", "addBook", { status: 405 }],
    ["405 that allows the method", "addBook", { status: 405, headers: { allow: "GET, POST" } }],
    ["204 with a length", "removeBook", { status: 204, headers: { "content-length": "2" } }],
    ["205 with a length", "removeBook", { status: 205, headers: { "content-length": "2" } }],
  ])("%s", (_, operation, response) => {
    expect(problemsOf(statusSemantics, operation, response)).toHaveLength(1);
  });

  it.each<[string, string, Parameters<typeof problemsOf>[2]]>([
    ["201 to POST", "addBook", { status: 201 }],
    ["304 to GET", "getBook", { status: 304 }],
    ["405 with the other methods", "addBook", { status: 405, headers: { allow: "GET, HEAD" } }],
    ["405 that allows nothing at present", "addBook", { status: 405, headers: { allow: "" } }],
    ["405 of a proxy", "addBook", { status: 405, headers: { server: "nginx/1.24" } }],
    ["204 with a length of 0", "removeBook", { status: 204, headers: { "content-length": "0" } }],
    ["200 with a length", "getBook", { headers: { "content-length": "2" } }],
  ])("not %s", (_, operation, response) => {
    expect(problemsOf(statusSemantics, operation, response)).toEqual([]);
  });
});

describe("an error that default describes as JSON", () => {
  const html = { headers: { "content-type": "text/html" }, body: "<h1>Not found</h1>" };

  it("is HTML", () => {
    expect(problemsOf(errorMediaType, "listBooks", { status: 410, ...html })).toEqual([
      "media type of an error",
    ]);
  });

  it.each<[string, string, Parameters<typeof problemsOf>[2], unknown]>([
    [
      "is a problem of RFC 9457",
      "listBooks",
      { status: 410, headers: { "content-type": "application/problem+json" } },
      [],
    ],
    ["has no body", "listBooks", { status: 410, body: "" }, "not applicable"],
    ["is that of what stands in front", "listBooks", { status: 502, ...html }, "not applicable"],
    ["is described by its own status", "getBook", { status: 404, ...html }, "not applicable"],
    ["is a success", "listBooks", { status: 200, ...html }, "not applicable"],
  ])("%s", (_, operation, response, expected) => {
    expect(problemsOf(errorMediaType, operation, response)).toEqual(expected);
  });
});

describe("checks of responses", () => {
  it("are registered where a requirement needs them, also once a login has changed what is asked for", () => {
    const open = contractOf();
    const withLogin = {
      ...open,
      operations: new Map(
        [...open.operations].map(([id, each]) => [id, { ...each, security: [{ login: [] }] }]),
      ),
    };
    const required = new Set(withLogin.requirements.flatMap(({ verifiedBy }) => verifiedBy));
    const ids = openApi.responseChecks(withLogin).map(({ id }) => id);

    expect(ids.filter((id) => !required.has(id))).toEqual([]);
    expect(ids).not.toContain("challenge");
    expect(openApi.responseChecks(contractOf(bearer)).map(({ id }) => id)).toContain("challenge");
  });
});

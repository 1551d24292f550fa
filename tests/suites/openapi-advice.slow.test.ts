import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { start } from "../../examples/fastify/server.js";
import { loadDescription, noKnowledge, readDescription } from "../../src/description/index.js";
import type { Report } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import { compareVerdicts } from "../nets/verdicts.js";
import { judgeInProcess } from "../servers/clock.js";
import { edit, isAbout, swapStatus } from "./deviations.js";
import { type Front, type Passing, startBehind } from "./front.js";

const key = "library-key-123";
const path = new URL("../../examples/fastify/openapi.yaml", import.meta.url).pathname;
const library = deriveContract(loadDescription(path).description);
/** The same without the refusal of what is not valid. */
const terse = deriveContract(
  readDescription("library.yaml", readFileSync(path, "utf8").replaceAll(/^ +"400":.*\n/gm, "")).description,
);

async function judge(front?: Front, contract = library): Promise<Report> {
  const baseUrl = await startBehind(start as never, key, front);
  return compareVerdicts(await judgeInProcess(openApi, { contract, baseUrl, key }));
}

const warned = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === "warned").map(({ id }) => id);

const status = "every response: documented status";
const internals = "every response: no internals";

/** Such a request is redirected. */
const redirect = (wanted: string, location: string | undefined): Front => ({
  response: (passing) => {
    if (!isAbout(passing, wanted) || passing.status !== 404) return;
    Object.assign(passing, { status: 302, body: "", headers: location === undefined ? {} : { location } });
  },
});
/** The message of refusals. */
const saying = (message: string, from = 400, to = from): Front => ({
  response: (passing) => {
    if (passing.status === from) Object.assign(passing, { status: to, body: JSON.stringify({ message }) });
  },
});
/** A refusal that quotes its request. */
const quoting = (what: "path" | "body"): Front => {
  const sent = new WeakMap<Passing, string>();
  return {
    request: (passing) => void sent.set(passing, decodeURIComponent(passing[what])),
    response: (passing) => {
      if (passing.status >= 400) passing.body = JSON.stringify({ message: `bad: ${sent.get(passing)}` });
    },
  };
};

describe("is a warning, one for the whole description:", () => {
  it.each<[string, Front, string, string?]>([
    ["a refusal with a status of its own", swapStatus(404, 440), status],
    ["a redirect to another page", redirect("GET /books/*", "/v2/books"), status],
    ["a redirect to nowhere", redirect("GET /books/*", undefined), status],
    [
      "a trace of Java",
      saying(
        "Bad\n\tat org.shop.web.Books$Inner.find(Books.java:12)\n\tat java.base/java.lang.Thread.run(Thread.java:829)",
      ),
      internals,
    ],
    [
      "a trace of Python",
      saying('Traceback (most recent call last):\n  File "/app/x.py", line 3, in get'),
      internals,
    ],
    ["a trace of Node", saying("Error: no\n    at Object.<anonymous> (/app/x.js:1:2)"), internals],
    [
      "a page of Express",
      edit(
        "POST /books",
        {
          headers: { "content-type": "text/html" },
          body: "<pre>Error: no<br> &nbsp; &nbsp;at Layer.handle [as x] (/app/node_modules/express/layer.js:95:5)</pre>",
        },
        400,
      ),
      internals,
    ],
    ["a trace of PHP", saying("#0 /var/www/x.php(12): find()"), internals],
    ["an error of PHP", saying("Fatal error: Uncaught Error in C:\\www\\x.php on line 7"), internals],
    ["a trace of .NET", saying("   at Shop.Books.Find(String id) in C:\\src\\Books.cs:line 30"), internals],
    ["a trace of Go", saying("panic: nil\n\ngoroutine 1 [running]:\nmain.main()"), internals],
    ["an error of PostgreSQL", saying('ERROR: syntax error at or near "abc"'), internals],
    ["an error of MySQL", saying("You have an error in your SQL syntax; check the manual"), internals],
    ["an error of Oracle", saying("ORA-01756: quoted string not properly terminated"), internals],
    ["an error of PDO", saying("SQLSTATE[42000]: Syntax error"), internals],
    ["an error of SQLite", saying("SQLITE_CONSTRAINT: UNIQUE constraint failed: books.title"), internals],
  ])("%s", async (_, front, expected) => {
    const report = await judge(front);
    expect(warned(report)).toContain(expected);
    expect(report.findings.filter(({ requirement }) => requirement === expected)).toHaveLength(1);
  });

  it("and the server conforms, since it is advice", async () => {
    expect((await judge(swapStatus(400, 444))).conclusion.exitCode).toBe(0);
  });

  it("also beside a failure of the server", async () => {
    const report = await judge(saying("Error: no\n    at run (file:///app/x.mjs:1:2)", 400, 500));
    expect(warned(report)).toEqual([internals]);
    expect(report.conclusion.exitCode).toBe(1);
  });
});

describe("a status that the user knows of", () => {
  it.each<[string, Front, Record<string, number[]>, "used" | "stale"]>([
    ["counts as described", swapStatus(404, 440), { getBook: [440] }, "used"],
    ["is told if nothing answers with it", {}, { getBook: [440] }, "stale"],
    ["may be a success", swapStatus(201, 202), { addBook: [202] }, "used"],
  ])("%s", async (_, front, statuses, expected) => {
    const known = { ...noKnowledge, statuses };
    const { run, findings } = await judge(
      front,
      deriveContract({ ...loadDescription(path).description, known }),
    );
    expect(findings.filter(({ requirement }) => requirement === status)).toEqual([]);
    expect(new Set(run.knowledge?.map((each) => each.status))).toEqual(new Set([expected]));
  });
});

describe("no warning is", () => {
  it.each<[string, Front]>([
    ["an honest server", {}],
    ...[405, 406, 409, 410, 415, 422, 423, 431, 451].map((each): [string, Front] => [
      `${each} for what is not found`,
      swapStatus(404, each),
    ]),
    ["a redirect to https", redirect("GET /books/*", "https://127.0.0.1/books/1")],
    ["a redirect to another host", redirect("GET /books/*", "//books.example/books")],
    ["a redirect to a login", redirect("GET /books/*", "/login?next=/books")],
    [
      "prose about SQL",
      saying("There is a syntax error in your filter near title: SQL is no query language here"),
    ],
    [
      "prose about stacks",
      saying("The stack at /books (most recent first) is empty: look at line 3 of books.txt"),
    ],
    ["a time and a place", saying("Meet at Main Street (12:30:15) at System (main)")],
    ["a path that comes back", quoting("path")],
  ])("%s", async (_, front) => {
    expect(warned(await judge(front))).toEqual([]);
  });

  it("what the request said itself", async () => {
    const title = 'ORA-01756: "a tale"';
    const known = { ...noKnowledge, values: { title } };
    const report = await judge(quoting("body"), { ...library, known });
    expect(JSON.stringify(report.exchanges)).toContain("ORA-01756");
    expect(warned(report)).toEqual([]);
  });

  it("400 for what is not valid, where that is not described; it is for what is", async () => {
    expect(warned(await judge({}, terse))).toEqual([]);
    const refusing = edit("GET /books", { status: 400, body: "{}" });
    expect(warned(await judge(refusing, terse))).toEqual([status, "listBooks: valid requests"]);
  });
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { start } from "../../examples/fastify/server.js";
import { deriveContract } from "../../src/contracts/index.js";
import { loadDescription, noKnowledge, readDescription } from "../../src/description/index.js";
import type { Report } from "../../src/engine/index.js";
import { judgeForNet } from "../nets/verdicts.js";
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
  return judgeForNet({ contract, baseUrl, key });
}

const warned = ({ requirements }: Report): readonly string[] =>
  requirements.filter(({ verdict }) => verdict === "warned").map(({ id }) => id);

const status = "every response: documented status";
const internals = "every response: no internals";

/** Such a request is redirected. */
const redirect = (wanted: string, location: string): Front => ({
  response: (passing) => {
    if (!isAbout(passing, wanted) || passing.status !== 404) return;
    Object.assign(passing, { status: 302, body: "", headers: { location } });
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

// tests/session/internals.test.ts and tests/engine/responses have the other responses, without a server.
describe("is a warning, one for the whole description:", () => {
  it.each<[string, Front, string, string?]>([
    ["a refusal with a status of its own", swapStatus(404, 440), status],
    ["a redirect to another page", redirect("GET /books/*", "/v2/books"), status],
    [
      "a trace of Java",
      saying(
        "Bad\n\tat org.shop.web.Books$Inner.find(Books.java:12)\n\tat java.base/java.lang.Thread.run(Thread.java:829)",
      ),
      internals,
    ],
    ["an error of PostgreSQL", saying('ERROR: syntax error at or near "abc"'), internals],
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
    ["410 for what is not found", swapStatus(404, 410)],
    ["a redirect to a login", redirect("GET /books/*", "/login?next=/books")],
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

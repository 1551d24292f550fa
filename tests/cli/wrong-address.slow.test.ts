import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { judge, key, startServer } from "../servers/judging.js";
import { page, startPlainServer } from "../servers/plain-server.js";
import { pedigree, readReport, runOn } from "./pedigree.js";

const html = "<!doctype html><title>Sign in</title>";
const json =
  (status: number, body: unknown): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(body));
  };
/** An Animal Store of which every answer to a good key is the same. */
const storeThat =
  (whole: RequestListener): RequestListener =>
  (request, response) => {
    const error = { code: "unauthorized", message: "The API key is missing or wrong.", status: 401 };
    const listener = request.headers.authorization === `Bearer ${key}` ? whole : json(401, error);
    listener(request, response);
  };

describe("a wrong address", () => {
  it.each([
    ["without the version", ""],
    ["with the path of the list", "/v1/pets"],
    ["with the version twice", "/v1/v1"],
    ["with another segment", "/api"],
    ["with one segment too many", "/v1/store"],
  ])("ends with 3 and names the one that answers: %s", async (_what, path) => {
    const { baseUrl: url } = await startServer();
    const target = `${new URL(url).origin}${path}`;

    const ended = await runOn(target, ["--quiet"]);
    const doctor = await pedigree(["doctor", "--target", target]);

    expect(ended).toMatchObject({
      exitCode: 3,
      stdout: expect.stringContaining(`${target} is no Animal Store`),
    });
    expect(ended.stdout).toContain(`${url} answers: use --target ${url}\n`);
    expect(readReport(ended.reports).counts).toMatchObject({ failed: 0, inconclusive: 0 });
    expect(doctor).toMatchObject({ exitCode: 3, stdout: expect.stringContaining(`use --target ${url}`) });
  });

  it.each<readonly [string, string, RequestListener, RegExp]>([
    ["a page for people", "/v1", page(200, html), /GET \/pets was answered 200 text\/html/],
    ["a static file server", "/v1", page(404, "<h1>Not Found</h1>"), /404 text\/html/],
    ["another API, without the version", "", json(404, {}), /404 application\/json/],
  ])(
    "ends with 3 and fails nothing where there is none near: %s",
    async (_what, path, listener, answered) => {
      const { origin } = new URL(await startPlainServer(listener));

      const { conclusion, findings } = await judge(`${origin}${path}`);

      expect(conclusion).toMatchObject({ exitCode: 3, sentence: expect.stringMatching(answered) });
      expect(conclusion.sentence).toContain("check the address");
      expect(findings).toEqual([]);
    },
  );

  it.each<readonly [string, RequestListener]>([
    ["500 everywhere", json(500, { error: "internal" })],
    ["pages of errors behind the key", storeThat(page(404, html))],
    ["JSON that is no list", json(404, { message: "no route" })],
  ])("is no excuse for a broken server at the right one: %s", async (_what, listener) => {
    const report = await judge(await startPlainServer(listener));

    expect(report.conclusion.exitCode).toBe(1);
  });
});

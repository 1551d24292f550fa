import type { RequestListener } from "node:http";
import { describe, expect, it } from "vitest";
import { judge, key, startServer } from "../servers/judging.js";
import { page, startPlainServer } from "../servers/plain-server.js";
import { pedigree, readReport, temporaryFolder } from "./pedigree.js";

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
    const { url } = await startServer();
    const reports = temporaryFolder();
    const target = `${new URL(url).origin}${path}`;

    const [ended, doctor] = await Promise.all([
      pedigree(["run", "--target", target, "--quiet", "--reports", reports]),
      pedigree(["doctor", "--target", target]),
    ]);

    expect(ended.exitCode).toBe(3);
    expect(ended.stdout).toContain(`${target} is no Animal Store`);
    expect(ended.stdout).toContain(`${url} answers: use --target ${url}\n`);
    expect(readReport(reports).counts).toMatchObject({ failed: 0, inconclusive: 0 });
    expect(doctor).toMatchObject({ exitCode: 3, stdout: expect.stringContaining(`use --target ${url}`) });
  });

  it.each<readonly [string, string, RequestListener]>([
    ["a page for people", "/v1", page(200, html)],
    ["a static file server", "/v1", page(404, "<h1>Not Found</h1>")],
    ["another API, without the version", "", json(404, {})],
  ])("ends with 3 and fails nothing where there is none near: %s", async (_what, path, listener) => {
    const { origin } = new URL(await startPlainServer(listener));

    const report = await judge(`${origin}${path}`);

    expect(report.conclusion).toMatchObject({
      exitCode: 3,
      sentence: expect.stringMatching(/check the address/),
    });
    expect(report.findings).toEqual([]);
  });

  it.each<readonly [string, RequestListener]>([
    ["500 everywhere", json(500, { error: "internal" })],
    ["pages of errors behind the key", storeThat(page(404, html))],
    ["JSON that is no list", json(404, { message: "no route" })],
  ])("is no excuse for a broken server at the right one: %s", async (_what, listener) => {
    const report = await judge(await startPlainServer(listener));

    expect(report.conclusion.exitCode).toBe(1);
  });
});

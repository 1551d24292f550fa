import { createServer } from "node:http";
import { describe, expect, it, onTestFinished } from "vitest";
import { start } from "../../examples/hono/server.js";
import { runConformance } from "../../src/library/index.js";

const spec = new URL("../../examples/hono/openapi.yaml", import.meta.url).pathname;

describe("runConformance with a description of another interface", () => {
  it("judges a server against it, and tells what happens", async () => {
    const server = await start({ key: "library-key" });
    onTestFinished(() => server.close());
    const kinds = new Set<string>();

    const report = await runConformance({
      spec,
      target: server.address,
      key: "library-key",
      onEvent: ({ kind }) => kinds.add(kind),
    });

    expect(report.conclusion).toMatchObject({ exitCode: 0 });
    expect(report.requirements.length).toBeGreaterThan(20);
    expect([...kinds]).toEqual(expect.arrayContaining(["run-started", "check-finished", "run-finished"]));
  });

  it("ends with a report when its signal is aborted", async () => {
    const server = createServer((_request, response) => {
      controller.abort();
      response.writeHead(404).end();
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    const controller = new AbortController();
    await new Promise<void>((resolve) => server.once("listening", resolve));
    const address = server.address();
    const target = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;

    const report = await runConformance({ spec, target, key: "library-key", signal: controller.signal });

    expect(report.run.interrupted).toBe(true);
    expect(report.conclusion.status).toBe("inconclusive");
  });

  it("refuses a description that is not there, before anything is sent", async () => {
    const run = runConformance({
      spec: "no-such-file.yaml",
      target: "http://127.0.0.1:9",
      key: "library-key",
    });

    await expect(run).rejects.toThrow(/no-such-file\.yaml/);
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { start, temporaryFolder } from "../cli/pedigree.js";
import { startJsonServer } from "../servers/json-server.js";

const settings = {
  type: "object",
  required: ["title"],
  properties: { title: { type: "string" }, pageSize: { type: "integer" } },
};
const shown = { description: "Shown", content: { "application/json": { schema: settings } } };
const requestBody = { required: true, content: { "application/json": { schema: settings } } };
const description = {
  openapi: "3.1.0",
  info: { title: "Settings", version: "1" },
  paths: {
    "/settings": {
      get: { operationId: "getSettings", responses: { 200: shown } },
      put: { operationId: "setSettings", requestBody, responses: { 200: shown } },
    },
  },
};

it.each(["SIGINT", "SIGTERM"] as const)(
  "settings are restored where %s ends the run before the response to their change",
  async (signal) => {
    let now: Readonly<Record<string, unknown>> = { title: "Library", pageSize: 20 };
    const titles: unknown[] = [];
    const baseUrl = await startJsonServer(({ method, sent }) => {
      if (method !== "PUT") return [200, now];
      now = { ...sent };
      titles.push(now["title"]);
      if (now["title"] !== "Library" && titles.length === 2) running.process.kill(signal);
      return [200, now];
    });
    const folder = temporaryFolder();
    const spec = join(folder, "settings.json");
    writeFileSync(spec, JSON.stringify(description));
    const running = start(["run", "--spec", spec, "--target", baseUrl, "--disposable", "--reports", folder]);

    const { exitCode } = await running.ended;

    expect(exitCode).toBe(130);
    expect(titles).toEqual(["Library", expect.not.stringMatching("Library"), "Library"]);
    expect(now).toEqual({ title: "Library", pageSize: 20 });
    const lines = readFileSync(join(folder, "created.ndjson"), "utf8").trim().split("\n");
    const entries = lines.map((line) => JSON.parse(line) as Readonly<Record<string, string>>);
    const events = entries.map(({ event }) => event);
    expect(events).toEqual(["run", "sending", "changing", "sending", "sending", "restored"]);
    expect(entries[2]).toMatchObject({ method: "PUT", path: "/settings", target: baseUrl });
    expect(JSON.parse(entries[2]?.["body"] ?? "")).toEqual({ title: "Library", pageSize: 20 });
  },
);

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { renderTemplate } from "../../src/cli/init-command.js";
import { specDirectory } from "../../src/description/index.js";
import { defaultFormats } from "../../src/report/index.js";
import { startServer } from "../servers/judging.js";
import { configure, uncommented } from "../settings/configured.js";
import { pedigree, runOn, start, temporaryFolder } from "./pedigree.js";

const template = renderTemplate();
const read = (directory: string): string => readFileSync(join(directory, "pedigree.config.yaml"), "utf8");

describe("pedigree init", () => {
  it("writes a configuration with which a run goes on as without", async () => {
    const directory = temporaryFolder();
    const { baseUrl: url } = await startServer();

    const init = await start(["init"], { directory }).ended;
    const run = await runOn(url, ["--only", "LIST-1", "--read-only", "--quiet"], { directory });

    expect(init).toMatchObject({ exitCode: 0, stderr: "", stdout: expect.stringContaining("was written") });
    expect(read(directory)).toBe(template);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("writes the values that the last run has learnt, and names the rules that no value states", async () => {
    const directory = temporaryFolder();
    const responses = { 200: { description: "Fine" } };
    const paths = { "/zones": { get: { operationId: "listZones", responses } } };
    const spec = join(directory, "zones.json");
    writeFileSync(spec, JSON.stringify({ openapi: "3.1.0", info: { title: "Zones", version: "1" }, paths }));
    const ofZones = { operation: "addZone", message: "Name is not canonical" };
    const learnt = [
      { ...ofZones, member: "name", rule: "suffix", value: ".", example: "{word}." },
      { ...ofZones, member: "ttl", rule: "minimum", value: 60, example: 60 },
      { ...ofZones, member: "endsAt", rule: "future", example: "2026-12-26T10:00:00Z" },
      { ...ofZones, member: "kind", rule: "leftOut" },
      { operation: 7 },
    ];
    const last = join(directory, "last");
    mkdirSync(last);
    writeFileSync(join(last, "report.json"), JSON.stringify({ target: { spec }, run: { learnt } }));

    const init = await pedigree(["init", "--spec", spec, "--reports", "last"], { directory });

    const written = read(directory);
    expect(init).toMatchObject({ exitCode: 0, stderr: "" });
    expect(parse(written)).toMatchObject({
      api: { values: { "addZone.name": "{word}.", "addZone.ttl": 60 } },
    });
    expect(written).toContain('addZone.name: "{word}." # learnt: ends with "."');
    expect(written).toContain("##    learnt: endsAt of addZone is in the future");
    expect(written).toContain("##    learnt: kind of addZone is left out");
    expect(parse(written).api.values).not.toHaveProperty("addZone.endsAt");
  });

  it("overwrites one that is there only when it is forced to", async () => {
    const directory = temporaryFolder();
    writeFileSync(join(directory, "pedigree.config.yaml"), "strict: true\n");

    const refused = await pedigree(["init"], { directory });
    const kept = read(directory);
    const forced = await pedigree(["init", "--force"], { directory });

    const stderr = "pedigree: pedigree.config.yaml is there already: --force overwrites it\n";
    expect(refused).toEqual({ exitCode: 2, stdout: "", stderr });
    expect(kept).toBe("strict: true\n");
    expect(forced.exitCode).toBe(0);
    expect(read(directory)).toBe(template);
  });
});

describe("the configuration that it writes", () => {
  it("is valid as it is, and with every example", () => {
    const { targets, waivers, settings } = configure(uncommented(template));

    expect([...configure(template).targets.keys()]).toEqual(["server"]);
    expect([...targets.keys()]).toEqual(["server"]);
    expect(waivers).toHaveLength(1);
    expect(settings.formats).toEqual(defaultFormats);
  });

  it("has only the server to judge, and all else below as comments", () => {
    const lines = template.split("\n");
    const written = lines.filter((line) => line !== "" && !line.startsWith("#"));

    expect(written).toEqual(["target: server", "targets:", "  server:", "    url: http://localhost:8080/v1"]);
    expect(lines.lastIndexOf(written[3]!)).toBeLessThan(8);
  });

  it("shows and explains every key that there is", () => {
    const schema = readFileSync(join(specDirectory, "config.schema.json"), "utf8");
    const keys: string[] = [];
    JSON.parse(schema, (_key, value) => {
      keys.push(...Object.keys(value?.properties ?? {}));
      return value;
    });
    const unexplained = template.split("\n").filter((line, index, lines) => {
      const isKey = /^# +(?:- )?[a-z-]+:/.test(line) && !/staging:|nightly:|language-server/.test(line);
      return isKey && !lines[index - 1]?.startsWith("##");
    });

    expect(keys.length).toBeGreaterThan(40);
    expect(keys.filter((name) => !new RegExp(`\\b${name}:`).test(template))).toEqual(["$schema"]);
    expect(unexplained).toEqual([]);
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { renderTemplate } from "../../src/cli/init-command.js";
import { specDirectory } from "../../src/description/index.js";
import { defaultFormats } from "../../src/report/index.js";
import { configure, uncommented } from "./configured.js";
import { pedigree, temporaryFolder } from "./pedigree.js";

const template = renderTemplate();
describe("pedigree init", () => {
  it("writes a configuration with which a run goes on as without", async () => {
    const directory = temporaryFolder();

    const init = await pedigree(["init"], { directory });
    const run = await pedigree(["run", "--only", "LIST-1", "--read-only", "--quiet"], { directory });

    expect(init).toMatchObject({ exitCode: 0, stderr: "", stdout: expect.stringContaining("was written") });
    expect(readFileSync(join(directory, "pedigree.config.yaml"), "utf8")).toBe(template);
    expect(run).toMatchObject({ exitCode: 0, stderr: "" });
  });

  it("overwrites one that is there only when it is forced to", async () => {
    const directory = temporaryFolder();
    const path = join(directory, "pedigree.config.yaml");
    writeFileSync(path, "strict: true\n");

    const refused = await pedigree(["init"], { directory });
    const kept = readFileSync(path, "utf8");
    const forced = await pedigree(["init", "--force"], { directory });

    expect(refused).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: "pedigree: pedigree.config.yaml is there already: --force overwrites it\n",
    });
    expect(kept).toBe("strict: true\n");
    expect(forced.exitCode).toBe(0);
    expect(readFileSync(path, "utf8")).toBe(template);
  });
});

describe("the configuration that it writes", () => {
  it("is valid as it is, and with every example", () => {
    const { targets, waivers, settings } = configure(uncommented(template));

    expect(configure(template).targets.size).toBe(0);
    expect([...targets.keys()]).toEqual(["staging"]);
    expect(waivers).toHaveLength(1);
    expect(settings.formats).toEqual(defaultFormats);
  });

  it("shows and explains every key that there is", () => {
    const keys = keysOf(JSON.parse(readFileSync(join(specDirectory, "config.schema.json"), "utf8")));
    const missing = keys.filter((name) => !new RegExp(`\\b${name}:`).test(template));
    const unexplained = template.split("\n").filter((line, index, lines) => {
      const isKey = /^# +(?:- )?[a-z-]+:/.test(line) && !/staging:|nightly:|language-server/.test(line);
      return isKey && !lines[index - 1]?.startsWith("##");
    });

    expect(keys.length).toBeGreaterThan(40);
    expect(missing).toEqual(["$schema"]);
    expect(unexplained).toEqual([]);
  });
});

function keysOf(schema: unknown): readonly string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {} } = schema as { readonly properties?: object };
  return [
    ...Object.keys(properties),
    ...Object.values(schema).flatMap(keysOf),
    ...Object.values(properties).flatMap(keysOf),
  ];
}

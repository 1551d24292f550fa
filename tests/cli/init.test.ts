import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configurationTemplate } from "../../src/cli/configuration/template.js";
import { specDirectory } from "../../src/description/index.js";
import { configure } from "./configured.js";
import { pedigree, temporaryFolder } from "./pedigree.js";

/** With every example taken at its word. */
const uncommented = configurationTemplate
  .split("\n")
  .map((line) => line.replace(/^# (?!yaml-language-server)/, ""))
  .join("\n");

describe("pedigree init", () => {
  it("writes a configuration with which a run goes on as without", async () => {
    const directory = temporaryFolder();

    const init = await pedigree(["init"], { directory });
    const run = await pedigree(["run", "--only", "LIST-1", "--read-only", "--quiet"], { directory });

    expect(init).toMatchObject({ exitCode: 0, stderr: "", stdout: expect.stringContaining("was written") });
    expect(readFileSync(join(directory, "pedigree.config.yaml"), "utf8")).toBe(configurationTemplate);
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
    expect(readFileSync(path, "utf8")).toBe(configurationTemplate);
  });
});

describe("the configuration that it writes", () => {
  it("is valid as it is, and with every example", () => {
    expect(configure(configurationTemplate).targets.size).toBe(0);
    expect([...configure(uncommented).targets.keys()]).toEqual(["local", "staging", "production"]);
    expect(configure(uncommented).waivers).toHaveLength(1);
  });

  it("shows every key that there is", () => {
    const schema = JSON.parse(readFileSync(join(specDirectory, "config.schema.json"), "utf8"));
    const { target, profile, waiver, key } = schema.$defs;
    const objects = [schema, target, target.properties.tls, profile, waiver, key, schema.properties.reports];
    const keys = objects.flatMap(({ properties }) => Object.keys(properties));
    const missing = keys.filter((name) => !new RegExp(`\\b${name}:`).test(configurationTemplate));

    expect(keys.length).toBeGreaterThan(40);
    expect(missing.filter((name) => !["$schema", "value"].includes(name))).toEqual([]);
    expect(configurationTemplate).toContain("$schema=");
    expect(configurationTemplate).toContain("{ value: … }");
  });
});

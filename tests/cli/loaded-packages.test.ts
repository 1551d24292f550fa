import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { start, temporaryFolder } from "./pedigree.js";

/** Returns the packages that a command and its child processes load, by the files that V8 has seen. */
async function packagesOf(args: readonly string[]): Promise<readonly string[]> {
  const coverage = temporaryFolder();
  await start(args, { directory: temporaryFolder(), environment: { NODE_V8_COVERAGE: coverage } }).ended;
  const seen = readdirSync(coverage).map((file) => readFileSync(join(coverage, file), "utf8"));
  const names = seen.flatMap((text) => [
    ...text.matchAll(/"url":"file:[^"]*\/node_modules\/((?:@[^/"]+\/)?[^/"]+)/g),
  ]);
  expect(seen.join("")).toContain("/dist/cli/main.js");
  return [...new Set(names.map(([, name = ""]) => name))].toSorted();
}

/** These take a tenth of a second and more to load. */
const heavy = ["ajv", "fast-check", "undici", "yaml", "zod"];

describe("a command loads no package that it does not use", () => {
  it.each([
    { command: "--version" },
    { command: "--help" },
    { command: "run --help" },
    { command: "run --bogus" },
    { command: "run extra" },
  ])("$command", async ({ command }) => {
    expect(await packagesOf(command.split(" "))).toEqual(["commander"]);
  });

  it("list", async () => {
    expect(await packagesOf(["list"])).toEqual(["commander", "fastest-levenshtein"]);
  });

  it("list --spec: none but those that read a description", async () => {
    const loaded = await packagesOf(["list", "--spec", join(import.meta.dirname, "../../spec/openapi.yaml")]);
    expect(loaded).toContain("yaml");
    expect(loaded).not.toContain("zod");
  });

  it("run: no zod without a configuration file, no yaml, and what it sends and judges with", async () => {
    const loaded = await packagesOf(["run", "--only", "LIST-3"]);
    expect(loaded.filter((name) => heavy.includes(name))).toEqual(["ajv", "fast-check", "undici"]);
    expect(loaded.filter((name) => ["json-p3", "tar", "tinyglobby", "yocto-spinner"].includes(name))).toEqual(
      [],
    );
  });
});

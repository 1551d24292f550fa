import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadYamlFile } from "../../src/description/index.js";
import { pedigree, temporaryFolder } from "./pedigree.js";

const target = ["--target", "http://127.0.0.1:9/v1"];

describe("a file that never ends, or is far too much, is refused in one sentence", () => {
  it.each<readonly [string, readonly string[], RegExp]>([
    ["a device as configuration", ["run", "--config", "/dev/zero"], /\/dev\/zero: is no file$/],
    ["a pipe as configuration", ["run", "--config", "pipe"], /pipe: is no file$/],
    ["a large configuration", ["run", "--config", "large"], /large: is larger than 1024 KB$/],
    ["a deep configuration", ["run", "--config", "deep"], /deep: has more than 100 levels$/],
    ["a configuration of aliases", ["run", "--config", "aliases"], /aliases: has more than 500 aliases$/],
    ["a deep description", ["list", "--spec", "spec"], /openapi\.yaml: has more than 100 levels$/],
    ["a device as key", ["run", ...target, "--key-file", "/dev/zero"], /key file \/dev\/zero is no file$/],
    ["a large key", ["run", ...target, "--key-file", "large"], /key file large is larger than 64 KB$/],
    ["a device as certificate", ["run", ...target, "--ca", "/dev/zero"], /\/dev\/zero is no file$/],
    ["a device as report", ["report", "/dev/zero"], /\/dev\/zero is no file: give a report\.json$/],
    ["a pipe to replay", ["replay", "pipe"], /pipe is no file: give a report\.json$/],
    ["a device in a trend", ["trend", "/dev/zero"], /\/dev\/zero is left out: it is no file$/],
  ])("%s", async (_what, args, sentence) => {
    const directory = temporaryFolder();
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(directory, "pipe")]);
    writeFileSync(join(directory, "large"), "x".repeat(1_100_000));
    const deep = `a: ${"[".repeat(200_000)}`;
    writeFileSync(join(directory, "deep"), deep);
    const chain = Array.from({ length: 20_000 }, (_, index) => `- &a${index + 1} [*a${index}]\n`);
    writeFileSync(join(directory, "aliases"), `- &a0 []\n${chain.join("")}`);
    mkdirSync(join(directory, "spec"));
    writeFileSync(join(directory, "spec", "openapi.yaml"), deep);

    const ended = await pedigree(args, { directory });

    expect(ended).toMatchObject({ exitCode: 2, stdout: "" });
    expect(ended.stderr).toMatch(/^pedigree: /);
    expect(ended.stderr.split("\n")[0]).toMatch(sentence);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });

  it.each([99, 100, 200, 1200])("unless it is deep as files are: %i levels", (levels) => {
    const path = join(temporaryFolder(), "nested.yaml");
    writeFileSync(path, `${"[".repeat(levels)}${"]".repeat(levels)}`);

    const load = () => loadYamlFile(path);

    if (levels <= 100) expect(load).not.toThrow();
    else expect(load).toThrow(/nested\.yaml: has more than 100 levels$/);
  });
});

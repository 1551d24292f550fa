import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { currentId, loadYamlFile, renamedIds } from "../../src/description/index.js";
import { readConfiguration } from "../../src/settings/configuration/configuration.js";
import { loadSuite } from "../../src/settings/load-suite.js";
import { failing, reportOf } from "../report/trend/nights.js";
import { writeConfiguration } from "../settings/configured.js";
import { pedigree, temporaryFolder } from "./pedigree.js";

const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const fastify = at("examples/fastify/openapi.yaml");

const load = async (spec: string) =>
  (await loadSuite({ spec }, { config: null, warn: () => undefined })).chosen;

/** The requirements that a configuration waives. */
async function waivedIn(path: string): Promise<readonly string[]> {
  const { contract } = await load(fastify);
  return readConfiguration(loadYamlFile(path), contract).waivers.map(({ requirement }) => requirement);
}

describe("an id of version 0.1.0", () => {
  const released = JSON.parse(readFileSync(at("tests/cli/ids-of-0.1.0.json"), "utf8")) as Readonly<
    Record<string, readonly string[]>
  >;
  it.each(Object.entries(released))(
    "of %s is still read: it is there, or src/description/old-ids.ts names its new one",
    async (spec, ids) => {
      const { suite, contract } = await load(at(spec));
      const present = new Set([
        ...contract.requirements.flatMap(({ id, verifiedBy }) => [id, ...verifiedBy]),
        ...suite.scenarios(contract).map(({ id }) => id),
        ...suite.responseChecks(contract).map(({ id }) => id),
      ]);
      expect(ids.length).toBeGreaterThan(100);
      expect(ids.filter((id) => !present.has(currentId(id)))).toEqual([]);
    },
  );
});

describe("an id that was renamed", () => {
  const table = renamedIds as { old: string; id: string }[];
  const known = [...table];
  beforeEach(() => {
    table.push(
      { old: "{operation}: edge values", id: "{operation}: stated values" },
      { old: "{operation}/edge", id: "{operation}/stated" },
      { old: "rows/whole", id: "list/complete" },
      { old: "LIST-OLD", id: "LIST-3" },
    );
  });
  afterEach(() => {
    table.splice(0, table.length, ...known);
  });

  it.each([
    ["addBook: edge values", "addBook: stated values"],
    ["ADDBOOK: EDGE VALUES", "ADDBOOK: stated values"],
    ["POST /books: edge values", "POST /books: stated values"],
    ["addBook/edge", "addBook/stated"],
    ["addBook/edge/again", "addBook/stated/again"],
    ["$&/edge", "$&/stated"],
    ["rows/whole/ordered", "list/complete/ordered"],
    ["rows/wholesome", "rows/wholesome"],
    ["edge/valid", "edge/valid"],
    ["addBook/valid/edge", "addBook/valid/edge"],
    ["edge values: responses", "edge values: responses"],
    ["addBook: stated values", "addBook: stated values"],
  ])("%s is %s now", (old, id) => {
    expect(currentId(old)).toBe(id);
  });

  const warning = (old: string, id: string): string =>
    `pedigree: warning: the id "${old}" is old: it is "${id}" now, and the next version of pedigree reads no other\n`;
  const plan = ["run", "--plan", "--spec", fastify, "--target", "http://127.0.0.1:9"];

  it("is read in a waiver, which then waives the requirement of now", async () => {
    const waiver = 'requirement: "addBook: edge values", reason: known, owner: us, expires: 2099-12-31';
    const { path } = writeConfiguration(`waivers:\n  - { ${waiver} }\n`);
    const { exitCode, stderr } = await pedigree([...plan, "--config", path]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: warning("addBook: edge values", "addBook: stated values"),
    });
    expect(await waivedIn(path)).toEqual(["addBook: stated values"]);
  });

  it("is read in --only", async () => {
    const { exitCode, stderr } = await pedigree([...plan, "--only", "addbook: edge values"]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: warning("addbook: edge values", "addBook: stated values"),
    });
  });

  it("is no waiver beside one of the requirement's id of now", async () => {
    const waiver = (id: string): string =>
      `  - { requirement: "addBook: ${id}", reason: known, owner: us, expires: 2099-12-31 }\n`;
    const { path } = writeConfiguration(`waivers:\n${waiver("stated values")}${waiver("edge values")}`);
    const { exitCode, stderr } = await pedigree([...plan, "--config", path]);
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr: expect.stringContaining("addBook: stated values is waived already"),
    });
  });

  it("is the same requirement as the one of now in the trend of nights, and is named once", async () => {
    const folder = temporaryFolder();
    for (const night of [0, 1, 2]) {
      const text = JSON.stringify(reportOf(night, failing("LIST-3")));
      const old = night < 2 ? text.replaceAll('"LIST-3"', '"LIST-OLD"') : text;
      writeFileSync(join(folder, `${night}.json`), old);
    }
    const reports = [0, 1, 2].map((night) => join(folder, `${night}.json`));
    const { stdout, stderr } = await pedigree(["trend", ...reports, "--reports", folder, "--fail-on", "new"]);
    expect(stderr).toBe(warning("LIST-OLD", "LIST-3"));
    expect(stdout).not.toContain("Failed");
    const trend = readFileSync(join(folder, "trend.json"), "utf8");
    expect(trend).toContain("LIST-3");
    expect(trend).not.toContain("LIST-OLD");
  });
});

describe("a waiver", () => {
  it("names a requirement that follows from a description, in capital or small letters", async () => {
    const waiver = 'requirement: "listBOOKS: Responses", reason: known, owner: us, expires: 2099-12-31';
    const { path } = writeConfiguration(`waivers:\n  - { ${waiver} }\n`);
    const flags = ["--spec", fastify, "--target", "http://127.0.0.1:9", "--config", path];
    expect(await pedigree(["run", "--plan", ...flags])).toMatchObject({ exitCode: 0, stderr: "" });
    expect(await waivedIn(path)).toEqual(["listBooks: responses"]);
  });
});

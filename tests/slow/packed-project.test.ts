import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { readReport } from "../cli/pedigree.js";
import { startServer } from "../servers/judging.js";
import { makeProject, root, runIn } from "./packed-project.js";

const page = readFileSync(`${root}docs/from-your-tests.md`, "utf8");
const [example = ""] = page.match(/(?<=```js\n).*?(?=```)/s) ?? [];
const head = example.slice(0, example.indexOf("describeConformance({"));
const body = example.slice(head.length);
const exampleKey = "a-key-for-tests";
const ownServer = "() => startReferenceServer({ key })";

let project: Awaited<ReturnType<typeof makeProject>>;

beforeAll(async () => {
  project = await makeProject();
});
afterAll(() => project.remove());

/** Runs the example, with other texts in the place of some of its own. */
function runExample(replacements: Readonly<Record<string, string>> = {}, ...flags: readonly string[]) {
  const text = Object.entries(replacements).reduce((all, [from, to]) => all.replace(from, to), body);
  project.write("conformance.test.js", head + text);
  return runIn(project.folder, "vitest", ["run", "--reporter=verbose", ...flags]);
}

const withDefaultOf25 = () => startServer(() => ({ defaultLimit: () => 25 }), { key: exampleKey });

describe("the first example of docs/from-your-tests.md, in a project with the packed package,", () => {
  it("has at most twelve lines of code, and a server of its own", () => {
    const lines = example.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//"));
    expect(lines.length).toBeLessThanOrEqual(12);
    expect(example).toContain(ownServer);
    expect(example).toContain(exampleKey);
  });

  it("passes on a server that conforms", async () => {
    const { exitCode, output } = await runExample();

    expect(output).toMatch(/✓ .*LIST-4: /);
    expect(exitCode).toBe(0);
  });

  it("fails one named test on a server that breaks one requirement, and shows the request", async () => {
    const { baseUrl } = await withDefaultOf25();

    const { exitCode, output } = await runExample({ [ownServer]: `() => "${baseUrl}"` });

    expect(exitCode).toBe(1);
    expect(output).toMatch(/Tests {2}1 failed \|/);
    expect(output).toMatch(/[×✗] .*LIST-4: Without a limit, an answer holds 20 animals at most\./);
    expect(output).toContain("expected at most 20 animals");
    expect(output).toMatch(/curl .*\/v1\/pets/);
    expect(output).not.toContain(exampleKey);
  });

  it("sends only what the tests take that -t names", async () => {
    const reports = 'reports: "reports",\n  start';
    await runExample({ start: reports });
    const whole = readReport(join(project.folder, "reports"));

    const { exitCode, output } = await runExample({ start: reports }, "-t", "LIST-4:");

    expect(exitCode).toBe(0);
    expect(output).toMatch(/Tests {2}1 passed \|/);
    expect(tested(readReport(join(project.folder, "reports")))).toEqual(["LIST-4"]);
    expect(readReport(join(project.folder, "reports")).run.requests).toBeLessThan(whole.run.requests / 4);
  });

  it("skips a test with the reason where the run could not decide", async () => {
    const { exitCode, output } = await runExample({ start: "readOnly: true,\n  start" });

    expect(output).toMatch(/↓ .*CREATE-2: .*\[untested: this run may not write/);
    expect(exitCode).toBe(0);
  });

  it("passes a test with a waiver, as long as that holds", async () => {
    const { baseUrl } = await withDefaultOf25();
    const waiver = (expires: string) =>
      `waivers: [{ requirement: "LIST-4", reason: "known", owner: "me", expires: "${expires}" }],\n  start`;
    const server = `() => "${baseUrl}"`;

    const held = await runExample({ start: waiver("2999-12-31"), [ownServer]: server });
    const expired = await runExample({ start: waiver("2020-12-31"), [ownServer]: server });

    expect(held.output).toMatch(/✓ .*LIST-4: .*\(waived until 2999-12-31\)/);
    expect(held.exitCode).toBe(0);
    expect(expired.output).toMatch(/Tests {2}1 failed \|/);
    expect(expired.exitCode).toBe(1);
  });

  it("ends with one sentence where only the server has the description", async () => {
    const { exitCode, output } = await runExample({
      start: 'spec: "http://127.0.0.1:9/openapi.json",\n  start',
    });

    expect(exitCode).toBe(1);
    expect(output).toContain("it is read before start is called: save it in a file");
  });
});

/** The requirements that a run has decided. */
const tested = ({ requirements }: Report): readonly string[] =>
  requirements
    .filter(({ verdict }) => verdict !== "untested" && verdict !== "not applicable")
    .map(({ id }) => id);

describe("the packed package", () => {
  it("holds at most 150 files, and one declaration file for each entry point", () => {
    expect(project.files.length).toBeLessThanOrEqual(150);
    expect(project.files.filter((file) => file.endsWith(".d.ts")).sort()).toEqual([
      "dist/library/index.d.ts",
      "dist/vitest/index.d.ts",
    ]);
  });

  it("runs no script when it is installed", () => {
    const { scripts } = project.manifest;
    const atInstallation = ["preinstall", "install", "postinstall", "prepare"];
    expect(Object.keys(scripts).filter((name) => atInstallation.includes(name))).toEqual([]);
  });

  it("exports files that it holds", () => {
    const paths = Object.values(project.manifest.exports).flatMap((each) =>
      typeof each === "string" ? [each] : Object.values(each),
    );
    expect(paths.filter((path) => !existsSync(`${project.folder}/node_modules/pedigree/${path}`))).toEqual(
      [],
    );
  });

  it("has types that a strict project accepts", async () => {
    project.write(
      "typed.mts",
      `import { type Report, runConformance } from "pedigree";
import { describeConformance } from "pedigree/vitest";
describeConformance({ start: () => "http://127.0.0.1:9/v1", key: "some-key", spec: "openapi.yaml" });
export const failed = async (signal: AbortSignal): Promise<readonly string[]> => {
  const report: Report = await runConformance({ target: "http://127.0.0.1:9/v1", key: "k", spec: "o.yaml", signal });
  const { exitCode }: { exitCode: 0 | 1 | 3 } = report.conclusion;
  return exitCode === 1 ? report.findings.map(({ expected, actual }) => expected + actual) : [];
};
// @ts-expect-error: a run needs a target
void runConformance({ key: "some-key" });
// @ts-expect-error: start and target exclude each other
describeConformance({ start: () => "http://127.0.0.1:9/v1", target: "http://127.0.0.1:9/v1" });
`,
    );
    const flags = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--module", "nodenext"];
    const { exitCode, output } = await runIn(project.folder, "tsc", [
      ...flags,
      "--types",
      "node",
      "typed.mts",
    ]);
    expect({ exitCode, output }).toEqual({ exitCode: 0, output: "" });
  });
});

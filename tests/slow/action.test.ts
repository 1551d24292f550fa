import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type FormatName, formats } from "../../src/report/index.js";
import { main, temporaryFolder } from "../cli/pedigree.js";
import { allTested, key, startServer } from "../servers/judging.js";

const root = new URL("../../", import.meta.url);
const readYaml = (path: string): unknown => parse(readFileSync(new URL(path, root), "utf8"));

interface Step {
  readonly name: string;
  readonly id?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly steps: readonly Step[] };
}

const action = readYaml("action.yml") as Action;
const runStep = action.runs.steps.find(({ id }) => id === "run")!;

/** What a schema finds wrong in a file. */
function violations(schema: string, value: unknown): readonly string[] {
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: true });
  addFormats.default(ajv);
  const validate = ajv.compile(
    JSON.parse(readFileSync(new URL(`../schemas/${schema}`, import.meta.url), "utf8")) as object,
  );
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

/** Runs a step's script as the runner does: with the inputs in its environment, and files for what it hands on. */
async function runAction(inputs: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const all = Object.fromEntries(
    Object.entries(action.inputs).map(([name, { default: text }]) => [name, text]),
  );
  const env = Object.fromEntries(
    Object.entries(runStep.env ?? {}).map(([name, text]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text)?.[1] ?? "";
      return [name, inputs[input] ?? all[input] ?? ""];
    }),
  );
  const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", runStep.run ?? "exit 99"], {
    cwd: folder,
    env: {
      PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
      GITHUB_ACTIONS: "true",
      GITHUB_ACTION_PATH: dirname(dirname(dirname(main))),
      GITHUB_OUTPUT: join(folder, "output"),
      GITHUB_STEP_SUMMARY: join(folder, "step-summary"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const exitCode = await new Promise<number | null>((resolve) => child.once("close", resolve));
  const read = (name: string): string =>
    existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "";
  const lines = read("output")
    .split("\n")
    .filter((line) => line !== "");
  const outputs = Object.fromEntries(
    lines.map((line) => [line.split("=")[0], line.slice(line.indexOf("=") + 1)]),
  );
  return { exitCode, stdout, stderr, outputs, folder, summary: read("step-summary") };
}

describe("the action for GitHub", () => {
  it("follows the schema of actions", () => {
    expect(violations("github-action.json", action)).toEqual([]);
    expect(violations("github-action.json", { ...action, runs: { using: "composite" } })).not.toEqual([]);
  });

  it("never puts an input into the text of a script", () => {
    const scripts = action.runs.steps.flatMap(({ run }) => run ?? []);

    expect(scripts).toHaveLength(2);
    for (const script of scripts) expect(script).not.toContain("${{");
  });

  it("hands on every input, and every output that it promises", () => {
    const given = Object.values(runStep.env ?? {}).join(" ");
    const unused = Object.keys(action.inputs).filter((name) => !given.includes(`inputs.${name} `));

    expect(unused).toEqual(["artifact", "node-version"]);
    for (const [name, { value }] of Object.entries(action.outputs)) {
      expect(value).toBe(`\${{ steps.run.outputs.${name} }}`);
      expect(runStep.run).toContain(`output ${name} `);
    }
  });

  it("judges a server that conforms, and hands on verdict and reports", async () => {
    const { url } = await startServer();

    const { exitCode, outputs, stdout, summary } = await runAction({ target: url, key });

    expect(stdout).toContain(allTested);
    expect({ exitCode, outputs }).toEqual({
      exitCode: 0,
      outputs: {
        verdict: "conforms",
        "exit-code": "0",
        report: "reports/report.json",
        html: "reports/report.html",
      },
    });
    expect(summary).toContain("## ✅ Pedigree: conforms");
    expect(stdout).not.toContain(key);
  });

  it("fails with a server that does not conform, with annotations and a summary", async () => {
    const { url } = await startServer(() => ({ pageSize: (limit) => limit + 1 }));

    const { exitCode, outputs, stdout, summary } = await runAction({
      target: url,
      key,
      seed: "-5",
      category: "-7,3",
      formats: "json,junit",
      reports: "out dir",
    });

    expect(exitCode).toBe(1);
    expect(outputs).toEqual({
      verdict: "does not conform",
      "exit-code": "1",
      report: "out dir/report.json",
    });
    expect(stdout).toMatch(/^::error title=LIST-3 An answer never holds more/m);
    expect(stdout).toMatch(/^::stop-commands::[\da-f]{32}$/m);
    expect(summary).toContain("### ❌ LIST-3");
    expect(summary).toContain("seed -5");
  });

  it("fails with wrong usage, and promises no report", async () => {
    const { exitCode, outputs, stderr } = await runAction({ profile: "nightli" });

    expect({ exitCode, outputs }).toEqual({ exitCode: 2, outputs: { verdict: "", "exit-code": "2" } });
    expect(stderr).toContain("nightli");
  });

  it("sends nothing but GET where it is to be read-only, and takes no other word for that", async () => {
    const { url } = await startServer();

    const careful = await runAction({ target: url, key, "read-only": "true", "max-created": "0" });
    const unclear = await runAction({ target: url, key, "read-only": "yes" });

    expect(readFileSync(join(careful.folder, "reports", "report.json"), "utf8")).toContain(
      '"readOnly": true',
    );
    expect(unclear).toMatchObject({ exitCode: 2, outputs: { verdict: "", "exit-code": "2" } });
  });

  it("runs nothing that stands in an input", async () => {
    const { folder, exitCode } = await runAction({
      target: '$(touch owned)`touch owned`";touch owned;"',
      reports: "reports\nverdict=conforms",
    });

    expect(exitCode).toBe(2);
    expect(existsSync(join(folder, "owned"))).toBe(false);
  });
});

describe("the template for GitLab", () => {
  const template = readYaml("ci/gitlab.yml") as Readonly<
    Record<
      string,
      {
        readonly variables: Readonly<Record<string, string>>;
        readonly before_script: readonly string[];
        readonly script: readonly string[];
        readonly artifacts: {
          readonly paths: readonly string[];
          readonly reports: { readonly junit: string };
        };
      }
    >
  >;
  const job = template[".pedigree"]!;

  it("follows GitLab's schema, also as the job that extends it", () => {
    expect(violations("gitlab-ci.json", template)).toEqual([]);
    expect(violations("gitlab-ci.json", { conformance: { ...job } })).toEqual([]);
    expect(violations("gitlab-ci.json", { conformance: { ...job, artifacts: { path: [] } } })).not.toEqual(
      [],
    );
  });

  it("keeps as artifacts what the run writes", () => {
    const folder = job.variables["PEDIGREE_REPORTS"] ?? "";
    const names = (job.variables["PEDIGREE_FORMATS"] ?? "").split(",");

    expect(names).toEqual(expect.arrayContaining(["json", "junit", "html"]));
    for (const name of names) expect(Object.keys(formats)).toContain(name as FormatName);
    expect(job.artifacts.reports.junit).toBe(`${folder}/${formats.junit.file}`);
    expect(job.artifacts.paths).toEqual([`${folder}/`]);
  });

  it("holds no key and no address", () => {
    expect(job.variables).not.toHaveProperty("PEDIGREE_API_KEY");
    expect(job.variables).not.toHaveProperty("PEDIGREE_TARGET");
  });
});

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { formats } from "../../src/report/index.js";
import { type Ended, main, readReport, temporaryFolder } from "../cli/pedigree.js";
import { readYaml, violations } from "../schemas/violations.js";
import { allTested, key, startServer } from "../servers/judging.js";
import { deadPort } from "../servers/plain-server.js";

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly id?: string;
      readonly run?: string;
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

const ending = fileURLToPath(new URL("../servers/ending-server.mjs", import.meta.url));

const action = readYaml("action.yml") as Action;
const { run: script = "", env = {} } = action.runs.steps.find(({ id }) => id === "run") ?? {};

/** Runs a step's script as the runner does: with the inputs in its environment, and files for what it hands on. */
function runAction(inputs: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  const given = Object.entries(env).map(([name, text]) => {
    const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(text)?.[1] ?? "";
    return [name, inputs[input] ?? action.inputs[input]?.default ?? ""];
  });
  return new Promise<Ended & { readonly folder: string; outputs: object; summary: string }>((resolve) => {
    const child = spawn("bash", ["--noprofile", "--norc", "-eo", "pipefail", "-c", script], {
      cwd: folder,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
        GITHUB_ACTIONS: "true",
        GITHUB_ACTION_PATH: dirname(dirname(dirname(main))),
        GITHUB_OUTPUT: join(folder, "output"),
        GITHUB_STEP_SUMMARY: join(folder, "step-summary"),
        ...Object.fromEntries(given),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const said = Promise.all([text(child.stdout), text(child.stderr)]);
    child.once("close", async (exitCode) => {
      const [stdout, stderr] = await said;
      const read = (name: string): string =>
        existsSync(join(folder, name)) ? readFileSync(join(folder, name), "utf8") : "";
      const outputs = Object.fromEntries(
        [...read("output").matchAll(/^([^=\n]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
      );
      resolve({ exitCode, stdout, stderr, outputs, folder, summary: read("step-summary") });
    });
  });
}

describe("the action for GitHub", () => {
  it("follows the schema of actions", () => {
    expect(violations("github-action.json", action)).toEqual([]);
    expect(violations("github-action.json", { ...action, runs: { using: "composite" } })).not.toEqual([]);
  });

  it("never puts an input into the text of a script", () => {
    const scripts = action.runs.steps.flatMap(({ run }) => run ?? []);

    expect(scripts).toHaveLength(2);
    expect(scripts.filter((each) => each.includes("${{"))).toEqual([]);
  });

  it("hands on every input, and every output that it promises", () => {
    const given = Object.values(env).join(" ");
    const unused = Object.keys(action.inputs).filter((name) => !given.includes(`inputs.${name} `));
    const promised = Object.entries(action.outputs);

    expect(unused).toEqual(["artifact", "node-version"]);
    expect(promised.map(([, { value }]) => value)).toEqual(
      promised.map(([name]) => `\${{ steps.run.outputs.${name} }}`),
    );
    expect(promised.filter(([name]) => !script.includes(`output ${name} `))).toEqual([]);
  });

  it("judges a server that conforms, and hands on verdict and reports", async () => {
    const { baseUrl: url } = await startServer();

    const ended = await runAction({ target: url, key });

    const reports = { report: "reports/report.json", html: "reports/report.html" };
    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining(allTested) });
    expect(ended.outputs).toEqual({ verdict: "conforms", "exit-code": "0", ...reports });
    expect(ended.summary).toContain("## ✅ Pedigree: conforms");
    expect(ended.stdout).not.toContain(key);
  });

  it("fails with a server that does not conform, with annotations and a summary", async () => {
    const { baseUrl: url } = await startServer(() => ({ pageSize: (limit) => limit + 1 }));
    const inputs = { seed: "-5", category: "-7,3", formats: "json,junit", reports: "out dir" };

    const { exitCode, outputs, stdout, summary } = await runAction({ target: url, key, ...inputs });

    const report = "out dir/report.json";
    expect({ exitCode, outputs }).toEqual({
      exitCode: 1,
      outputs: { verdict: "does not conform", "exit-code": "1", report },
    });
    expect(stdout).toMatch(/^::error title=LIST-3 An answer never holds more/m);
    expect(stdout).toMatch(/^::stop-commands::[\da-f]{32}$/m);
    expect(summary).toContain("❌ 1 <b>LIST-3</b>");
    expect(summary).toContain("seed -5");
  });

  it("starts the server, which gets the key only where start-env names its variable", async () => {
    const judgeStarted = async (more: Readonly<Record<string, string>>) => {
      const port = await deadPort();
      const start = `echo "key: $PEDIGREE_API_KEY" > seen; exec node "${ending}" ${port} ${key}`;
      return runAction({ start, "wait-for": `http://127.0.0.1:${port}/v1`, key, ...more });
    };

    const [without, passed, empty] = [
      await judgeStarted({}),
      await judgeStarted({ "start-env": "PATH, PEDIGREE_API_KEY" }),
      await judgeStarted({ "start-env": "" }),
    ];

    expect([without.exitCode, passed.exitCode, empty.exitCode]).toEqual([0, 0, 2]);
    expect(readFileSync(join(without.folder, "seen"), "utf8")).toBe("key: \n");
    expect(readFileSync(join(passed.folder, "seen"), "utf8")).toBe(`key: ${key}\n`);
  });

  it("sends nothing but GET where it is to be read-only", async () => {
    const { baseUrl: url } = await startServer();

    const { folder } = await runAction({ target: url, key, "read-only": "true", "max-created": "0" });

    expect(readReport(join(folder, "reports")).run.readOnly).toBe(true);
  });

  it.each<readonly [string, Record<string, string>, string]>([
    ["an unknown profile", { profile: "nightli" }, "nightli"],
    [
      "an unclear word for read-only",
      { target: "http://127.0.0.1:9/v1", key, "read-only": "yes" },
      "read-only",
    ],
    ["commands in an input", { target: '$(touch owned)`touch owned`";touch owned;"' }, "is no address"],
    ["an output in an input", { target: "x", key, reports: "reports\nverdict=conforms" }, "is no address"],
  ])("fails with %s, promises no report, and runs nothing of it", async (_what, inputs, reason) => {
    const { exitCode, outputs, stderr, stdout, folder } = await runAction(inputs);

    expect({ exitCode, outputs }).toEqual({ exitCode: 2, outputs: { verdict: "", "exit-code": "2" } });
    expect(stdout + stderr).toContain(reason);
    expect(existsSync(join(folder, "owned"))).toBe(false);
  });
});

interface Job {
  readonly variables: Readonly<Record<string, string>>;
  readonly artifacts: { readonly paths: readonly string[]; readonly reports: { readonly junit: string } };
}

describe("the template for GitLab", () => {
  const template = readYaml("ci/gitlab.yml") as { readonly ".pedigree": Job };
  const { ".pedigree": job } = template;
  const { variables, artifacts } = job;

  it("follows GitLab's schema, also as the job that extends it", () => {
    expect(violations("gitlab-ci.json", template)).toEqual([]);
    expect(violations("gitlab-ci.json", { conformance: job })).toEqual([]);
    expect(violations("gitlab-ci.json", { conformance: { ...job, artifacts: { path: [] } } })).not.toEqual(
      [],
    );
  });

  it("keeps as artifacts what the run writes, and holds no key and no address", () => {
    const { PEDIGREE_REPORTS: folder, PEDIGREE_FORMATS: names = "" } = variables;

    expect(names.split(",")).toEqual(expect.arrayContaining(["json", "junit", "html"]));
    expect(names.split(",").filter((name) => !(name in formats))).toEqual([]);
    expect(artifacts.reports.junit).toBe(`${folder}/${formats.junit.file}`);
    expect(artifacts.paths).toEqual([`${folder}/`]);
    expect(Object.keys(variables)).not.toContain("PEDIGREE_API_KEY");
    expect(Object.keys(variables)).not.toContain("PEDIGREE_TARGET");
  });
});

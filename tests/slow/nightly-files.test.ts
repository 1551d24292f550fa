import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NoOperationTraceWriter, parseWorkflow } from "@actions/workflow-parser";
import { CronJob } from "kubernetes-models/batch/v1/CronJob";
import { describe, expect, it } from "vitest";
import { main, readReport, temporaryFolder } from "../cli/pedigree.js";
import { readYaml, violations } from "../schemas/violations.js";
import { allTested, key, startServer } from "../servers/judging.js";

const textOf = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");

describe("the nightly workflow for GitHub", () => {
  const errorsIn = (content: string) =>
    parseWorkflow({ name: "nightly.yml", content }, new NoOperationTraceWriter())
      .context.errors.getErrors()
      .map(({ message }) => message);

  it("is a workflow, by GitHub's own parser", () => {
    const text = textOf("ci/github-nightly.yml");

    expect(errorsIn(text)).toEqual([]);
    expect(errorsIn(text.replace("fail-fast", "fail-quick"))).not.toEqual([]);
  });
});

describe("the nightly jobs for GitLab", () => {
  it("follow GitLab's schema", () => {
    const jobs = readYaml("ci/gitlab-nightly.yml") as { "pedigree shard": object };

    expect(violations("gitlab-ci.json", { ...(readYaml("ci/gitlab.yml") as object), ...jobs })).toEqual([]);
    const wrong = { ...jobs, "pedigree shard": { ...jobs["pedigree shard"], parallel: "four" } };
    expect(violations("gitlab-ci.json", wrong)).not.toEqual([]);
  });
});

describe("the nightly job for Kubernetes", () => {
  type Manifest = ConstructorParameters<typeof CronJob>[0] & object;
  const manifest = readYaml("ci/kubernetes-nightly.yml") as Manifest;
  const [container] = manifest.spec?.jobTemplate.spec?.template.spec?.containers ?? [];

  it("follows the schema of CronJobs", () => {
    const { spec, ...rest } = manifest;

    expect(() => new CronJob(manifest).validate()).not.toThrow();
    expect(() => new CronJob({ ...rest, spec: { ...spec, schedule: 5 } } as never).validate()).toThrow();
  });

  /** Runs what the pod with this number runs, as sh does it, beside the build that is there. */
  const runPod = (index: number, reports: string, target: string) =>
    new Promise<{ exitCode: number | null; stdout: string }>((resolve) => {
      const [shell = "sh", ...flags] = container?.command ?? [];
      const args = (container?.args ?? []).map((each) => each.replace("--profile nightly", "--cases 120"));
      const child = spawn(shell, [...flags, ...args], {
        env: {
          PATH: process.env["PATH"],
          JOB_NAME: "pedigree-nightly-29384720",
          JOB_COMPLETION_INDEX: `${index}`,
          SHARDS: "2",
          LONGEST: "30",
          PEDIGREE_SOURCE: "",
          PEDIGREE_HOME: join(main, "..", "..", ".."),
          PEDIGREE_TARGET: target,
          PEDIGREE_API_KEY: key,
          REPORTS: reports,
        },
      });
      let stdout = "";
      child.stdout.on("data", (chunk: Buffer) => {
        stdout += chunk.toString();
      });
      child.once("close", (exitCode) => resolve({ exitCode, stdout }));
    });

  it("has each pod try its shard, and the last one give the verdict on all", async () => {
    const { baseUrl } = await startServer();
    const reports = temporaryFolder();

    const pods = await Promise.all([0, 1, 2].map((index) => runPod(index, reports, baseUrl)));

    expect(pods.map(({ exitCode }) => exitCode)).toEqual([0, 0, 0]);
    expect(pods[2]?.stdout).toContain(allTested);
    const night = join(reports, "pedigree-nightly-29384720");
    expect(readReport(night)).toMatchObject({ statistics: { random: { cases: 120 } } });
    expect(existsSync(join(night, "shards", "2", "report.json"))).toBe(true);
  });

  it("fails with the verdict of all, though each shard's pod succeeds", async () => {
    const { baseUrl } = await startServer(() => ({ pageSize: (limit) => limit + 1 }));
    const reports = temporaryFolder();

    const pods = await Promise.all([0, 1, 2].map((index) => runPod(index, reports, baseUrl)));

    expect(pods.map(({ exitCode }) => exitCode)).toEqual([0, 0, 1]);
  });
});

import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/reference/index.js";
import { changeStatus } from "../../src/reference/operators/index.js";
import { writeReports } from "../../src/report/index.js";
import type { FindingReport, Report } from "../../src/run/index.js";
import { judge, key, startServer } from "../servers/judging.js";
import { lineOf, type Received, recordInto } from "../servers/recording.js";
import { writeConfiguration } from "./configured.js";
import { pedigree, readReport, temporaryFolder } from "./pedigree.js";

interface Judged {
  readonly reports: string;
  readonly url: string;
  readonly received: Received[];
  /** Lets the server follow the document from here on. */
  readonly mend: () => void;
}

/** Judges a server that can be mended. */
async function judgeBroken(broken: Operator): Promise<Judged> {
  const reports = temporaryFolder();
  const received: Received[] = [];
  let isBroken = true;
  const mendable: Operator = (handlers) => {
    const deviant = broken(handlers);
    const members = Object.entries(deviant).map(([name, deviate]) => [
      name,
      (...args: readonly unknown[]) => {
        const act = isBroken ? deviate : handlers[name as keyof typeof handlers];
        return (act as (...args: readonly unknown[]) => unknown)(...args);
      },
    ]);
    return Object.fromEntries(members) as ReturnType<Operator>;
  };
  const { url } = await startServer(recordInto(received, mendable));
  await writeReports(await judge(url), reports, ["json"]);
  return {
    reports,
    url,
    received,
    mend: () => {
      isBroken = false;
    },
  };
}

const takesNumbersAsNames: Operator = () => ({ checkNameIsString: () => undefined });

/** The number of the first finding that contradicts a requirement, as `--finding` takes it. */
function numberOf({ findings }: Report, id: string): string {
  return `${findings.find(({ requirement }) => requirement === id)?.number}`;
}

/** Sends a finding's counterexample again. */
function replay(reports: string, finding: string, target: string): ReturnType<typeof pedigree> {
  return pedigree(["replay", join(reports, "report.json"), "--finding", finding, "--target", target]);
}

describe("pedigree replay", () => {
  it("sends the same bytes again, and finds the same again, with exit code 1", async () => {
    const { reports, url, received } = await judgeBroken(takesNumbersAsNames);
    const { findings } = readReport(reports);
    const finding = findings.find(({ requirement }) => requirement === "CREATE-8");
    const sent = finding?.exchanges[finding.shownBy]?.request;
    const before = received.length;

    const report = join(reports, "report.json");
    const args = [report, "--finding", `${finding?.number}`, "--target", url];
    const ended = await pedigree(["replay", ...args]);

    const body = sent?.body !== undefined && "text" in sent.body ? sent.body.text : "";
    const again = received.slice(before).filter(({ method }) => method === "POST");
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toMatch(new RegExp(`^finding ${finding?.number} shows again\n`));
    expect(ended.stdout).toContain(`pedigree replay ${args.join(" ")}\n`);
    expect(ended.stdout).toContain("CREATE-8 (must) A name that is no string is refused with 400.");
    expect(body).not.toBe("");
    expect(again.map(lineOf)).toEqual([`POST /v1/pets? ${body}`]);
    expect(again[0]).toMatchObject({ authorization: `Bearer ${key}`, contentType: "application/json" });
  });

  it("sends a credential again that the report knows by name only", async () => {
    const { reports, url, received } = await judgeBroken(() => ({
      authenticate: (credential, good) => credential?.slice(0, 8) === good.slice(0, 8),
    }));
    const number = numberOf(readReport(reports), "AUTH-3");
    const before = received.length;

    const ended = await replay(reports, number, url);

    const wrong = received.slice(before).filter((each) => each.authorization !== `Bearer ${key}`);
    expect(readFileSync(join(reports, "report.json"), "utf8")).not.toContain(key.slice(0, -1));
    expect(ended.exitCode).toBe(1);
    expect(wrong.map((each) => each.authorization?.slice(0, 15))).toEqual([`Bearer ${key.slice(0, 8)}`]);
  });

  it("repeats the part of the run that leads to a finding which needs many animals", async () => {
    const { reports, url } = await judgeBroken(() => ({ pageSize: (limit) => (limit === 99 ? 100 : limit) }));
    const [finding] = readReport(reports).findings;

    const ended = await pedigree(["replay", join(reports, "report.json"), "--target", url]);

    expect(finding?.requirement).toBe("LIST-3");
    expect(ended).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("finding 1 shows again") });
  });

  it("ends with 0 where the server was mended", async () => {
    const { reports, url, mend } = await judgeBroken(takesNumbersAsNames);
    const number = numberOf(readReport(reports), "CREATE-8");
    mend();

    const ended = await replay(reports, number, url);

    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("did not show again") });
  });

  it("may be sent to another server than the one that the report is about", async () => {
    const { reports } = await judgeBroken(takesNumbersAsNames);
    const number = numberOf(readReport(reports), "CREATE-8");
    const { url } = await startServer();

    const ended = await replay(reports, number, url);

    expect(ended.exitCode).toBe(0);
  });

  it("ends with 3 where the server is gone, and with 2 for a finding that there is not", async () => {
    const { reports } = await judgeBroken(takesNumbersAsNames);
    const report = join(reports, "report.json");

    const [gone, unknown] = await Promise.all([
      pedigree(["replay", report, "--target", "http://127.0.0.1:9/v1"]),
      pedigree(["replay", report, "--finding", "99", "--target", "http://127.0.0.1:9/v1"]),
    ]);

    expect(gone).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("nothing listens") });
    expect(unknown).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/no finding 99: there are 1 to \d/),
    });
  });

  it("ends with 1 where the same requirement is broken in another way by now", async () => {
    const { reports } = await judgeBroken(takesNumbersAsNames);
    const number = numberOf(readReport(reports), "CREATE-8");
    const { url } = await startServer(changeStatus("checkNameIsString", 422));
    const args = [join(reports, "report.json"), "--finding", number, "--target", url];

    const ended = await pedigree(["replay", ...args]);

    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toMatch(/does not show as it did, but its requirement is still broken\n\nCREATE-8/);
  });

  it.each<readonly [string, string, (finding: FindingReport) => FindingReport, readonly string[], RegExp]>([
    ["it may not write", "CREATE-8", (finding) => finding, ["--read-only"], /this run may not write/],
    [
      "it may add too few animals",
      "CREATE-8",
      (finding) => finding,
      ["--max-created", "0"],
      /the 0 animals that it may add/,
    ],
    [
      "the check is not known",
      "CREATE-8",
      (finding) => ({ ...finding, check: "none" }),
      [],
      /there is no check none/,
    ],
  ])("ends with 3 and the reason where %s", async (_what, id, change, flags, reason) => {
    const { reports, url } = await judgeBroken(takesNumbersAsNames);
    const report = readReport(reports);
    const path = join(reports, "report.json");
    writeFileSync(path, JSON.stringify({ ...report, findings: report.findings.map(change) }));
    const number = numberOf(report, id);

    const ended = await pedigree(["replay", path, "--finding", number, "--target", url, ...flags]);

    expect(ended).toMatchObject({ exitCode: 3, stdout: "" });
    expect(ended.stderr).toMatch(new RegExp(`^pedigree: finding ${number} \\(${id}\\) could not be tried: `));
    expect(ended.stderr).toMatch(reason);
  });

  it("sends the key to no address that only the report names, not on this machine either", async () => {
    const { reports, received } = await judgeBroken(takesNumbersAsNames);
    const before = received.length;

    const ended = await pedigree(["replay", join(reports, "report.json")]);

    expect(ended).toMatchObject({ exitCode: 2, stdout: "", stderr: expect.stringContaining("--target") });
    expect(received).toHaveLength(before);
  });

  it("takes the target from the environment, and from the configuration that has it", async () => {
    const { reports, url } = await judgeBroken(takesNumbersAsNames);
    const args = ["replay", join(reports, "report.json")];
    const { path } = writeConfiguration(`target: ${url}\n`);

    const [variable, configured] = await Promise.all([
      pedigree(args, { environment: { PEDIGREE_TARGET: url } }),
      pedigree([...args, "--config", path]),
    ]);

    expect(variable.exitCode).toBe(1);
    expect(configured.exitCode).toBe(1);
  });

  it("is told with the report that was given, in whatever file and folder", async () => {
    const { reports, url } = await judgeBroken(takesNumbersAsNames);
    const kept = join(reports, "last night.json");
    renameSync(join(reports, "report.json"), kept);
    const out = temporaryFolder();

    await pedigree(["report", kept, "--reports", out, "--formats", "junit,markdown,html"]);

    const replay = `pedigree replay '${kept}' --finding 1 --target ${url}`;
    for (const file of ["junit.xml", "summary.md"])
      expect(readFileSync(join(out, file), "utf8")).toContain(replay);
    expect(readFileSync(join(out, "report.html"), "utf8").replaceAll("&#39;", "'")).toContain(replay);
  });
});

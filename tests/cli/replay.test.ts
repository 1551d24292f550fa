import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Deviation } from "../../src/reference/index.js";
import { writeReports } from "../../src/report/index.js";
import type { Report } from "../../src/run/index.js";
import { judge, key, startServer } from "../servers/judging.js";
import { lineOf, type Received, recordInto } from "../servers/recording.js";
import { pedigree, readReport, temporaryFolder } from "./pedigree.js";

interface Judged {
  readonly reports: string;
  readonly url: string;
  readonly received: Received[];
  /** Lets the server follow the document from here on. */
  readonly mend: () => void;
}

/** Judges a server that can be mended. */
async function judgeBroken(broken: Deviation): Promise<Judged> {
  const reports = temporaryFolder();
  const received: Received[] = [];
  let isBroken = true;
  const mendable: Deviation = (conduct) => {
    const deviant = broken(conduct);
    const members = Object.entries(deviant).map(([name, deviate]) => [
      name,
      (...args: readonly unknown[]) => {
        const act = isBroken ? deviate : conduct[name as keyof typeof conduct];
        return (act as (...args: readonly unknown[]) => unknown)(...args);
      },
    ]);
    return Object.fromEntries(members) as ReturnType<Deviation>;
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

const takesNumbersAsNames: Deviation = () => ({ checkNameIsString: () => undefined });

/** The number of the first finding that contradicts a requirement, as `--finding` takes it. */
function numberOf({ findings }: Report, id: string): string {
  return `${findings.find(({ requirement }) => requirement === id)?.number}`;
}

describe("pedigree replay", () => {
  it("sends the same bytes again, and finds the same again, with exit code 1", async () => {
    const { reports, received } = await judgeBroken(takesNumbersAsNames);
    const { findings } = readReport(reports);
    const finding = findings.find(({ requirement }) => requirement === "CREATE-8");
    const sent = finding?.exchanges[finding.shownBy]?.request;
    const before = received.length;

    const ended = await pedigree(["replay", join(reports, "report.json"), "--finding", `${finding?.number}`]);

    const body = sent?.body !== undefined && "text" in sent.body ? sent.body.text : "";
    const again = received.slice(before).filter(({ method }) => method === "POST");
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toMatch(new RegExp(`^finding ${finding?.number} shows again\n`));
    expect(ended.stdout).toContain("CREATE-8 (must) A name that is no string is refused with 400.");
    expect(body).not.toBe("");
    expect(again.map(lineOf)).toEqual([`POST /v1/pets? ${body}`]);
    expect(again[0]).toMatchObject({ authorization: `Bearer ${key}`, contentType: "application/json" });
  });

  it("sends a credential again that the report knows by name only", async () => {
    const { reports, received } = await judgeBroken(() => ({
      authenticate: (credential, good) => credential?.slice(0, 8) === good.slice(0, 8),
    }));
    const number = numberOf(readReport(reports), "AUTH-3");
    const before = received.length;

    const ended = await pedigree(["replay", join(reports, "report.json"), "--finding", number]);

    const wrong = received.slice(before).filter((each) => each.authorization !== `Bearer ${key}`);
    expect(readFileSync(join(reports, "report.json"), "utf8")).not.toContain(key.slice(0, -1));
    expect(ended.exitCode).toBe(1);
    expect(wrong.map((each) => each.authorization?.slice(0, 15))).toEqual([`Bearer ${key.slice(0, 8)}`]);
  });

  it("repeats the part of the run that leads to a finding which needs many animals", async () => {
    const { reports } = await judgeBroken(() => ({ pageSize: (limit) => (limit === 99 ? 100 : limit) }));
    const [finding] = readReport(reports).findings;

    const ended = await pedigree(["replay", join(reports, "report.json")]);

    expect(finding?.requirement).toBe("LIST-3");
    expect(ended).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("finding 1 shows again") });
  });

  it("ends with 0 where the server was mended", async () => {
    const { reports, mend } = await judgeBroken(takesNumbersAsNames);
    const number = numberOf(readReport(reports), "CREATE-8");
    mend();

    const ended = await pedigree(["replay", join(reports, "report.json"), "--finding", number]);

    expect(ended).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("did not show again") });
  });

  it("may be sent to another server than the one that the report is about", async () => {
    const { reports } = await judgeBroken(takesNumbersAsNames);
    const number = numberOf(readReport(reports), "CREATE-8");
    const { url } = await startServer();

    const ended = await pedigree([
      "replay",
      join(reports, "report.json"),
      "--finding",
      number,
      "--target",
      url,
    ]);

    expect(ended.exitCode).toBe(0);
  });

  it("ends with 3 where the server is gone, and with 2 for a finding that there is not", async () => {
    const { reports } = await judgeBroken(takesNumbersAsNames);
    const report = join(reports, "report.json");

    const [gone, unknown] = await Promise.all([
      pedigree(["replay", report, "--target", "http://127.0.0.1:9/v1"]),
      pedigree(["replay", report, "--finding", "99"]),
    ]);

    expect(gone).toMatchObject({ exitCode: 3, stderr: expect.stringContaining("nothing listens") });
    expect(unknown).toMatchObject({
      exitCode: 2,
      stderr: expect.stringMatching(/no finding 99: there are 1 to \d/),
    });
  });
});

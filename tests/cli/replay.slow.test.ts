import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/server/index.js";
import { changeStatus } from "../../src/server/operators/index.js";
import { findingOf, key, startServer } from "../servers/judging.js";
import { lineOf, type Received, recordInto } from "../servers/recording.js";
import { writeConfiguration } from "../settings/configured.js";
import { pedigree, readReport, runOn, start, temporaryFolder } from "./pedigree.js";

const takesNumbersAsNames: Operator = () => ({ checkNameIsString: () => undefined });

/** Judges a server that breaks a requirement. The command line that sends the finding again lacks only a target. */
async function judgeBroken(broken: Operator = takesNumbersAsNames, id = "CREATE-8", only = [id]) {
  const received: Received[] = [];
  const { baseUrl: url } = await startServer(recordInto(received, broken));
  const { reports } = await runOn(url, ["--only", only.join(), "--formats", "json", "-q"]);
  const path = join(reports, "report.json");
  const report = readReport(reports);
  const finding = findingOf(report, id);
  received.length = 0;
  const args = ["replay", path, "--finding", `${finding.number}`];
  return { path, report, finding, url, received, args };
}

describe("pedigree replay", () => {
  it("sends the same bytes again, and finds the same again, with exit code 1", async () => {
    const { args, finding, url, received } = await judgeBroken();
    const sent = finding.exchanges[finding.shownBy]?.request;

    const ended = await start([...args, "--target", url]).ended;

    const body = sent?.body !== undefined && "text" in sent.body ? sent.body.text : "";
    const again = received.filter(({ method }) => method === "POST");
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toMatch(new RegExp(`^finding ${finding.number} shows again\n`));
    expect(ended.stdout).toContain(`pedigree ${args.join(" ")} --target ${url}\n`);
    expect(ended.stdout).toContain("CREATE-8 (must) A name that is no string is refused with 400.");
    expect(body).not.toBe("");
    expect(again.map(lineOf)).toEqual([`POST /v1/pets? ${body}`]);
    expect(again[0]).toMatchObject({ authorization: `Bearer ${key}`, contentType: "application/json" });
  });

  it("sends a credential again that the report knows by name only", async () => {
    const startsAlike: Operator = () => ({
      authenticate: (credential, good) => credential?.slice(0, 8) === good.slice(0, 8),
    });
    const { args, path, url, received } = await judgeBroken(startsAlike, "AUTH-3");

    const ended = await pedigree([...args, "--target", url]);

    const wrong = received.filter((each) => each.authorization !== `Bearer ${key}`);
    expect(readFileSync(path, "utf8")).not.toContain(key.slice(0, -1));
    expect(ended.exitCode).toBe(1);
    expect(wrong.map((each) => each.authorization?.slice(0, 15))).toEqual([`Bearer ${key.slice(0, 8)}`]);
  });

  it("repeats the part of the run that leads to a finding which needs many animals", async () => {
    const offByOne: Operator = () => ({ pageSize: (limit) => (limit === 99 ? 100 : limit) });
    const { args, url } = await judgeBroken(offByOne, "LIST-3");

    const ended = await pedigree([...args, "--target", url]);

    expect(ended).toMatchObject({ exitCode: 1, stdout: expect.stringContaining("finding 1 shows again") });
  });

  it.each<readonly [string, number, RegExp, Operator]>([
    ["0 where another server is right", 0, /did not show again/, () => ({})],
    [
      "1 where the same requirement is broken in another way",
      1,
      /does not show as it did, but its requirement is still broken\n\nCREATE-8/,
      changeStatus("checkNameIsString", 422),
    ],
  ])("ends with %s", async (_what, exitCode, sentence, deviation) => {
    const { args } = await judgeBroken();
    const { baseUrl: url } = await startServer(deviation);

    const ended = await pedigree([...args, "--target", url]);

    expect(ended).toMatchObject({ exitCode, stdout: expect.stringMatching(sentence) });
  });

  it.each<readonly [string, readonly string[], number, RegExp]>([
    ["it may not write", ["--read-only"], 3, /could not be tried: .*this run may not write/],
    ["it may add too few animals", ["--max-created", "0"], 3, /could not be tried: .*the 0 animals that it/],
    ["the server is gone", ["--target", "http://127.0.0.1:9/v1"], 3, /nothing listens/],
    ["there is no such finding", ["--finding", "99"], 2, /no finding 99: there are 1 to \d/],
  ])("says so where %s", async (_what, flags, exitCode, reason) => {
    const { args, url } = await judgeBroken();
    const target = flags.includes("--target") ? [] : ["--target", url];

    const ended = await pedigree([...args, ...target, ...flags]);

    expect(ended).toMatchObject({ exitCode, stdout: "", stderr: expect.stringMatching(reason) });
  });

  it("says so where the check is not known, or the report is none, or holds no findings", async () => {
    const { args, path, report, url } = await judgeBroken();
    const replayOf = (changed: object) => {
      writeFileSync(path, JSON.stringify(changed));
      return pedigree([...args, "--target", url]);
    };

    const unknown = await replayOf({ ...report, findings: [{ ...report.findings[0], check: "none" }] });
    const none = await replayOf({});
    const empty = await replayOf({ ...report, findings: [] });

    const refused = (exitCode: number, reason: string) => ({
      exitCode,
      stdout: "",
      stderr: expect.stringContaining(reason),
    });
    expect(unknown).toEqual(refused(3, "finding 1 (CREATE-8) could not be tried: there is no check none"));
    expect(none).toEqual(refused(2, "report.json is no report of this version of pedigree"));
    expect(empty).toEqual(refused(2, "holds no findings"));
  });

  it("sends the key to no address that only the report names, but to that of a configured target", async () => {
    const { args, url, received } = await judgeBroken();
    const configured = (name: string, address: string): readonly string[] => {
      const { path } = writeConfiguration(`targets:\n  ${name}: { url: "${address}" }\n`);
      return [...args, "--config", path];
    };

    const unknown = await pedigree(args);
    const onItsHost = await pedigree(configured("production", `${new URL(url).origin}/v2`));
    const before = received.length;
    const known = await pedigree(configured("store", url));

    const refused = { exitCode: 2, stdout: "", stderr: expect.stringMatching(/name that target.*--target/) };
    expect([unknown, onItsHost]).toEqual([refused, refused]);
    expect(before).toBe(0);
    expect(known.exitCode).toBe(1);
  });

  it("takes the target from the environment, or the configuration's default", async () => {
    const { args, url } = await judgeBroken();
    const { path } = writeConfiguration(`target: ${url}\n`);

    const variable = await pedigree(args, { environment: { PEDIGREE_TARGET: url } });
    const configured = await pedigree([...args, "--config", path]);

    expect([variable.exitCode, configured.exitCode]).toEqual([1, 1]);
  });

  it("is told with the report that was given, in whatever file and folder", async () => {
    const { path, url } = await judgeBroken();
    const out = temporaryFolder();
    const kept = join(temporaryFolder(), "last night.json");
    renameSync(path, kept);

    await pedigree(["report", kept, "--reports", out, "--formats", "junit,markdown,html"]);

    const told = `pedigree replay '${kept}' --finding 1 --target ${url}`;
    const lacking = ["junit.xml", "summary.md", "report.html"].filter(
      (file) => !readFileSync(join(out, file), "utf8").replaceAll("&#39;", "'").includes(told),
    );
    expect(lacking).toEqual([]);
  });
});

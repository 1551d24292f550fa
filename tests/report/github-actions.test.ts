import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { renderAnnotations } from "../../src/report/github-actions.js";
import { publish } from "../../src/report/index.js";
import type { Report, RequirementReport } from "../../src/run/index.js";
import { hostile, retell } from "./hostile.js";
import { hostileMarkup } from "./hostile-markup.js";
import { brokenReport, waive } from "./kept-reports.js";

interface Command {
  readonly name: string;
  readonly title: string;
  readonly data: string;
}

/** Reads what a step has printed as the runner does; what is no command is left out. */
function readCommands(printed: string): readonly Command[] {
  let stopped: string | undefined;
  return printed.split(/\r\n|[\r\n\u0085\u2028\u2029]/).flatMap((line) => {
    if (stopped !== undefined) {
      if (line.trim() === `::${stopped}::`) stopped = undefined;
      return [];
    }
    const [, name = "", properties = "", data = ""] = /^\s*::([\w-]+)(?: (.*?))?::(.*)$/.exec(line) ?? [];
    if (name === "stop-commands") stopped = data;
    if (name === "" || name === "stop-commands") return [];
    const title = /^title=([^,:]*)$/.exec(properties)?.[1] ?? "not a title";
    const resolve = (text: string): string => text.replaceAll("%0D", "\r").replaceAll("%0A", "\n");
    const resolved = resolve(title).replaceAll("%3A", ":").replaceAll("%2C", ",").replaceAll("%25", "%");
    return [{ name, title: resolved, data: resolve(data).replaceAll("%25", "%") }];
  });
}

const failedOf = (report: Report): readonly RequirementReport[] =>
  report.requirements.filter(({ verdict }) => verdict === "failed");

function repeat(report: Report, times: number): Report {
  const [first] = failedOf(report);
  return { ...report, requirements: Array.from({ length: times }, () => first!), findings: report.findings };
}

describe("annotations for GitHub Actions", () => {
  it("are an error a broken requirement, and a warning what was warned of", async () => {
    const report = await brokenReport();

    const commands = readCommands(renderAnnotations(report, "out/report.json"));

    const titles = (name: string) =>
      commands.filter((each) => each.name === name).map(({ title }) => title.split(" ")[0]);
    expect(titles("error").toSorted()).toEqual(
      failedOf(report)
        .map(({ id }) => id)
        .toSorted(),
    );
    expect(titles("warning")).toEqual(["AUTH-8"]);
    const list = commands.find(({ title }) => title.startsWith("LIST-3"));
    expect(list?.title).toBe("LIST-3 An answer never holds more animals than the limit asks for.");
    expect(list?.data).toMatch(
      /^failed \(must\)\nasked: GET \/v1\/pets.*\nexpected: at most \d+ animals?\ngot: /,
    );
    expect(list?.data).toMatch(/\nreplay: npx pedigree replay out\/report\.json --finding \d+ --target \S+$/);
  });

  it("leave out what is waived, and warn of a waiver that has expired or can go", async () => {
    const report = await brokenReport();
    const id = failedOf(report)[0]?.id ?? "";
    const about = (status: "applied" | "expired" | "stale") =>
      readCommands(renderAnnotations(waive(report, status), "reports/report.json")).filter(({ title }) =>
        title.startsWith(`${id} `),
      );

    expect(about("applied")).toEqual([]);
    expect(about("expired").map(({ name }) => name)).toEqual(["error", "warning"]);
    expect(about("expired")[1]?.data).toBe(
      "the waiver expired on 2026-12-31 (store team): it comes with release 12",
    );
    expect(about("stale").at(-1)?.data).toContain("the waiver until 2026-12-31 can go");
  });

  it.each([
    [10, 10, []],
    [11, 10, ["1 more error in the job's summary and in reports/report.json"]],
    [60, 10, ["50 more errors in the job's summary and in reports/report.json"]],
  ])("of %i broken requirements are %i errors, and a notice of the others", async (count, shown, notices) => {
    const commands = readCommands(
      renderAnnotations(repeat(await brokenReport(), count), "reports/report.json"),
    );

    expect(commands.filter(({ name }) => name === "error")).toHaveLength(shown);
    expect(commands.filter(({ name }) => name === "notice").map(({ data }) => data)).toEqual(notices);
  });

  it.each([hostile, hostileMarkup, "%0A::error::owned", "x::error title=y,file=/etc/passwd::owned"])(
    "stay the same commands where every text is hostile (%#)",
    async (text) => {
      const report = await brokenReport();
      const told = retell(report, (each) => `${text}${each}${text}`);
      const sentences = told.requirements.map((each) => ({ ...each, sentence: `${text} a sentence` }));

      const printed = renderAnnotations({ ...told, requirements: sentences });

      const names = (commands: readonly Command[]) => commands.map(({ name }) => name);
      expect(names(readCommands(printed))).toEqual(
        names(readCommands(renderAnnotations(report, "reports/report.json"))),
      );
      expect(printed.split("\n")).toHaveLength(readCommands(printed).length + 1);
      expect(readCommands(printed).map(({ title }) => title)).not.toContain("not a title");
      expect(printed).not.toMatch(/##\[|##vso\[|(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    },
  );

  it("are nothing where nothing calls for attention", async () => {
    const report = await brokenReport();

    expect(renderAnnotations({ ...report, requirements: [] })).toBe("");
  });
});

describe("what is printed in GitHub Actions", () => {
  const warnings: string[] = [];
  const place = (environment: Record<string, string>) => ({
    reportPath: "reports/report.json",
    environment,
    warn: (sentence: string) => void warnings.push(sentence),
  });
  function summaryFile(content: string): string {
    const folder = mkdtempSync(join(tmpdir(), "pedigree-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "summary.md"), content);
    return join(folder, "summary.md");
  }

  it("is not obeyed, but for the annotations after it", async () => {
    const report = await brokenReport();

    const printed = await publish("::error::owned\n::endgroup::", report, place({ GITHUB_ACTIONS: "true" }));

    expect(printed).toMatch(
      /^::stop-commands::([\da-f]{32})\n::error::owned\n::endgroup::\n::\1::\n::error title=/,
    );
    expect(readCommands(printed)).toEqual(readCommands(renderAnnotations(report, "reports/report.json")));
  });

  it("has another token each time", async () => {
    const report = { ...(await brokenReport()), requirements: [] };
    const print = () => publish("text", report, place({ GITHUB_ACTIONS: "true" }));

    expect(await print()).not.toBe(await print());
  });

  it("is the text alone elsewhere", async () => {
    expect(await publish("text", await brokenReport(), place({}))).toBe("text\n");
  });

  it("comes with the summary of the step, after what is there", async () => {
    const report = await brokenReport();
    const path = summaryFile("before\n");

    await publish("text", report, place({ GITHUB_STEP_SUMMARY: path }));

    expect(readFileSync(path, "utf8")).toMatch(/^before\n\n## ❌ Pedigree: does not conform\n/);
  });

  it("leaves the step's summary below 1 MiB, and says where there is no room", async () => {
    const report = await brokenReport();
    const nearlyFull = summaryFile("x".repeat(1024 * 1024 - 10_000));
    const full = summaryFile("x".repeat(1024 * 1024 - 100));
    warnings.length = 0;

    await publish("text", report, place({ GITHUB_STEP_SUMMARY: nearlyFull }));
    await publish("text", report, place({ GITHUB_STEP_SUMMARY: full }));
    await publish("text", report, place({ GITHUB_STEP_SUMMARY: join(full, "below") }));

    expect(readFileSync(nearlyFull).length).toBeLessThanOrEqual(1024 * 1024);
    expect(readFileSync(nearlyFull, "utf8")).toContain("Pedigree: does not conform");
    expect(readFileSync(full)).toHaveLength(1024 * 1024 - 100);
    expect(warnings).toEqual([
      "the step's summary is full",
      expect.stringContaining("cannot be written (ENOTDIR)"),
    ]);
  });
});

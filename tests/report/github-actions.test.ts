import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { renderAnnotations } from "../../src/report/github-actions.js";
import { publish } from "../../src/report/index.js";
import { temporaryFolder } from "../cli/pedigree.js";
import { idsWith } from "../servers/judging.js";
import { hostile, hostileMarkup, retell } from "./hostile.js";
import { brokenReport, doubtfulReport, waive } from "./kept-reports.js";

/** The commands in what a step has printed, read as the runner does. */
function readCommands(printed: string) {
  return printed.split(/\r\n|[\r\n\u0085\u2028\u2029]/).flatMap((line) => {
    const [, name, title, data] = /^\s*::([\w-]+)(?: title=([^,:]*))?::(.*)$/.exec(line) ?? [];
    return name === undefined
      ? []
      : [{ name, title: decodeURIComponent(title ?? "none"), data: decodeURIComponent(data ?? "") }];
  });
}

const annotate = (report: Report) => readCommands(renderAnnotations(report, "reports/report.json"));

describe("annotations for GitHub Actions", () => {
  it("are an error a broken requirement, and a warning what was warned of or not decided", async () => {
    const report = await doubtfulReport();

    const commands = annotate(report);

    const idsOf = (kind: string) =>
      commands.filter(({ name }) => name === kind).map(({ title }) => title.split(" ")[0]);
    expect(idsOf("error").toSorted()).toEqual(idsWith(report, "failed").toSorted());
    expect(idsOf("warning")).toEqual([...idsWith(report, "warned"), "LIST-3"]);
  });

  it("tell what was asked, expected and got, and how to see it again", async () => {
    const list = annotate(await brokenReport()).find(({ title }) => title.startsWith("LIST-3"));

    expect(list?.title).toBe("LIST-3 An answer never holds more animals than the limit asks for.");
    expect(list?.data).toMatch(
      /^failed \(must\)\n(?:likely: .*\n)?asked: GET \/v1\/pets.*\nexpected: at most \d+ animals?\ngot: [\s\S]*\nreplay: npx pedigree replay reports\/report\.json --finding \d+ --target \S+$/,
    );
  });

  it.each([
    ["applied", []],
    ["expired", ["error failed", "warning the waiver expired on 2026-12-31 (store team): it comes"]],
    ["stale", ["error failed", "warning the requirement is kept: the waiver until 2026-12-31 can go"]],
  ] as const)("of a requirement whose waiver is %s are %j", async (status, starts) => {
    const about = annotate(waive(await brokenReport(), { "LIST-3": status })).filter(({ title }) =>
      title.startsWith("LIST-3 "),
    );

    expect(about.map(({ name, data }) => `${name} ${data}`)).toEqual(
      starts.map((start) => expect.stringContaining(start)),
    );
  });

  it.each([
    [0, 0, []],
    [10, 10, []],
    [11, 10, ["1 more error in the job's summary and in reports/report.json"]],
    [60, 10, ["50 more errors in the job's summary and in reports/report.json"]],
  ])("of %i broken requirements are %i errors, and a notice of the others", async (count, shown, notices) => {
    const report = await brokenReport();
    const failed = report.requirements.find(({ verdict }) => verdict === "failed")!;

    const commands = annotate({ ...report, requirements: Array.from({ length: count }, () => failed) });

    expect(commands.filter(({ name }) => name === "error")).toHaveLength(shown);
    expect(commands.filter(({ name }) => name !== "error").map(({ data }) => data)).toEqual(notices);
  });

  it.each([hostile, hostileMarkup, "%0A::error::owned", "x::error title=y,file=/etc/passwd::owned"])(
    "stay the same commands, a line each, where every text is hostile (%#)",
    async (text) => {
      const report = await brokenReport();

      const printed = renderAnnotations(retell(report, (each) => `${text}${each}${text}`));

      const idOf = ({ name, title }: { name: string; title: string }) => `${name} ${title.split(" ")[0]}`;
      expect(readCommands(printed).map(idOf)).toEqual(annotate(report).map(idOf));
      expect(printed.split("\n")).toHaveLength(readCommands(printed).length + 1);
      expect(printed).not.toMatch(/##\[|##vso\[|(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    },
  );
});

describe("what is printed in GitHub Actions", () => {
  const print = (report: Report, environment: object, warn = (_: string): void => undefined) =>
    publish("::error::owned\n::endgroup::", report, {
      reportPath: "reports/report.json",
      environment: { ...environment },
      warn,
    });

  it("is not obeyed, but for the annotations after it, whose token is another each time", async () => {
    const report = await brokenReport();

    const first = await print(report, { GITHUB_ACTIONS: "true" });
    const second = await print(report, { GITHUB_ACTIONS: "true" });

    const [printed, token] =
      /^::stop-commands::([\da-f]{32})\n::error::owned\n::endgroup::\n::\1::\n/.exec(first) ?? [];
    expect(first).toBe(`${printed}${renderAnnotations(report, "reports/report.json")}`);
    expect(second).not.toContain(token);
    expect(await print(report, {})).toBe("::error::owned\n::endgroup::\n");
  });

  const mebibyte = 1024 * 1024;
  it.each<readonly [string, string, string, RegExp, readonly RegExp[]]>([
    ["after what is there", "before\n", "", /^before\n\n## ❌ Pedigree: does not conform\n/, []],
    ["where there is little room", "x".repeat(mebibyte - 60_000), "", /x\n## ❌ Pedigree/, []],
    ["not where there is none", "x".repeat(mebibyte - 100), "", /x$/, [/^the step's summary is full$/]],
    ["not where no file can be", "x", "/below", /^x$/, [/cannot be written \(ENOTDIR\)/]],
  ])("comes with the step's summary below 1 MiB, %s", async (_what, content, below, written, sentences) => {
    const path = join(temporaryFolder(), "summary.md");
    writeFileSync(path, content);
    const warnings: string[] = [];
    // Three bytes a character.
    const report = retell(await brokenReport(), (text) => `${text}${"龙".repeat(100)}`);
    const environment = { GITHUB_STEP_SUMMARY: `${path}${below}` };

    await print(report, environment, (sentence) => void warnings.push(sentence));

    expect(readFileSync(path, "utf8")).toMatch(written);
    expect(readFileSync(path).length).toBeLessThanOrEqual(mebibyte);
    expect(warnings).toEqual(sentences.map((each) => expect.stringMatching(each)));
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { findingLines } from "../../src/report/finding-text.js";
import {
  listFindings,
  renderConclusion,
  renderSummary,
  type SummaryOptions,
} from "../../src/report/index.js";
import { binding, findingOf } from "../servers/judging.js";
import { hostile, hostileMarkup, retell } from "./hostile.js";
import { awayReport, brokenReport, doubtfulReport, readOnlyReport, waive } from "./kept-reports.js";

const plain: SummaryOptions = { color: false, verbose: false, reportPath: "out/report.json" };
const verbose: SummaryOptions = { ...plain, verbose: true };

describe("the summary of a run that failed", () => {
  let report: Report;
  let text: string;

  beforeAll(async () => {
    report = await brokenReport();
    text = renderSummary(report, plain);
  });

  it("starts with the first failure and its sentence, and ends with the conclusion", () => {
    const lines = text.split("\n");

    const [first] = report.findings;
    const { sentence, section } = report.requirements.find(({ id }) => id === first?.requirement)!;
    const { run, findings, conclusion } = report;
    expect(lines[0]).toBe(`✗ ${first?.requirement} ${sentence} [must · ${section}]`);
    expect(lines.at(-1)).toBe(conclusion.sentence);
    expect(lines.at(-2 - findings.length)).toContain(
      `seed 1 · ${run.requests} requests · ${run.created} items added`,
    );
  });

  it("shows of a long list the item that a failure is about", () => {
    const item = /^ +… \{"id":\d+,.*"categoryId":\d+\.\d+,.*\} … \(item \d+\)$/m;
    expect(renderSummary(report, verbose)).toMatch(item);
  });

  it("shows the beginning of a long list where a failure is about the whole of it", () => {
    const finding = report.findings.find(({ exchanges, shownBy }) => {
      const { body } = exchanges[shownBy]?.response ?? {};
      return body !== undefined && "text" in body && body.text.startsWith("[") && body.text.length > 300;
    })!;
    const [got] = findingLines({ ...finding, at: { in: "body", pointer: "" } }).filter(
      ({ label }) => label === "got",
    );
    expect(got?.text).toContain("\n[");
    expect(got?.text).not.toContain("(item");
  });

  it("tells of each failure what was asked, expected and got, and where more is asked for, the rest", () => {
    const blockOf = (given: string) => given.split("\n\n").find((each) => each.startsWith("✗ LIST-3"))!;
    const replay = `npx pedigree replay out/report.json --finding ${findingOf(report, "LIST-3").number}`;
    const rest = /^ {4}seen {5}repeats \(\d of \d\)/m;

    expect(blockOf(text)).toMatch(/^ {4}asked {4}GET \/v1\/pets/m);
    expect(blockOf(text)).toMatch(/^ {4}expected at most \d+ animals?$/m);
    expect(blockOf(text)).toMatch(/^ {4}got {6}\d+ animals/m);
    expect(blockOf(text)).toMatch(/^ {4}curl {5}curl .*-H "Authorization: Bearer \$PEDIGREE_API_KEY"/m);
    expect(blockOf(text)).not.toMatch(rest);
    expect(blockOf(renderSummary(report, verbose))).toMatch(rest);
    expect(blockOf(renderSummary(report, verbose))).toContain(`replay   ${replay}`);
  });

  it("says, with any description, what to do where what is implied is meant otherwise", () => {
    const described = { ...report, target: { ...report.target, spec: "shop.yaml" } };
    const implied = report.requirements.filter(({ level }) => level === "implied").map(({ id }) => id);
    const waived = waive(described, Object.fromEntries(implied.map((id) => [id, "applied" as const])));

    expect(renderSummary(described, plain)).toContain('"api: computed"');
    expect(renderSummary(waived, plain)).not.toContain("computed");
    expect(text).not.toContain("computed");
  });

  it("says what was sent before", () => {
    expect(renderSummary(report, verbose)).toMatch(/✗ GET-3[\s\S]*before {3}.*POST \/v1\/pets → 201/);
  });

  it("ends with a line for each finding, of which nothing is cut where there is no terminal", () => {
    const lines = text.split("\n").slice(-1 - report.findings.length, -1);

    expect(lines.map((line) => line.trim().split(" ")[0])).toEqual(
      report.findings.map((_, index) => `${index + 1}`),
    );
    for (const [index, { expected, actual }] of report.findings.entries())
      expect(lines[index]).toContain(`: expected ${expected}, got ${actual}`);
    expect(lines).toContainEqual(
      expect.stringMatching(/^ *\d+ ✗ LIST-3 \(\+\d\) An answer.*: expected at most .*, got \d+ animals$/),
    );
    expect(listFindings(report, plain)).toEqual(lines);
  });

  it.each([80, 120, 200])("wraps the lines of that list in a terminal of %i columns", (width) => {
    const wide = text.split("\n").slice(-1 - report.findings.length, -1);

    const shown = renderSummary(report, { ...plain, width }).split("\n");
    const list = shown.slice(
      shown.findIndex((line) => /^ *1 . [A-Z]+-\d/.test(line)),
      -1,
    );

    expect(list.filter((line) => line.length > width)).toEqual([]);
    expect(list.join(" ").replaceAll(/\s+/g, "")).toBe(wide.join("").replaceAll(/\s+/g, ""));
  });

  it("tells failures before warnings, and warnings before the sections", () => {
    const places = ["✗ LIST-3", "! AUTH-8", "  Authentication ", "does not conform"];

    const found = places.map((place) => renderSummary(report, verbose).indexOf(place));

    expect(found).not.toContain(-1);
    expect(found.toSorted((left, right) => left - right)).toEqual(found);
  });

  it("says the same with colour", () => {
    const colored = renderSummary(report, { ...plain, color: true });

    expect(colored).toContain("\u001b[31m✗\u001b[39m");
    expect(colored.replaceAll(/\u001b\[\d+m/g, "")).toBe(text);
  });

  it("lists every requirement when it is verbose, but those that no request can test", () => {
    const words = new Set(renderSummary(report, verbose).match(/[A-Z]+-\d+/g));

    const ids = report.requirements.filter(({ level }) => level !== "informative").map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(60);
    expect(ids.filter((id) => !words.has(id))).toEqual([]);
  });

  it("tells what is waived, and which waivers can go", () => {
    const waived = renderSummary(waive(report, { "LIST-3": "applied", "LIST-1": "stale" }), plain);

    expect(waived).toMatch(/\nWaived:\n {2}✗ LIST-3 .*\n {4}waived until 2026-12-31 \(store team\)/);
    expect(waived).toMatch(/\nWaivers to renew or to take out:\n {2}. LIST-1 .*\n.* can go \(store team\)/);
    expect(waived).toMatch(/^ *\d+ ≈ LIST-3 /m);
  });

  it.each([hostile, hostileMarkup])("holds nothing that a terminal obeys (%#)", (sent) => {
    const told = retell(report, (each) => `${sent}${each}`);

    expect(renderSummary(told, verbose)).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]|^\s*::|##(\[|vso)/mu);
  });
});

describe("the summary of a run on a large interface", () => {
  /** So many requirements of each verdict, in sections of four. */
  const large = async (count: number): Promise<Report> => {
    const report = await brokenReport();
    const [finding] = report.findings;
    const [like] = report.requirements;
    const verdicts = ["failed", "untested", "passed", "warned"] as const;
    const requirements = Array.from({ length: 4 * count }, (_, index) => ({
      ...like!,
      id: `operation${index}: body /member${index} maximum`,
      section: `POST /items${Math.floor(index / 16)}`,
      verdict: verdicts[index % 4]!,
      findings: index % 4 === 0 ? [index / 4 + 1] : [],
      ...(index % 4 === 1 ? { reason: `no value is known for parameter ${index % 40}` } : {}),
    }));
    const findings = requirements
      .filter(({ verdict }) => verdict === "failed")
      .map(({ id }, index) => ({ ...finding!, number: index + 1, requirement: id, requirements: [id] }));
    const waived = requirements
      .filter((_, index) => index % 12 === 0)
      .map(({ id }) => [id, "applied"] as const);
    return waive(
      { ...report, requirements, findings, target: { ...report.target, spec: "shop.yaml" } },
      Object.fromEntries(waived),
    );
  };

  it.each([
    { count: 5 },
    { count: 40 },
    { count: 400 },
    { count: 400, width: 120 },
    { count: 400, isKept: true },
  ])("has 56 lines at most, with groups and their counts (%o)", async ({ count, isKept, ...options }) => {
    const broken = await large(count);
    const kept = broken.requirements.map((each) => ({ ...each, verdict: "passed" as const, findings: [] }));
    const report = isKept ? { ...broken, requirements: kept, findings: [] } : broken;

    const text = renderSummary(report, { ...plain, ...options });

    expect(text.split("\n").length).toBeLessThanOrEqual(56);
    expect(text.split("\n").at(-1)).toBe(report.conclusion.sentence);
    if (isKept) expect(text).toContain("  100 sections                     ✓ 1600 passed");
    else if (count > 20)
      expect(text).toMatch(
        /\nand \d+ more, which the reports have:\n {2}4 × POST \/items\d+\n[\s\S]*and \d+ more sections\n/,
      );
    else expect(text).not.toContain("more sections");
  });
});

describe("the summary of a run that conforms", () => {
  it("is short, and says how much was tested, and why the rest was not", async () => {
    const text = renderSummary(await readOnlyReport(), plain);

    expect(text).not.toContain("✗");
    expect(text.split("\n").length).toBeLessThan(45);
    expect(text).toMatch(/^ {2}[\s\S]*CREATE-1, CREATE-2, [\s\S]*\n {4}untested: this run may not write$/m);
    expect(text).toContain("leave out --read-only");
    expect(text).toMatch(
      new RegExp(
        `\\nconforms as far as it was tested, \\d+ of ${binding} binding requirements tested, \\d+ in part; \\d+ observations and advice$`,
      ),
    );
  });
});

describe("the conclusion of an inconclusive run", () => {
  it("names the requirements that could not be decided, and why, unless its sentence does", async () => {
    const [doubtful, away] = [await doubtfulReport(), await awayReport()];
    const conclusion = { ...away.conclusion, sentence: "inconclusive" };

    expect(renderConclusion({ ...doubtful, conclusion })).toMatch(
      /^inconclusive \(LIST-3: a contradiction was seen once[;)]/,
    );
    expect(renderConclusion(away)).toBe(away.conclusion.sentence);
  });
});

it.each([
  ["gate", false],
  ["nightly", true],
])("a %s run without random cases says so: %s", async (profile, isSaid) => {
  const report = await readOnlyReport();
  const text = renderSummary({ ...report, run: { ...report.run, profile } }, plain);
  expect(text.includes("no random cases")).toBe(isSaid);
});

it("the summary names what was tested in part, and why, also without --verbose", async () => {
  const report = await brokenReport();
  const reason = "in part only: the run may add 3 items";
  const requirements = report.requirements.map((each) =>
    each.id === "CREATE-5" ? { ...each, reason } : each,
  );

  const text = renderSummary({ ...report, requirements }, plain);

  expect(text).toContain(`Tested in part:\n  CREATE-5\n    ${reason}`);
});

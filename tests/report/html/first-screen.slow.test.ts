import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { Report } from "../../../src/engine/index.js";
import { renderHtml } from "../../../src/report/html/index.js";
import { renderMarkdown } from "../../../src/report/summary-markdown.js";
import { brokenReport, withFindings } from "../kept-reports.js";
import { openBrowser } from "./browser.js";

const folder = mkdtempSync(join(tmpdir(), "pedigree-page-"));
let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Opens the page of a report as a file, in a window of 1280 by 800. */
async function open(report: Report, { scripts = true, hash = "" } = {}): Promise<Page> {
  const file = join(folder, "report.html");
  writeFileSync(file, renderHtml(report, "reports/report.json"));
  const page = await browser.newPage({
    viewport: { width: 1280, height: 800 },
    javaScriptEnabled: scripts,
  });
  onTestFinished(() => page.close());
  await page.goto(`${pathToFileURL(file)}${hash}`);
  return page;
}

const seventeen = async (): Promise<Report> => withFindings(await brokenReport(), 17);
const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);
const openEntries = (page: Page) => page.locator(".entry[open] .number").allInnerTexts();
const bar = (page: Page) => page.getByRole("search");
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index + 1}`);

describe("the page of a run with seventeen findings", () => {
  it.each([{ scripts: true }, { scripts: false }])(
    "shows the verdict and a line for each on the first screen, and has 3,500 px at most (%o)",
    async (options) => {
      const page = await open(await seventeen(), options);

      const bottom = await page.locator(".lines").evaluate((list) => list.getBoundingClientRect().bottom);
      const heights = await page
        .locator(".lines li")
        .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().height));
      expect(await page.locator(".lines .number").allInnerTexts()).toEqual(numbers(17));
      expect(Math.max(...heights)).toBeLessThan(30);
      expect(bottom).toBeLessThan(800);
      expect(await heightOf(page)).toBeLessThan(3500);
      expect(await openEntries(page)).toEqual(["1"]);
    },
  );

  it.each([{ scripts: true }, { scripts: false }])(
    "opens the finding that a link names (%o)",
    async (options) => {
      const page = await open(await seventeen(), { ...options, hash: "#finding-3" });

      const claim = page.locator("#finding-3 .claim");
      await claim.waitFor({ state: "visible" });
      await page.locator(".lines a").nth(11).click();
      await page.locator("#finding-12 .claim").waitFor({ state: "visible" });
      expect(await openEntries(page)).toEqual(["1", "3", "12"]);
      const summary = page
        .locator(".entry", { has: page.locator("#finding-12") })
        .locator("summary")
        .first();
      expect(await summary.evaluate((each) => each.getBoundingClientRect().top)).toBeGreaterThan(30);
    },
  );

  it("steps through the findings with j and k, but not while a text is typed", async () => {
    const page = await open(await seventeen());

    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("j");
    await page.keyboard.press("k");
    expect(new URL(page.url()).hash).toBe("#finding-2");
    expect(await openEntries(page)).toEqual(["1", "2", "3"]);
    await bar(page).getByLabel("Text").fill("");
    await bar(page).getByLabel("Text").press("j");
    expect(new URL(page.url()).hash).toBe("#finding-2");
    await page.getByRole("button", { name: "Next finding" }).click();
    expect(new URL(page.url()).hash).not.toBe("#finding-2");
  });

  it("filters by verdict, section and text, and says how much is left", async () => {
    const report = await seventeen();
    const page = await open(report);
    const shown = () => page.locator(".lines li:visible .number").allInnerTexts();
    const failed = report.requirements.filter(({ verdict }) => verdict === "failed");
    const ofSection = failed.filter(({ section }) => section === failed[0]?.section);
    const testable = report.requirements.filter(({ section }) => section === failed[0]?.section);

    await bar(page).getByLabel("Verdict").selectOption("failed");
    expect(await shown()).toEqual(numbers(17));
    await bar(page).getByLabel("Section").selectOption(failed[0]!.section);
    expect((await shown()).toSorted()).toEqual(ofSection.map((each) => `${each.findings[0]}`).toSorted());
    expect(await page.locator(".entry:visible").count()).toBe(ofSection.length);
    expect(await page.locator(".tile:visible").count()).toBe(ofSection.length);
    expect(await page.locator("output").innerText()).toBe(
      `${ofSection.length} of 17 findings · ${ofSection.length} requirements`,
    );
    await bar(page).getByLabel("Verdict").selectOption("");
    expect(await page.locator(".tile:visible").count()).toBe(testable.length);
    await bar(page).getByLabel("Section").selectOption("");
    await bar(page).getByLabel("Text").fill(report.findings[1]!.requirement.toLowerCase());
    expect(await shown()).toContain("2");
    expect((await shown()).length).toBeLessThan(17);
    await bar(page).getByLabel("Text").fill("");
    expect(await page.locator("output").innerText()).toBe("");
    expect(await shown()).toEqual(numbers(17));
  });

  it("has the filter and the keys only where scripts run", async () => {
    const page = await open(await seventeen(), { scripts: false });

    expect(await page.locator(".bar").isVisible()).toBe(false);
    await page.locator(".entry > summary").nth(1).click();
    expect((await openEntries(page)).length).toBe(2);
  });

  it("is printed with every finding open, and without the filter", async () => {
    const page = await open(await seventeen());
    await page.emulateMedia({ media: "print" });

    const claims = await page.locator(".entry .claim").all();
    expect(claims).toHaveLength(17);
    expect(await Promise.all(claims.map((each) => each.isVisible()))).not.toContain(false);
    expect(await page.locator(".bar").isVisible()).toBe(false);
  });
});

it("the page of a run with any one finding has 1,800 px at most", async () => {
  const report = await brokenReport();

  const heights: number[] = [];
  for (const finding of report.findings)
    heights.push(await heightOf(await open(withFindings({ ...report, findings: [finding] }, 1))));

  expect(heights.length).toBeGreaterThan(5);
  expect(heights.filter((height) => height > 1800)).toEqual([]);
});

it("a finding whose cause the run can tell begins with it", async () => {
  const report = withFindings(await brokenReport(), 1);
  const findings = report.findings.map((each) => ({ ...each, likelyCause: "JSON.parse <b>rounds</b> ids" }));
  const page = await open({ ...report, findings });

  const article = await page.locator("#finding-1").innerText();
  expect(article).toMatch(/Got\n[\s\S]*Likely cause\n?\s*JSON\.parse <b>rounds<\/b> ids[\s\S]*curl/);
  expect(renderMarkdown({ ...report, findings })).toContain("- **likely** `JSON.parse <b>rounds</b> ids`");
});

it("a long list of findings unfolds from its first twenty lines", async () => {
  const page = await open(withFindings(await brokenReport(), 30));

  expect(await page.locator(".lines li:visible").count()).toBe(20);
  await page.getByText("and 10 more").click();
  expect(await page.locator(".lines li:visible").count()).toBe(30);
});

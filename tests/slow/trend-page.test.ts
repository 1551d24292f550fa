import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deriveTrend } from "../../src/report/trend/index.js";
import { renderTrendPage } from "../../src/report/trend/page.js";
import type { Trend } from "../../src/report/trend/trend-schema.js";
import type { Report } from "../../src/run/index.js";
import { hostile } from "../report/hostile.js";
import { findBarriers, openBrowser, show } from "../report/html/browser.js";
import { readNight, trendOf } from "../report/trend/nights.js";
import { twoMonths } from "../report/trend/two-months.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const other = { name: "other", baseUrl: "https://other.example/v1", embedded: false };
const trends: readonly (readonly [name: string, trend: Trend])[] = [
  ["two months", trendOf(twoMonths)],
  ["a single run", trendOf([{}])],
  [
    "two targets",
    { ...trendOf([{}, { target: other }, {}]), leftOut: [{ path: "x.json", reason: "it is no JSON" }] },
  ],
];

async function widthsOf(page: Page): Promise<readonly number[]> {
  return page.evaluate(() => {
    for (const details of document.querySelectorAll("details")) details.open = true;
    return [document.documentElement.scrollWidth, window.innerWidth];
  });
}

describe.each(trends)("the page of %s", (_name, trend) => {
  it("tells all without any script, and asks for nothing", async () => {
    const { page, requests, noises } = await show(browser, renderTrendPage(trend), { scripts: false });

    const text = await page.locator("body").innerText();
    expect(trend.series.flatMap(({ summary }) => summary).filter((line) => !text.includes(line))).toEqual([]);
    expect(await page.locator(".matrix tbody tr:not(.group) td").count()).toBe(
      trend.series.flatMap(({ requirements }) =>
        requirements.filter(({ level }) => level !== "informative").flatMap(({ verdicts }) => verdicts),
      ).length,
    );
    expect(await page.locator("script, link, img, iframe, object, form, base").count()).toBe(0);
    expect({ requests, noises }).toEqual({ requests: [], noises: [] });
    await page.close();
  });

  it("has no barriers, in light and dark", async () => {
    const { page } = await show(browser, renderTrendPage(trend));

    expect(await findBarriers(page)).toEqual([]);
    await page.close();
  });

  it("fits on a phone, and every link in it leads somewhere", async () => {
    const { page } = await show(browser, renderTrendPage(trend), { width: 360 });

    const dead = await page.evaluate(() =>
      [...document.querySelectorAll("a")]
        .map((link) => link.getAttribute("href") ?? "")
        .filter((href) => !href.startsWith("#") || document.getElementById(href.slice(1)) === null),
    );
    expect(await widthsOf(page)).toEqual([360, 360]);
    expect(dead).toEqual([]);
    await page.close();
  });
});

describe("the page of two months", () => {
  const html = renderTrendPage(trendOf(twoMonths));

  it("shows the newest night first, on a phone too, with the names in place", async () => {
    const { page } = await show(browser, html, { width: 390, scripts: false });

    const box = (await page.locator(".scroll:has(.matrix)").boundingBox())!;
    const newest = (await page.locator("#row-LIST-3 td").last().boundingBox())!;
    const name = (await page.locator("#row-LIST-3 th").boundingBox())!;
    expect(newest.x + newest.width).toBeLessThanOrEqual(box.x + box.width);
    expect(name.x).toBeGreaterThanOrEqual(box.x);
    expect(name.x + name.width).toBeLessThan(box.x + box.width / 2);
    await page.close();
  });

  it("keeps the names in place while the nights are scrolled", async () => {
    const { page } = await show(browser, html, { width: 390 });
    const name = page.locator("#row-LIST-3 th");
    const before = await name.boundingBox();

    await page.locator(".scroll:has(.matrix)").evaluate((box) => box.scrollBy(-300, 0));

    expect((await name.boundingBox())!.x).toBe(before!.x);
    await page.close();
  });

  it("tells of each night its date and verdict", async () => {
    const { page } = await show(browser, html);
    const cell = page.locator("#row-LIST-3 td").last();

    expect(await cell.getAttribute("title")).toBe("2026-11-19: failed");
    expect(await cell.getAttribute("aria-label")).toBe("2026-11-19: failed");
    expect(await page.locator("#row-CREATE-12 td").last().getAttribute("title")).toContain("waived");
    await page.close();
  });

  it("lists what is new, and leads from there to the row", async () => {
    const { page } = await show(browser, html);

    const groups = await page.locator("#attention summary").allInnerTexts();
    expect(groups).toEqual([
      "New failures 1",
      "Still failing 1",
      "Fixed 1",
      "Flaky 2",
      "Warnings 1",
      "Waived 1",
      "Never tested 1",
    ]);
    expect(await page.locator("#attention .new a").first().getAttribute("href")).toBe("#row-LIST-3");
    await page.close();
  });

  it("draws three lines for each operation, and tells their ranges", async () => {
    const { page } = await show(browser, html);

    expect(await page.locator("#latency svg").count()).toBe(3);
    expect(await page.locator("#latency svg path.line").count()).toBe(9);
    expect(await page.locator("#latency td").first().innerText()).toMatch(/^[\d.]+ ms\s+[\d.]+ ms to .* ms$/);
    await page.close();
  });
});

describe("what hostile reports hold", () => {
  const markup = `</style></title><script>alert(1)</script><img src=x onerror=alert(2)> "'\`javascript:alert(3)//`;

  /** Every text that has no form of its own. */
  function spoil(report: Report, text: string): Report {
    return {
      ...report,
      target: { name: text, baseUrl: text, embedded: false },
      contract: { ...report.contract, version: text },
      run: { ...report.run, profile: text },
      conclusion: { ...report.conclusion, sentence: text },
      requirements: report.requirements.map((each) => ({
        ...each,
        section: text,
        sentence: text,
        reason: text,
      })),
      statistics: {
        ...report.statistics,
        latency: Object.fromEntries(Object.values(report.statistics.latency).map((each) => [text, each])),
      },
    };
  }
  const spoilt = (text: string): string =>
    renderTrendPage(
      deriveTrend({
        reports: [0, 1, 2].map((night) => spoil(readNight(night, twoMonths[night + 56]), text)),
        leftOut: [{ path: text, reason: text }],
        duplicates: 0,
      }),
    );

  it("is text: no element, no dialog, no request, another title, or another direction", async () => {
    const { page, requests, noises } = await show(browser, spoilt(`${markup}${hostile}`));

    expect(await page.title()).toMatch(/^[\w, ]+ · Pedigree trend$/);
    expect(await page.locator("script, img").count()).toBe(0);
    expect(await page.locator("style").count()).toBe(1);
    expect(await page.locator('a:not([href^="#"])').count()).toBe(0);
    expect({ requests, noises }).toEqual({ requests: [], noises: [] });
    const text = await page.locator("body").innerText();
    expect(text).toContain("<script>alert(1)</script>");
    expect(text).toContain("\\u{202e}gnp.exe");
    expect(await page.content()).not.toMatch(
      /[\p{Bidi_Control}\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u,
    );
    await page.close();
  });

  it("has no room to widen a phone's page", async () => {
    const { page } = await show(browser, spoilt("W".repeat(300)), { width: 360 });

    expect(await widthsOf(page)).toEqual([360, 360]);
    await page.close();
  });
});

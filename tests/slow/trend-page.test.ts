import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../src/engine/index.js";
import { deriveTrend } from "../../src/report/trend/index.js";
import { renderTrendPage } from "../../src/report/trend/trend-page.js";
import type { Trend } from "../../src/report/trend/trend-schema.js";
import { hostile } from "../report/hostile.js";
import {
  findBarriers,
  findDeadLinks,
  type Opened,
  openBrowser,
  show,
  widthOnPhone,
} from "../report/html/browser.js";
import { readNight, trendOf, twoMonths } from "../report/trend/nights.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const other = { name: "other", baseUrl: "https://other.example/v1", embedded: false };

describe.each<readonly [string, Trend]>([
  ["two months", trendOf(twoMonths)],
  ["a single run", trendOf([{}])],
  [
    "two targets",
    { ...trendOf([{}, { target: other }, {}]), leftOut: [{ path: "x.json", reason: "it is no JSON" }] },
  ],
])("the page of %s", (_name, trend) => {
  it("tells all without any script, and asks for nothing", async () => {
    const { page, requests, noises } = await show(browser, renderTrendPage(trend), { scripts: false });

    const text = await page.locator("body").innerText();
    const testable = trend.series.flatMap(({ requirements }) =>
      requirements.filter(({ level }) => level !== "informative"),
    );
    expect(trend.series.flatMap(({ summary }) => summary).filter((line) => !text.includes(line))).toEqual([]);
    expect(trend.leftOut.filter(({ path, reason }) => !text.includes(`${path}: ${reason}`))).toEqual([]);
    expect(await page.locator(".matrix tbody tr:not(.group) td").count()).toBe(
      testable.flatMap(({ verdicts }) => verdicts).length,
    );
    expect(await page.locator("script, link, img, iframe, object, form, base").count()).toBe(0);
    expect({ requests, noises }).toEqual({ requests: [], noises: [] });
    await page.close();
  });

  it("has no barriers in light or dark, fits on a phone, and its links lead somewhere", async () => {
    const { page } = await show(browser, renderTrendPage(trend));

    expect(await findDeadLinks(page)).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    expect(await widthOnPhone(page)).toBe(360);
    await page.close();
  });
});

describe("the page of two months", () => {
  let page: Opened["page"];
  beforeAll(async () => {
    ({ page } = await show(browser, renderTrendPage(trendOf(twoMonths)), { width: 390, scripts: false }));
  });
  afterAll(() => page.close());

  it("shows the newest night first, on a phone too, and keeps the names in place as it is scrolled", async () => {
    const matrix = page.locator(".scroll:has(.matrix)");
    const boxOf = async (place: string) => (await page.locator(`#row-LIST-3 ${place}`).last().boundingBox())!;
    const [box, newest, name] = [(await matrix.boundingBox())!, await boxOf("td"), await boxOf("th")];

    await matrix.evaluate((element) => element.scrollBy(-300, 0));

    expect(newest.x + newest.width).toBeLessThanOrEqual(box.x + box.width);
    expect(name.x).toBeGreaterThanOrEqual(box.x);
    expect(name.x + name.width).toBeLessThan(box.x + box.width / 2);
    expect((await boxOf("th")).x).toBe(name.x);
    expect((await boxOf("td")).x).toBe(newest.x + 300);
  });

  it("tells of each night its date and verdict", async () => {
    const cell = page.locator("#row-LIST-3 td").last();

    expect(await cell.getAttribute("title")).toBe("2026-11-19: failed");
    expect(await cell.getAttribute("aria-label")).toBe("2026-11-19: failed");
    expect(await page.locator("#row-CREATE-12 td").last().getAttribute("title")).toContain("waived");
  });

  it("lists what is new, and leads from there to the row", async () => {
    expect(await page.locator("#attention summary").allInnerTexts()).toEqual([
      "New failures 1",
      "Still failing 1",
      "Fixed 1",
      "Flaky 2",
      "Warnings 1",
      "Waived 1",
      "Never tested 1",
    ]);
    expect(await page.locator("#attention .new a").first().getAttribute("href")).toBe("#row-LIST-3");
  });

  it("draws three lines for each operation, and tells their ranges", async () => {
    expect(await page.locator("#latency svg").count()).toBe(3);
    expect(await page.locator("#latency svg path.line").count()).toBe(9);
    expect(await page.locator("#latency td").first().innerText()).toMatch(/^[\d.]+ ms\s+20 ms to 26 ms$/);
  });
});

describe("what hostile reports hold", () => {
  const markup = `</style></title><script>alert(1)</script><img src=x onerror=alert(2)> "'\`javascript:alert(3)//`;
  const text = `${markup}${hostile}${"W".repeat(300)}`;

  /** A report whose texts without a form of their own are all hostile. */
  function spoil(report: Report): Report {
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

  it("is text: no element, no dialog, no request, another title, another direction, or a wider page", async () => {
    const reports = [0, 1, 2].map((night) => spoil(readNight(night, twoMonths[night + 56])));
    const trend = deriveTrend({ reports, leftOut: [{ path: text, reason: text }], duplicates: 0 });

    const { page, requests, noises } = await show(browser, renderTrendPage(trend));

    expect(await page.title()).toMatch(/^[\w, ]+ · Pedigree trend$/);
    expect(await page.locator("script, img").count()).toBe(0);
    expect(await page.locator("style").count()).toBe(1);
    expect(await page.locator('a:not([href^="#"])').count()).toBe(0);
    expect({ requests, noises }).toEqual({ requests: [], noises: [] });
    const shown = await page.locator("body").innerText();
    expect(shown).toContain("<script>alert(1)</script>");
    expect(shown).toContain("\\u{202e}gnp.exe");
    expect(await page.content()).not.toMatch(
      /[\p{Bidi_Control}\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u,
    );
    expect(await widthOnPhone(page)).toBe(360);
    await page.close();
  });
});

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { deriveTrend } from "../../src/report/trend/index.js";
import { renderTrendPage } from "../../src/report/trend/page.js";
import type { Trend } from "../../src/report/trend/trend-schema.js";
import type { Report } from "../../src/run/index.js";
import { hostile } from "../report/hostile.js";
import { findBarriers, type Opened, openBrowser, show } from "../report/html/browser.js";
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

/** Shows a page that is closed with the test. */
async function open(html: string, options: Parameters<typeof show>[2] = {}): Promise<Opened> {
  const opened = await show(browser, html, options);
  onTestFinished(() => opened.page.close());
  return opened;
}

describe.each(trends)("the page of %s", (_name, trend) => {
  it("tells all without any script, and asks for nothing", async () => {
    const { page, requests, noises } = await open(renderTrendPage(trend), { scripts: false });

    const text = await page.locator("body").innerText();
    const verdicts = trend.series.flatMap(({ requirements }) =>
      requirements.filter(({ level }) => level !== "informative").flatMap((each) => each.verdicts),
    );
    expect(trend.series.flatMap(({ summary }) => summary).filter((line) => !text.includes(line))).toEqual([]);
    expect(await page.locator(".matrix tbody tr:not(.group) td").count()).toBe(verdicts.length);
    expect(await page.locator("script, link, img, iframe, object, form, base").count()).toBe(0);
    expect({ requests, noises }).toEqual({ requests: [], noises: [] });
  });

  it("has no barriers, in light and dark, fits on a phone, and has no dead links", async () => {
    const { page } = await open(renderTrendPage(trend), { width: 360 });

    const dead = await page.evaluate(() =>
      [...document.querySelectorAll("a")]
        .map((link) => link.getAttribute("href") ?? "")
        .filter((href) => !href.startsWith("#") || document.getElementById(href.slice(1)) === null),
    );
    expect(dead).toEqual([]);
    expect(await widthsOf(page)).toEqual([360, 360]);
    expect(await findBarriers(page)).toEqual([]);
  });
});

describe("the page of two months", () => {
  const html = renderTrendPage(trendOf(twoMonths));

  it("shows the newest night first, on a phone too, with the names in place while it is scrolled", async () => {
    const { page } = await open(html, { width: 390 });
    const nights = page.locator(".scroll:has(.matrix)");

    const box = (await nights.boundingBox())!;
    const newest = (await page.locator("#row-LIST-3 td").last().boundingBox())!;
    const name = (await page.locator("#row-LIST-3 th").boundingBox())!;
    await nights.evaluate((each) => each.scrollBy(-300, 0));
    const scrolled = (await page.locator("#row-LIST-3 th").boundingBox())!;

    expect(newest.x + newest.width).toBeLessThanOrEqual(box.x + box.width);
    expect(name.x).toBeGreaterThanOrEqual(box.x);
    expect(name.x + name.width).toBeLessThan(box.x + box.width / 2);
    expect(scrolled.x).toBe(name.x);
  });

  it("tells of each night its date and verdict, what is new, and how long operations took", async () => {
    const { page } = await open(html);
    const attribute = (selector: string, name: string) => page.locator(selector).last().getAttribute(name);

    expect(await attribute("#row-LIST-3 td", "title")).toBe("2026-11-19: failed");
    expect(await attribute("#row-LIST-3 td", "aria-label")).toBe("2026-11-19: failed");
    expect(await attribute("#row-CREATE-12 td", "title")).toContain("waived");
    expect(await attribute("#attention .new a", "href")).toBe("#row-LIST-3");
    expect(await page.locator("#attention summary").allInnerTexts()).toEqual([
      ...["New failures 1", "Still failing 1", "Fixed 1", "Flaky 2", "Warnings 1", "Waived 1"],
      "Never tested 1",
    ]);
    expect(await page.locator("#latency svg").count()).toBe(3);
    expect(await page.locator("#latency svg path.line").count()).toBe(9);
    expect(await page.locator("#latency td").first().innerText()).toMatch(/^[\d.]+ ms\s+[\d.]+ ms to .* ms$/);
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
    const { page, requests, noises } = await open(spoilt(`${markup}${hostile}`));

    const text = await page.locator("body").innerText();
    expect(await page.title()).toMatch(/^[\w, ]+ · Pedigree trend$/);
    expect(await page.locator('script, img, a:not([href^="#"])').count()).toBe(0);
    expect(await page.locator("style").count()).toBe(1);
    expect({ requests, noises }).toEqual({ requests: [], noises: [] });
    expect(text).toContain("<script>alert(1)</script>");
    expect(text).toContain("\\u{202e}gnp.exe");
    expect(await page.content()).not.toMatch(
      /[\p{Bidi_Control}\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u,
    );
  });

  it("has no room to widen a phone's page", async () => {
    const { page } = await open(spoilt("W".repeat(300)), { width: 360 });

    expect(await widthsOf(page)).toEqual([360, 360]);
  });
});

import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderHtml } from "../../../src/report/html/index.js";
import type { Report } from "../../../src/run/index.js";
import { hostile, retell } from "../hostile.js";
import { findBarriers, openBrowser, show } from "./browser.js";
import { reportOn, reportOnMany, reportOnNobody } from "./reports.js";

let browser: Browser;
const reports = new Map<string, Report>();
const htmlOf = (name: string): string => renderHtml(reports.get(name)!, { reportPath: "report.json" });

beforeAll(async () => {
  browser = await openBrowser();
  reports.set("passing", await reportOn());
  reports.set("failing", await reportOnMany());
  reports.set("read-only", await reportOn([], { readOnly: true }));
  reports.set("inconclusive", await reportOnNobody());
});
afterAll(() => browser.close());

const runs = ["passing", "failing", "read-only", "inconclusive"];
const always = ["All requirements at a glance", "Every requirement"];
const withAnswers = [
  "Where the interface is silent",
  "How long answers took",
  "What was tried, and what came back",
  "Every exchange",
];

const headings: Readonly<Record<string, readonly string[]>> = {
  passing: [...always, ...withAnswers],
  failing: [...always, ...withAnswers, "Broken requirements", "Warnings", "Broken, and waived", "Waivers"],
  "read-only": [...always, ...withAnswers, "Not tested, and why"],
  inconclusive: [...always, "Not tested, and why"],
};
const verdicts: Readonly<Record<string, string>> = {
  passing: "Conforms",
  failing: "Does not conform",
  "read-only": "Conforms",
  inconclusive: "Inconclusive",
};

describe.each(runs)("the page of a %s run", (name) => {
  it("has its verdict and every section, without any script, and asks for nothing", async () => {
    const { page, requests, noises } = await show(browser, htmlOf(name), { scripts: false });

    const text = await page.locator("body").innerText();
    const found = await page.locator("h2").allInnerTexts();
    expect(await page.locator("h1").innerText()).toContain(verdicts[name]);
    expect(headings[name]!.filter((each) => !found.some((heading) => heading.startsWith(each)))).toEqual([]);
    expect(text).toContain(reports.get(name)!.target.baseUrl);
    expect(await page.locator(".tile").count()).toBe(reports.get(name)!.requirements.length);
    expect(await page.locator("script, link, img, iframe, object, form, base").count()).toBe(0);
    expect({ requests, noises }).toEqual({ requests: [], noises: [] });
    await page.close();
  });

  it("has no barriers in light or dark, fits on a phone, and its links lead somewhere", async () => {
    const { page } = await show(browser, htmlOf(name));

    const dead = await page.evaluate(() =>
      [...document.querySelectorAll("a")]
        .map((link) => link.getAttribute("href") ?? "")
        .filter((href) => !href.startsWith("#") || document.getElementById(href.slice(1)) === null),
    );
    const barriers = await findBarriers(page);
    await page.setViewportSize({ width: 360, height: 800 });
    expect(dead).toEqual([]);
    expect(barriers).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.close();
  });
});

describe("the page of a failing run", () => {
  let page: Page;

  beforeAll(async () => {
    ({ page } = await show(browser, htmlOf("failing")));
  });
  afterAll(() => page.close());

  it("tells of each failure what was asked, came back and was expected, and how to see it again", async () => {
    const story = await page.locator("#story-LIST-3").innerText();
    const { number } = reports.get("failing")!.findings.find(({ requirement }) => requirement === "LIST-3")!;
    expect(story).toContain("An answer never holds more animals than the limit asks for.");
    expect(story).toContain("must");
    expect(story).toMatch(/GET \/v1\/pets\?limit=1/);
    expect(story).toMatch(/at most \d+ animals/);
    expect(story).toMatch(/repeats \(2 of 2\)/);
    expect(story).toContain('curl -sS -i -g -H "Authorization: Bearer $PEDIGREE_API_KEY"');
    expect(story).toMatch(
      new RegExp(`pedigree replay report\\.json --finding ${number} --target http://\\S+/v1`),
    );
    expect(story).toMatch(/[0-9a-f]{32}/);
  });

  it("tells the failures in the order of the findings", async () => {
    const told = await page.locator("#broken .story .about a").allInnerTexts();
    const found = [...new Set(reports.get("failing")!.findings.map(({ requirement }) => requirement))];
    expect(told).toEqual(found.filter((id) => told.includes(id)));
    expect(told.length).toBeGreaterThan(5);
  });

  it.each([
    ["PET-2", '"categoryId": 1.5'],
    ["CREATE-6", "200"],
    ["CREATE-8", "201"],
    ["CREATE-2", '"name": "'],
    ["ERR-3", "no message"],
    ["DEP-4", "deprecation: @1735689600000"],
  ])("marks in the answer what breaks %s", async (id, marked) => {
    const marks = await page.locator(`#story-${id} .finding:first-of-type mark`).allInnerTexts();
    expect(marks).toHaveLength(1);
    expect(marks[0]).toContain(marked);
  });

  it("tells what is waived apart, and what became of each waiver", async () => {
    expect(await page.locator("#waived .story .about a").allInnerTexts()).toEqual(["CREATE-2"]);
    expect(await page.locator("#story-CREATE-8 .waiver").innerText()).toContain("Waiver expired");
    expect(await page.locator("#waivers tbody tr").allInnerTexts()).toEqual([
      expect.stringMatching(/LIST-1\s+stale/),
      expect.stringMatching(/CREATE-2\s+applied/),
      expect.stringMatching(/CREATE-8\s+expired/),
    ]);
  });
});

describe("the page of other runs", () => {
  it("of a flawless run is short, and unfolds what is asked for", async () => {
    const { page } = await show(browser, htmlOf("passing"));

    const { id } = reports.get("passing")!.requirements[0]!;
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5000);
    expect(await page.locator(".story").count()).toBe(0);
    expect(await page.locator(`#requirement-${id}`).isVisible()).toBe(false);
    await page.locator(`a[href="#requirement-${id}"]`).first().click();
    expect(await page.locator(`#requirement-${id}`).isVisible()).toBe(true);
    await page.close();
  });

  it("says at the top that a run was read-only, and groups what was not tested by the reason", async () => {
    const { page } = await show(browser, htmlOf("read-only"));

    expect(await page.locator("header").innerText()).toContain("nothing but GET");
    expect(await page.locator("#untested").innerText()).toContain("this run may not write");
    await page.close();
  });

  it("says at the top why a run could not come to a verdict", async () => {
    const { page } = await show(browser, htmlOf("inconclusive"));

    expect(await page.locator("header").innerText()).toMatch(/nothing listens at 127\.0\.0\.1:9/i);
    await page.close();
  });

  it("says at the top that a run was interrupted", async () => {
    const report = await reportOn([], { signal: AbortSignal.abort() });
    const { page } = await show(browser, renderHtml(report));

    expect(await page.locator("header").innerText()).toContain("The run was interrupted");
    await page.close();
  });

  it("has all exchanges in it", async () => {
    const { page } = await show(browser, htmlOf("read-only"));

    expect(await page.locator(".log li").count()).toBe(reports.get("read-only")!.exchanges.entries.length);
    await page.close();
  });
});

describe("what a hostile target sent", () => {
  const markup = `</style></title><script>alert(1)</script><img src=x onerror=alert(2)> "'\`javascript:alert(3)//`;

  it("is text: no element, no dialog, no request, another title, or another direction", async () => {
    const report = retell(reports.get("failing")!, (text) => `${text}${markup}${hostile}`);
    const { page, requests, noises } = await show(browser, renderHtml(report));

    expect(await page.title()).toBe("Does not conform · Pedigree conformance report");
    expect(await page.locator("script, img").count()).toBe(0);
    expect(await page.locator("style").count()).toBe(1);
    expect(await page.locator('a:not([href^="#"])').count()).toBe(0);
    expect({ requests, noises }).toEqual({ requests: [], noises: [] });
    const text = await page.locator("body").innerText();
    expect(text).toContain("<script>alert(1)</script>");
    expect(text).toContain("\\u{202e}gnp.exe");
    expect(text).toContain("\\u{dc15}");
    expect(text).not.toMatch(/[\p{Bidi_Control}\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u);
    await page.close();
  });

  it("has no room to widen a phone's page", async () => {
    const report = retell(reports.get("failing")!, (text) => `${text}${"W".repeat(300)}`);
    const { page } = await show(browser, renderHtml(report), { width: 360 });

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.close();
  });
});

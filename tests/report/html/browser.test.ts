import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { renderHtml } from "../../../src/report/html/index.js";
import type { Report } from "../../../src/run/index.js";
import { hostile, retell } from "../hostile.js";
import { findBarriers, openBrowser, show } from "./browser.js";
import { reportOn, reportOnMany, reportOnNobody } from "./reports.js";

let browser: Browser;
const reports = new Map<string, Report>();
const htmlOf = (name: string): string => renderHtml(reports.get(name)!, "report.json");

beforeAll(async () => {
  browser = await openBrowser();
  reports.set("passing", await reportOn());
  reports.set("failing", await reportOnMany());
  reports.set("read-only", await reportOn([], { readOnly: true }));
  reports.set("inconclusive", await reportOnNobody());
});
afterAll(() => browser.close());

const runs = ["passing", "failing", "read-only", "inconclusive"];
const always = ["Not tested, and why", "Every requirement", "Cases and their responses", "Every exchange"];
const judged = ["At a glance", ...always, "Response times"];
const contradicted = [
  "Broken requirements",
  "Warnings",
  "Broken, and waived",
  "Waivers that match no failure",
];

const headings: Readonly<Record<string, readonly string[]>> = {
  passing: judged,
  failing: [...judged, ...contradicted],
  "read-only": judged,
  inconclusive: always,
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
    const found = (await page.locator("h2").allInnerTexts()).map((heading) => heading.replace(/ \d+$/, ""));
    expect(await page.locator("h1").innerText()).toContain(verdicts[name]);
    expect(found.toSorted()).toEqual(headings[name]!.toSorted());
    expect(text).toContain(reports.get(name)!.target.baseUrl);
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

describe.each(runs)("the counts on the page of a %s run", (name) => {
  it("are the same in the contents, the headings, the legend and what they count", async () => {
    const { page } = await show(browser, htmlOf(name), { scripts: false });
    const { requirements, exchanges } = reports.get(name)!;
    const counts = (places: readonly string[]) => places.map((text) => Number(/\d+/.exec(text)?.[0] ?? 0));
    const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

    const contents = await page.locator("nav a").allInnerTexts();
    const legend = await page.locator(".legend li").allInnerTexts();
    const notTested = requirements.filter(({ verdict }) => /untested|not applicable/.test(verdict));
    expect(contents).toEqual(await page.locator("h2").allInnerTexts());
    for (const [id, shown, number] of [
      ["glance", ".tile", name === "inconclusive" ? 0 : requirements.length],
      ["untested", ".reason li", notTested.length],
      ["requirements", "tbody span[id]", requirements.length],
      ["exchanges", "ol > li", exchanges.entries.length],
    ] as const) {
      expect(await page.locator(`#${id} ${shown}`).count()).toBe(number);
      expect(counts(await page.locator(`nav a[href="#${id}"]`).allInnerTexts())).toEqual(
        number === 0 ? [] : [number],
      );
    }
    expect(sum(counts(legend))).toBe(name === "inconclusive" ? 0 : requirements.length);
    expect(sum(counts(await page.locator(".reason summary b").allInnerTexts()))).toBe(notTested.length);
    await page.close();
  });
});

describe("the page of a failing run", () => {
  let page: Page;

  beforeAll(async () => {
    ({ page } = await show(browser, htmlOf("failing")));
  });
  afterAll(() => page.close());

  it("shows of each finding what was sent, came back and was expected, and how to see it again", async () => {
    const findings = await page.locator("#findings-LIST-3").innerText();
    const { number } = reports.get("failing")!.findings.find(({ requirement }) => requirement === "LIST-3")!;
    expect(findings).toContain("An answer never holds more animals than the limit asks for.");
    expect(findings).toContain("must");
    expect(findings).toMatch(/GET \/v1\/pets\?limit=1/);
    expect(findings).toMatch(/at most \d+ animals/);
    expect(findings).toMatch(/repeats \(2 of 2\)/);
    expect(findings).toContain('curl -sS -i -g -H "Authorization: Bearer $PEDIGREE_API_KEY"');
    expect(findings).toMatch(
      new RegExp(`pedigree replay report\\.json --finding ${number} --target http://\\S+/v1`),
    );
    expect(findings).toMatch(/[0-9a-f]{32}/);
  });

  it("shows the failures in the order of the findings", async () => {
    const shown = await page.locator("#broken .requirement > p.soft > a").allInnerTexts();
    const found = [...new Set(reports.get("failing")!.findings.flatMap(({ requirements }) => requirements))];
    expect(shown).toEqual(found.filter((id) => shown.includes(id)));
    expect(shown.length).toBeGreaterThan(5);
  });

  it.each([
    ["PET-2", '"categoryId": 1.5'],
    ["CREATE-6", "200"],
    ["CREATE-8", "201"],
    ["CREATE-2", '"name": "'],
    ["ERR-3", "no message"],
    ["DEP-4", "deprecation: @1735689600000"],
  ])("marks in the response what breaks %s", async (id, marked) => {
    const panes = page.locator(`#findings-${id} .finding:first-of-type > :is(.shown, .exchange)`);
    const marks = await panes.locator("mark, .status.bad").allInnerTexts();
    expect(marks).toHaveLength(1);
    expect(marks[0]).toContain(marked);
  });

  it("colours a status only where it contradicts a requirement, in the log too", async () => {
    const { findings, exchanges } = reports.get("failing")!;
    const contradicting = findings
      .filter(({ at }) => at?.in === "status")
      .map((each) => each.exchanges[each.shownBy]!.trace);
    const logged = exchanges.entries.filter(({ trace }) => contradicting.includes(trace));

    expect(logged.length).toBeGreaterThan(1);
    expect(await page.locator("#exchanges summary .status.bad").count()).toBe(logged.length);
    expect(await page.locator(".status").count()).toBeGreaterThan(exchanges.entries.length);
  });

  it("shows what is waived apart, and what became of each waiver", async () => {
    const waived = (group: string) => page.locator(`${group} .requirement > p > a`).allInnerTexts();

    expect(await waived("#waived")).toEqual(["CREATE-2"]);
    expect(await waived("#waivers")).toEqual(["LIST-1"]);
    expect(await page.locator("main .requirement .waiver").allInnerTexts()).toEqual([
      "Waiver expired: its day is past: it no longer counts. “old clients” — api team, until 2020-01-31",
      expect.stringMatching(/^Waiver applied: .* store team, until 2099-12-31$/),
      expect.stringMatching(/^Waiver stale: .*“paging was rewritten”/),
    ]);
  });
});

describe("the page of other runs", () => {
  it("of a flawless run is short, and unfolds what is asked for", async () => {
    const { page } = await show(browser, htmlOf("passing"));

    const { id } = reports.get("passing")!.requirements[0]!;
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(5000);
    expect(await page.locator(".finding, .status.bad, mark").count()).toBe(0);
    expect(await page.locator(`#requirement-${id}`).isVisible()).toBe(false);
    await page.locator(`a[href="#requirement-${id}"]`).first().click();
    expect(await page.locator(`#requirement-${id}`).isVisible()).toBe(true);
    await page.close();
  });

  it("is unfolded on paper, but for cases and exchanges", async () => {
    const { page } = await show(browser, htmlOf("passing"), { scripts: false });
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const isVisible = (place: string) => page.locator(place).first().isVisible();

    const places = [
      "#requirements tbody tr",
      "#latency tbody tr",
      ".reason li",
      "#coverage",
      "#exchanges",
      "nav",
    ];
    expect(await Promise.all(places.map(isVisible))).toEqual([true, true, true, false, false, false]);
    expect(await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
      "rgb(255, 255, 255)",
    );
    await page.close();
  });

  it("folds and unfolds by keyboard", async () => {
    const { page } = await show(browser, htmlOf("passing"), { scripts: false });
    const row = page.locator("#requirements tbody tr").first();

    await page.keyboard.press("Tab");
    expect(await page.locator(".skip:focus").innerText()).toBe("To the findings");
    await page.locator("summary", { has: page.locator("#requirements-title") }).focus();
    await page.keyboard.press("Enter");
    expect(await row.isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    expect(await row.isVisible()).toBe(false);
    await page.close();
  });

  it("says at the top that a run was read-only, and groups what was not tested by the reason", async () => {
    const { page } = await show(browser, htmlOf("read-only"));

    expect(await page.locator("header").innerText()).toContain("nothing but GET");
    expect(await page.locator("#untested").innerText()).toContain("this run may not write");
    await page.close();
  });

  it("of a target that cannot be reached is one screen, and says at the top why", async () => {
    const { page } = await show(browser, htmlOf("inconclusive"));

    expect(await page.locator("header").innerText()).toMatch(/nothing listens at 127\.0\.0\.1:9/i);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900);
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

    expect(await page.locator("#exchanges li").count()).toBe(
      reports.get("read-only")!.exchanges.entries.length,
    );
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

  it("keeps its blanks: a doubled one does not look like a single one", async () => {
    const report = retell(reports.get("failing")!, (text) => `${text} two  blanks`);
    const { page } = await show(browser, renderHtml(report));

    for (const place of [".claim dt:text-is('Expected') + dd", ".claim .got"])
      expect(await page.locator(place).first().innerText()).toContain("two  blanks");
    await page.close();
  });

  it("has no room to widen a phone's page", async () => {
    const report = retell(reports.get("failing")!, (text) => `${text}${"W".repeat(300)}`);
    const { page } = await show(browser, renderHtml(report), { width: 360 });

    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await page.close();
  });
});

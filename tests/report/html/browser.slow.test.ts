import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Report } from "../../../src/engine/index.js";
import { renderHtml } from "../../../src/report/html/index.js";
import { binding, findingOf } from "../../servers/judging.js";
import { hostile, retell } from "../hostile.js";
import { awayReport, brokenReport, readOnlyReport, waive } from "../kept-reports.js";
import { findBarriers, findDeadLinks, type Opened, openBrowser, show, widthOnPhone } from "./browser.js";

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

const failingReport = async (): Promise<Report> =>
  waive(await brokenReport(), { "CREATE-2": "applied", "LIST-1": "stale", "CREATE-8": "expired" });

/** A page that is opened once for the tests of a group. */
function open(make: () => Promise<Report>): { report: Report } & Opened {
  const opened = {} as { report: Report } & Opened;
  beforeAll(async () => {
    const report = await make();
    const html = renderHtml(report, "report.json");
    Object.assign(opened, { report, ...(await show(browser, html, { scripts: false })) });
  });
  afterAll(() => opened.page.close());
  return opened;
}

const undecided = "Could not be decided";
const always = [
  "Not tested, and why",
  "Every requirement",
  "The run",
  "Cases and their responses",
  "Every exchange",
];
const judged = ["At a glance", ...always, "Response times"];
const contradicted = ["Findings", "Warnings", "Broken, and waived", "Waivers that match no failure"];

describe.each<readonly [string, () => Promise<Report>, string, readonly string[]]>([
  ["failing", failingReport, "Does not conform", [...judged, ...contradicted]],
  ["conforming", readOnlyReport, "Conforms", judged],
  ["inconclusive", awayReport, "Inconclusive", always],
])("the page of a %s run", (name, make, verdict, headings) => {
  const opened = open(make);

  it("has its verdict and every section, and asks for nothing", async () => {
    const { page, report, requests, noises } = opened;

    const found = (await page.locator("h2").allInnerTexts()).map((heading) => heading.replace(/ \d+$/, ""));
    expect(await page.locator("h1").innerText()).toContain(verdict);
    // A busy machine may leave some undecided.
    const expected = found.includes(undecided) ? [...headings, undecided] : headings;
    expect(found.toSorted()).toEqual(expected.toSorted());
    expect(await page.locator("header").innerText()).toContain(report.target.baseUrl);
    expect(await page.locator("link, img, iframe, object, form, base").count()).toBe(0);
    expect({ requests, noises }).toEqual({ requests: [], noises: [] });
  });

  it("has the same counts in the contents, the headings, the legend and what they count", async () => {
    const { page, report } = opened;
    const { requirements, exchanges } = report;
    const sumOf = async (place: string) =>
      (await page.locator(place).allInnerTexts()).reduce((sum, text) => sum + Number(/\d+/.exec(text)), 0);

    const tiles = name === "inconclusive" ? 0 : requirements.length;
    const notTested = requirements.filter(({ verdict }) => /untested|not applicable/.test(verdict)).length;
    const [entries, lines] = [page.locator(".entry"), page.locator(".lines li")];
    expect(await page.locator("nav a").allInnerTexts()).toEqual(await page.locator("h2").allInnerTexts());
    expect(await lines.count()).toBe(await entries.count());
    expect(await page.locator("#glance .tile").count()).toBe(tiles);
    expect(await page.locator("#requirements tbody span[id]").count()).toBe(requirements.length);
    for (const [id, shown, number] of [
      ["untested", ".reason li", notTested],
      ["exchanges", "ol > li", exchanges.entries.length],
    ] as const) {
      expect(await page.locator(`#${id} ${shown}`).count()).toBe(number);
      expect(await sumOf(`nav a[href="#${id}"]`)).toBe(number);
    }
    expect(await sumOf(".legend li:first-child")).toBe(tiles);
    expect(await sumOf(".legend li:not(:first-child)")).toBe(tiles);
    if (tiles > 0)
      expect(await page.locator(".legend li:first-child").allInnerTexts()).toEqual([
        `Binding requirements: ${binding}`,
        `Observations and advice: ${requirements.length - binding}`,
      ]);
    await page.locator("summary", { has: page.locator("#untested-title") }).click();
    expect(await sumOf(".reason summary b")).toBe(notTested);
  });

  it("has no barriers in light or dark, fits on a phone, and its links lead somewhere", async () => {
    const { page } = await show(browser, renderHtml(opened.report, "report.json"));

    expect(await findDeadLinks(page)).toEqual([]);
    expect(await findBarriers(page)).toEqual([]);
    expect(await widthOnPhone(page)).toBe(360);
    await page.close();
  });
});

describe("the page of a failing run", () => {
  const opened = open(failingReport);

  it("shows of each finding what was sent, came back and was expected, and how to see it again", async () => {
    const { number } = findingOf(opened.report, "LIST-3");
    const entry = opened.page.locator(".entry", { has: opened.page.locator(`#finding-${number}`) });
    const findings = (await entry.allTextContents()).join();

    const parts = [
      "An answer never holds more animals than the limit asks for.",
      "must",
      "/v1/pets?limit=1",
      "at most 1 animal",
      "repeats (2 of 2)",
      'curl -sS -i -g -H "Authorization: Bearer $PEDIGREE_API_KEY"',
      `pedigree replay report.json --finding ${number} --target ${opened.report.target.baseUrl}`,
      "trace ",
    ];
    expect(parts.filter((each) => !findings.includes(each))).toEqual([]);
  });

  it("shows the failures in the order of the findings", async () => {
    const shown = await opened.page.locator("#broken .entry .number").allInnerTexts();

    expect(shown).toEqual(shown.toSorted((left, right) => Number(left) - Number(right)));
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
    const { number } = findingOf(opened.report, id);
    const panes = opened.page.locator(`#finding-${number} > :is(.shown, .exchange)`);

    expect(await panes.locator("mark, .status.bad").allTextContents()).toEqual([
      expect.stringContaining(marked),
    ]);
  });

  it("shows a sequence of exchanges, and which of them shows the finding", async () => {
    const { number } = findingOf(opened.report, "GET-3");

    const steps = await opened.page.locator(`#finding-${number} .sequence li`).allTextContents();
    expect(steps[0]).toMatch(/^POST \/v1\/pets → 201/);
    expect(steps.filter((each) => each.endsWith("shows it"))).toHaveLength(1);
  });

  it("colours a status only where it contradicts a requirement, in the log too", async () => {
    const { page, report } = opened;
    const contradicting = report.findings
      .filter(({ at }) => at?.in === "status")
      .map((each) => each.exchanges[each.shownBy]!.trace);

    const logged = report.exchanges.entries.filter(({ trace }) => contradicting.includes(trace));
    expect(logged.length).toBeGreaterThan(1);
    expect(await page.locator("#exchanges summary .status.bad").count()).toBe(logged.length);
    expect(await page.locator(".status").count()).toBeGreaterThan(report.exchanges.entries.length);
  });

  it("shows what is waived apart, and what became of each waiver", async () => {
    const { page } = opened;
    const idsIn = (group: string) => page.locator(`${group} .entry h3 b`).allTextContents();

    const terms = "“it comes with release 12” — store team, until 2026-12-31";
    expect(await idsIn("#waived")).toEqual(["CREATE-2"]);
    expect(await idsIn("#waivers")).toEqual(["LIST-1"]);
    expect(await page.locator("main .entry .waiver").allTextContents()).toEqual([
      `Waiver expired: its day is past: it no longer counts. ${terms}`,
      `Waiver applied: the requirement is broken, and that is accepted. ${terms}`,
      `Waiver stale: the requirement is kept: the waiver can go. ${terms}`,
    ]);
  });
});

describe("the page of other runs", () => {
  const conforming = open(async () => {
    const { run, ...report } = await readOnlyReport();
    return { ...report, run: { ...run, interrupted: true } };
  });

  it("says at the top that a run was read-only, and that it was interrupted", async () => {
    const header = await conforming.page.locator("header").innerText();

    expect(header).toContain("nothing but GET");
    expect(header).toContain("The run was interrupted");
    expect(await conforming.page.locator("#untested").textContent()).toContain("this run may not write");
  });

  it("is short where nothing failed, and folds and unfolds by keyboard", async () => {
    const { page } = conforming;
    const row = page.locator("#requirements tbody tr").first();

    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1200);
    expect(await page.locator(".entry, .lines, .status.bad, mark").count()).toBe(0);
    await page.keyboard.press("Tab");
    expect(await page.locator(".skip:focus").innerText()).toBe("To the findings");
    await page.locator("summary", { has: page.locator("#requirements-title") }).focus();
    await page.keyboard.press("Enter");
    expect(await row.isVisible()).toBe(true);
    await page.keyboard.press("Enter");
    expect(await row.isVisible()).toBe(false);
  });

  it("is unfolded on paper, but for cases and exchanges", async () => {
    const { page } = conforming;
    await page.emulateMedia({ media: "print", colorScheme: "dark" });

    const isVisible = (place: string) => page.locator(place).first().isVisible();
    const unfolded = ["#requirements tbody tr", "#latency tbody tr", "#untested .reason li"];
    expect(await Promise.all(unfolded.map(isVisible))).toEqual([true, true, true]);
    expect(await Promise.all(["#coverage", "#exchanges", "nav"].map(isVisible))).toEqual([
      false,
      false,
      false,
    ]);
    expect(await page.locator("body").evaluate((body) => getComputedStyle(body).backgroundColor)).toBe(
      "rgb(255, 255, 255)",
    );
  });

  it("of a target that cannot be reached is one screen, and says at the top why", async () => {
    const { page } = await show(browser, renderHtml(await awayReport()));

    expect(await page.locator("header").innerText()).toMatch(/nothing listens at 127\.0\.0\.1:9/i);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBe(900);
    await page.close();
  });
});

describe("what a hostile target sent", () => {
  const markup = `</style></title><script>alert(1)</script><img src=x onerror=alert(2)> "'\`javascript:alert(3)//`;

  it("is text: no element, no dialog, no request, another title, another direction, or a wider page", async () => {
    const sent = ` two  blanks ${markup}${hostile}${"W".repeat(300)}`;
    const html = renderHtml(retell(await brokenReport(), (text) => `${text}${sent}`));

    const { page, requests, noises } = await show(browser, html);

    expect(await page.title()).toBe("Does not conform · Pedigree conformance report");
    expect(await page.locator("script").count()).toBe(1);
    expect(await page.locator("img").count()).toBe(0);
    expect(await page.locator("style").count()).toBe(1);
    expect(await findDeadLinks(page)).toEqual([]);
    expect({ requests, noises }).toEqual({ requests: [], noises: [] });
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    const text = await page.locator("body").innerText();
    for (const part of ["<script>alert(1)</script>", "\\u{202e}gnp.exe", "\\u{dc15}"])
      expect(text).toContain(part);
    expect(await page.content()).not.toMatch(
      /[\p{Bidi_Control}\p{Cs}\u0000-\u0008\u000b-\u001f\u007f-\u009f]/u,
    );
    // A doubled blank does not look like a single one.
    for (const place of [".claim dt:text-is('Expected') + dd", ".claim .got"])
      expect(await page.locator(place).first().innerText()).toContain("two  blanks");
    expect(await widthOnPhone(page)).toBe(360);
    await page.close();
  });
});

import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import type { ExchangeReport, Report } from "../../src/engine/index.js";
import { renderHtml } from "../../src/report/html/index.js";
import { nameKeyVariable, renderSummary, safeText } from "../../src/report/index.js";
import { commandName } from "../../src/report/next-steps.js";
import { renderMarkdown } from "../../src/report/summary-markdown.js";
import { renderCurl } from "../../src/transport/index.js";
import { nastyBodies } from "../transport/nasty-bodies.js";
import { postCase } from "../transport/raw-server.js";
import { brokenReport } from "./kept-reports.js";

const summarise = (report: Report): string =>
  renderSummary(report, { color: false, verbose: false, reportPath: "r.json", width: 80 });

/** A report with nothing but findings, whose exchanges are all changed so. */
async function reportWith(change: (exchange: ExchangeReport) => ExchangeReport): Promise<Report> {
  const report = await brokenReport();
  const requirements = report.requirements.filter(({ verdict }) => verdict === "failed");
  const findings = report.findings.map((each) => ({ ...each, exchanges: each.exchanges.map(change) }));
  return { ...report, findings, requirements, exchanges: { all: 0, entries: [] } };
}

describe("the command to type is", () => {
  it.each([
    ["/usr/local/bin/pedigree", "pedigree"],
    ["/project/node_modules/.bin/pedigree", "npx pedigree"],
    ["/root/.npm/_npx/1f/node_modules/.bin/pedigree", "npx pedigree"],
    ["/project/dist/cli/main.js", "npx pedigree"],
  ])("for %s: %s", (script, command) => {
    expect(commandName(script)).toBe(command);
  });
});

describe("a command line", () => {
  const entities = (text: string): string =>
    text.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => {
      return { lt: "<", gt: ">", amp: "&", quot: '"' }[name] ?? "'";
    });

  it.each(nastyBodies)("is printed as it is, to be pasted, with %s", async (_what, body) => {
    const curl = renderCurl("http://h/v1", postCase({ body }));

    const report = await reportWith((each) => ({ ...each, curl }));

    const fence = new MarkdownIt().parse(renderMarkdown(report), {}).find(({ type }) => type === "fence");
    const [, code] = /<code class="command"[^>]*>((?:[^<]*)curl[^<]*)<\/code>/.exec(renderHtml(report)) ?? [];
    expect(summarise(report).split("\n")).toContain(`    curl     ${curl}`);
    expect(fence?.content).toBe(`${curl}\n`);
    expect(entities(code ?? "")).toBe(curl);
  });

  it("holds nothing that a report shows otherwise: printf spells it", () => {
    // The planes for letters, and the one for tags; the others hold nothing but letters.
    const codes = [...Array(0x20000).keys(), ...Array.from({ length: 0x1000 }, (_, code) => 0xe0000 + code)];
    const shownOtherwise = codes
      .map((code) => String.fromCodePoint(code))
      .filter((each) => safeText(each) !== each);

    const spelled = shownOtherwise.filter((text) =>
      renderCurl("http://x", postCase({ body: { kind: "text", text } })).startsWith("printf "),
    );

    expect(shownOtherwise.length).toBeGreaterThan(2000);
    expect(spelled).toEqual(shownOtherwise);
  });

  it("takes the key from the variable that it came from", async () => {
    const text = summarise(nameKeyVariable(await brokenReport(), "STAGING_KEY"));

    expect(text).toContain("Bearer $STAGING_KEY");
    expect(text).not.toContain("PEDIGREE_API_KEY");
  });

  it("holds nothing that a shell would take for more than a variable", async () => {
    const report = await brokenReport();

    expect(nameKeyVariable(report, "X; rm -rf ~")).toBe(report);
  });
});

describe("a raw line break in a body", () => {
  it.each([
    ["the summary", summarise],
    ["the one in Markdown", (report: Report) => renderMarkdown(report)],
  ])("is told from a backslash and an n in %s", async (_what, render) => {
    const body = { text: '"raw\nbreak" "two\\nsigns"', bytes: 24 };

    const report = await reportWith((each) => ({ ...each, request: { ...each.request, body } }));

    expect(render(report)).toContain('"raw␊break" "two\\nsigns"');
  });
});

import MarkdownIt from "markdown-it";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../src/report/summary-markdown.js";
import { idsWith } from "../servers/judging.js";
import { hostile, hostileMarkup, retell } from "./hostile.js";
import { brokenReport, readOnlyReport, waive, withFindings } from "./kept-reports.js";

/** As GitHub and GitLab read it: HTML is taken for HTML, and addresses become links by themselves. */
const reader = new MarkdownIt({ html: true, linkify: true });
const read = (markdown: string) =>
  reader.parse(markdown, {}).flatMap((each) => [each, ...(each.children ?? [])]);

describe("summary.md", () => {
  it("begins with the verdict and the facts, and counts the sections' requirements", async () => {
    const report = await brokenReport();

    const lines = renderMarkdown(report).split("\n");

    const section = "Endpoints: List all animals";
    const inSection = report.requirements.filter((each) => each.section === section);
    const count = (verdict: string): number => inSection.filter((each) => each.verdict === verdict).length;
    expect(lines[0]).toBe("## ❌ Pedigree: does not conform");
    expect(lines[2]).toBe(report.conclusion.sentence);
    expect(lines[4]).toContain(`\`${report.target.baseUrl}\` · gate profile · seed 1 · `);
    expect(lines).toContainEqual(expect.stringMatching(/^\| section \| ❌ failed \| .*✅ passed \|$/));
    expect(lines).toContainEqual(
      expect.stringMatching(
        new RegExp(`^\\| ${section} \\| ${count("failed")} \\| .*\\| ${count("passed")} \\|$`),
      ),
    );
  });

  it("tells of a broken requirement what was asked, expected and got, and how to see it again", async () => {
    const markdown = renderMarkdown(await brokenReport(), "out/report.json");

    expect(markdown).toMatch(
      /<summary>❌ \d+ <b>LIST-3<\/b> An answer never holds more animals than the limit asks for\.<\/summary>/,
    );
    expect(markdown).toMatch(/- \*\*asked\*\* `GET \/v1\/pets[^`]*`/);
    expect(markdown).toMatch(/- \*\*expected\*\* at most \d+ animals?/);
    expect(markdown).toMatch(/- \*\*got\*\* \d+ animals \(HTTP 200\)\n {2}<br>`\[\{/);
    expect(markdown).toMatch(
      /- \*\*replay\*\* `npx pedigree replay out\/report\.json --finding \d+ --target \S+`/,
    );
    expect(markdown).toMatch(/```sh\ncurl -sS [^\n]+\n```/);
  });

  it("tells of what is waived, warned of and observed in brief, observations folded", async () => {
    const markdown = renderMarkdown(waive(await brokenReport(), { "LIST-3": "applied", "PET-2": "expired" }));

    const applied = "waived until 2026-12-31 (store team): it comes with release 12";
    expect(markdown).toMatch(/### Waived\n\n- \*\*LIST-3\*\* .+<br>failed · `?(.*)\n/);
    expect(markdown).toContain(applied);
    expect(markdown).not.toMatch(/<summary>❌ \d+ <b>LIST-3/);
    expect(markdown).toMatch(/<summary>❌ \d+ <b>PET-2/);
    expect(markdown).toContain("its waiver is expired");
    expect(markdown).toContain("the waiver expired on 2026-12-31 (store team)");
    expect(markdown).toMatch(/### Warned\n\n- \*\*AUTH-8\*\*/);
    expect(markdown).toMatch(
      /<details>\n<summary>Observed where the interface is silent \(\d+\)<\/summary>\n\n- [\s\S]*<\/details>\n$/,
    );
  });

  it("says what was not tested, the same reason once", async () => {
    const report = await readOnlyReport();

    const markdown = renderMarkdown(report);

    const reasons = markdown.split("\n").filter((line) => /<br>`?untested: /.test(line));
    expect(markdown).toContain("### Not tested");
    expect(reasons.join()).toContain(idsWith(report, "untested")[0]);
    expect(reasons.length).toBeLessThan(8);
    expect(new Set(reasons.map((line) => line.split("<br>")[1])).size).toBe(reasons.length);
  });

  const linked = "see www.evil.test or GH-12 ";
  it.each([hostile, hostileMarkup, linked])("is inert where every text is hostile (%#)", async (text) => {
    const report = waive(await brokenReport(), { "LIST-3": "applied" });
    const told = retell(report, (each) => `${text}${each}${text}`);
    const requirements = told.requirements.map((each) => ({ ...each, section: `${text} a section` }));

    const tokens = read(renderMarkdown({ ...told, requirements }, undefined, 60_000));

    const contentOf = (...types: readonly string[]): readonly string[] =>
      tokens.filter(({ type }) => types.includes(type)).map(({ content }) => content);
    const tags = contentOf("html_block", "html_inline").join("");
    const texts = tags.replaceAll(/<code>[^<]*<\/code>|<b>[A-Z]+-\d+<\/b>/g, "");
    expect(tokens.map(({ type }) => type)).not.toContain("link_open");
    expect(tokens.map(({ type }) => type)).not.toContain("image");
    expect(texts.replaceAll(/<\/?(details|summary)>|<details open>|<br>|❌ \d+/g, "")).toMatch(
      /^\s*Observed where the interface is silent \(\d+\)\s*$/,
    );
    expect(contentOf("text").filter((each) => /[<>[\]@#`$\\|]|www|evil|octo|GH-/.test(each))).toEqual([]);
    expect(contentOf("code_inline").filter((each) => /evil/.test(each)).length).toBeGreaterThan(30);
    expect(contentOf("fence").filter((each) => /^.*evil.*\n$/.test(each)).length).toBeGreaterThan(5);
  });

  it("folds seventeen findings in less than 8 kB, the first one open", async () => {
    const markdown = renderMarkdown(withFindings(await brokenReport(), 17), "reports/report.json");

    expect(Buffer.byteLength(markdown)).toBeLessThan(8000);
    expect(markdown.match(/^<summary>❌ \d+ /gm)).toHaveLength(17);
    expect(markdown.match(/<details open>/g)).toHaveLength(1);
    expect(markdown.match(/```sh\ncurl/g)?.length).toBeGreaterThan(1);
    expect(markdown).not.toContain("report.json has all");
  });

  it.each([60_000, 20_000, 8000, 3000])(
    "has no more than %i bytes, and says that there is more",
    async (most) => {
      const report = await brokenReport();
      const failed = report.requirements.filter(({ id }) => id === "LIST-3");
      const requirements = [...report.requirements, ...Array.from({ length: 500 }, () => failed).flat()];

      const markdown = renderMarkdown({ ...report, requirements }, undefined, most);

      expect(Buffer.byteLength(markdown)).toBeLessThanOrEqual(most);
      expect(markdown).toMatch(/…and (\d+ more findings|more than fits here)/);
    },
  );
});

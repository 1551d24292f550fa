import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../src/report/summary-markdown.js";
import { judgeDeviant } from "../servers/judging.js";
import { hostile, retell } from "./hostile.js";
import { hostileMarkup } from "./hostile-markup.js";
import { brokenReport as broken, waive } from "./kept-reports.js";
import { outsideOfCode } from "./markdown-reader.js";

describe("summary.md", () => {
  it("begins with the verdict and the facts, and counts the sections' requirements", async () => {
    const report = await broken();

    const lines = renderMarkdown(report).split("\n");

    expect(lines[0]).toBe("## ❌ Pedigree: does not conform");
    expect(lines[2]).toBe(report.conclusion.sentence);
    expect(lines[4]).toContain(`\`${report.target.baseUrl}\` · gate profile · seed 1 · `);
    expect(lines).toContainEqual(expect.stringMatching(/^\| section \| ❌ failed \| .*✅ passed \|$/));
    const [list] = lines.filter((line) => line.startsWith("| Endpoints: List all animals |"));
    const failed = report.requirements.filter(
      ({ section, verdict }) => section === "Endpoints: List all animals" && verdict === "failed",
    );
    expect(list).toMatch(new RegExp(`^\\| Endpoints: List all animals \\| ${failed.length} \\|`));
  });

  it("tells of a broken requirement what was asked, expected and got, and how to see it again", async () => {
    const markdown = renderMarkdown(await broken(), "out/report.json");

    expect(markdown).toContain("### ❌ LIST-3 An answer never holds more animals than the limit asks for.");
    expect(markdown).toMatch(/- \*\*asked\*\* `GET \/v1\/pets[^`]*`/);
    expect(markdown).toMatch(/- \*\*expected\*\* at most \d+ animals?/);
    expect(markdown).toMatch(/- \*\*got\*\* \d+ animals \(HTTP 200\)\n {2}<br>`\[\{/);
    expect(markdown).toMatch(/- \*\*trace\*\* `[\da-f]{32}`/);
    expect(markdown).toMatch(
      /- \*\*replay\*\* `npx pedigree replay out\/report\.json --finding \d+ --target \S+`/,
    );
    expect(markdown).toMatch(/```sh\ncurl -sS [^\n]+\n```/);
  });

  it("tells of what is waived, warned of and observed in brief, observations folded", async () => {
    const report = waive(await broken(), "applied");

    const markdown = renderMarkdown(report);

    expect(markdown).toMatch(
      /### Waived\n\n- \*\*[A-Z]+-\d+\*\* .+<br>failed · `?waived until 2026-12-31 \(store team\): it comes with release 12/,
    );
    expect(markdown).toMatch(/### Warned\n\n- \*\*AUTH-\d+\*\*/);
    expect(markdown).toMatch(
      /<details>\n<summary>Observed where the interface is silent \(\d+\)<\/summary>\n\n- /,
    );
    expect(markdown.trimEnd()).toMatch(/<\/details>$/);
  });

  it("keeps the findings of a requirement whose waiver has expired", async () => {
    const markdown = renderMarkdown(waive(await broken(), "expired"));

    expect(markdown).toContain("its waiver is expired");
    expect(markdown).toContain("the waiver expired on 2026-12-31 (store team)");
  });

  it("says what was not tested, the same reason once", async () => {
    const markdown = renderMarkdown(await judgeDeviant(() => ({}), { readOnly: true }));

    expect(markdown).toContain("### Not tested");
    expect(markdown.match(/untested: /g)?.length).toBeLessThan(8);
  });

  it.each([
    ["hostile to terminals", hostile],
    ["hostile to readers of Markdown", hostileMarkup],
  ])("is inert where every text is %s", async (_how, text) => {
    const report = retell(waive(await broken(), "applied"), (each) => `${text}${each}${text}`);
    const sentence = { sentence: `${text} a sentence`, section: `${text} a section` };
    const all = { ...report, requirements: report.requirements.map((each) => ({ ...each, ...sentence })) };

    const markdown = renderMarkdown(all);

    const outside = outsideOfCode(markdown)
      .replaceAll(/<\/?(details|summary)>|<br>/g, "")
      .replaceAll(/^#{2,3} (?=[^#]*$)/gm, "");
    expect(outside).not.toMatch(/[<>[\]@#`$\\]|https?:|www|evil|octo|GH-/);
    expect(markdown).not.toMatch(/[\p{Bidi_Control}\u2028\u2029]|(?!\n)\p{Cc}/u);
    expect(markdown).not.toMatch(/^\s*::/m);
    expect(markdown).not.toMatch(/##(\[|vso)/);
    expect(outside.match(/CODE/g)?.length).toBeGreaterThan(50);
  });

  it.each([60_000, 20_000, 3000])(
    "has no more than %i characters, and says that there is more",
    async (most) => {
      const report = await broken();
      const failed = report.requirements.find(({ verdict }) => verdict === "failed")!;
      const many = Array.from({ length: 200 }, () => failed);

      const markdown = renderMarkdown(
        { ...report, requirements: [...report.requirements, ...many] },
        undefined,
        most,
      );

      expect(markdown.length).toBeLessThanOrEqual(most);
      expect(markdown).toMatch(/…and (\d+ more broken requirements|more than fits here)/);
    },
  );

  it("is the same for the same report", async () => {
    const report = await broken();

    expect(renderMarkdown(report)).toBe(renderMarkdown(report));
  });
});

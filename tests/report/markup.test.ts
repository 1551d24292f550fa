import { describe, expect, it } from "vitest";
import { type Content, html } from "../../src/report/markup.js";

describe("a template of HTML", () => {
  it.each<readonly [Content, string]>([
    ["<b>&amp;\"'", "<p title=\"&lt;b>&amp;amp;&quot;'\">&lt;b>&amp;amp;&quot;'</p>"],
    [0, '<p title="0">0</p>'],
    [["a", [undefined, false, "", "<"]], '<p title="a&lt;">a&lt;</p>'],
  ])("takes %j for text", (content, written) => {
    expect(html`<p title="${content}">${content}</p>`.source).toBe(written);
  });

  it("holds other templates as they are, and none of its own line breaks", () => {
    const items = ["a\n b", "<"].map((each) => html`<li>${each}</li>`);

    expect(
      html`
        <ul>
          ${items}
        </ul>`.source,
    ).toBe("<ul><li>a\n b</li><li>&lt;</li></ul>");
  });

  it("takes nothing that a file holds for a piece of HTML", () => {
    const forged = JSON.parse('{"source":"<script>"}') as Content;

    expect(() => html`${forged}`).toThrow();
  });
});

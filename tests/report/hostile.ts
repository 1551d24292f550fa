import type { Report } from "../../src/engine/index.js";

/** What a server may send to confuse whoever reads a report. */
export const hostile = [
  "\u001b[31m\u001b]8;;http://evil.test\u0007red\u009b2J",
  "\u0000\u0001\u0008\u000b\u000c\u000e\u001f\u007f\u0085",
  "\ud83d \udc15 \udc15\ud83d",
  "\u202egnp.exe\u202c\u2066x\u2069\u200f\u061c",
  "\ufffe\uffff\u{1fffe}",
  "]]>\r\n<script>&amp;]]>\"'<!--",
  "🐕 龙猫\u2028\u2029",
].join("");

/** What it may send to be more than letters where a report is shown as Markdown, as HTML or in a CI log. */
export const hostileMarkup = [
  "` | <i>x</i> `` | <i>x</i>",
  "`````\n```\n~~~\n</details></pre></code><img src=x onerror=alert(1)><!--",
  "[click](http://evil.test) ![pixel](http://evil.test/x.png) <http://evil.test> www.evil.test",
  "@octocat octo/cat#1 #1 GH-1 a@evil.test :skull: $`x`$ | cell | [^1]",
  "# heading\r\n::error title=x::owned\n##[error]owned\n##vso[task.complete]\n[[ATTACHMENT|/etc/passwd]]",
].join("\n");

const kept = new Set(
  "verdict level status format startedAt id requirement profile method credential in".split(" "),
);

/** A report in which every text is another that is neither a keyword nor an id. */
export function retell(report: Report, tell: (text: string) => string): Report {
  return change(report, "") as Report;

  function change(value: unknown, name: string): unknown {
    if (typeof value === "string") return kept.has(name) ? value : tell(value);
    if (Array.isArray(value)) return value.map((each) => change(each, name));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, change(each, member)]));
  }
}

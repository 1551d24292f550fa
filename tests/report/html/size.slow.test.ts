import { describe, expect, it } from "vitest";
import type { Report } from "../../../src/engine/index.js";
import { renderHtml } from "../../../src/report/html/index.js";
import { brokenReport } from "../kept-reports.js";

const item = '{"id":5085148356994217880,"name":"Pedigree ycukonwi","categoryId":1,"status":"available"},';

describe("the page of the largest report there can be", () => {
  it.each([`[${item.repeat(400)}`, '"'.repeat(40_000), "\u202e".repeat(40_000), "&\n".repeat(20_000)])(
    "is smaller than 3 MB, and says what it leaves out (%#)",
    async (text) => {
      const html = renderHtml(largest(await brokenReport(), text));

      expect(Buffer.byteLength(html)).toBeLessThan(3_000_000);
      expect(html).toContain("1,000 of 100,000 are kept");
      expect(html).toContain("cut: the first part of 65,536 bytes");
      expect(html.match(/class="finding"/g)).toHaveLength(40);
    },
  );
});

/** A report at all its caps, with this text everywhere: findings, exchanges of each, bodies, entries of the log. */
function largest(report: Report, text: string): Report {
  const shown = report.findings[0]!;
  const { curl, ...response } = shown.exchanges[shown.shownBy]!;
  const headers = Array.from({ length: 100 }, (_, index) => [`x-${index}`, text.slice(0, 4096)] as const);
  const exchangeWith = (bytes: number) => {
    const body = { text: text.slice(0, bytes), bytes: 65_536, cut: true as const };
    const url = `http://127.0.0.1/v1${text.slice(0, 2000)}`;
    return {
      ...response,
      label: text.slice(0, 2000),
      request: { ...response.request, url, body },
      response: { status: 200, headers, body },
    };
  };
  const exchange = { ...exchangeWith(32_768), curl };
  return {
    ...report,
    requirements: report.requirements.map((each, index) => ({
      ...each,
      ...(index < 40 ? { verdict: "failed", level: "must", findings: [index + 1] } : { findings: [] }),
      reason: text.slice(0, 2000),
    })),
    findings: Array.from({ length: 40 }, (_, index) => ({
      ...shown,
      number: index + 1,
      requirement: report.requirements[index]!.id,
      expected: text.slice(0, 2000),
      actual: text.slice(0, 2000),
      exchanges: Array.from({ length: 40 }, () => exchange),
      shownBy: 39,
    })),
    exchanges: { all: 100_000, entries: Array.from({ length: 1000 }, () => exchangeWith(1024)) },
  };
}

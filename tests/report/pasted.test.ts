import { execFile, spawnSync } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { bodyBytes } from "../../src/generate/index.js";
import { renderHtml } from "../../src/report/html/index.js";
import { renderSummary, safeText } from "../../src/report/index.js";
import { renderMarkdown } from "../../src/report/summary-markdown.js";
import type { Report } from "../../src/run/index.js";
import { renderCurl } from "../../src/transport/index.js";
import { nastyBodies } from "../transport/nasty-bodies.js";
import { postCase, response, startRawServer } from "../transport/raw-server.js";
import { brokenReport } from "./kept-reports.js";

const hasCurl = spawnSync("curl", ["--version"]).status === 0;
const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#39": "'" };

/** The command line as each report prints it. */
const printed: Readonly<Record<string, (report: Report) => string | undefined>> = {
  "the summary": (report) =>
    /^ {4}curl {5}(.*)$/m.exec(
      renderSummary(report, { color: false, verbose: false, reportPath: "r.json", width: 80 }),
    )?.[1],
  "the HTML report": (report) =>
    /<code class="command"[^>]*>((?:[^<]*)curl[^<]*)<\/code>/
      .exec(renderHtml(report))?.[1]
      ?.replaceAll(/&(lt|gt|amp|quot|#39);/g, (_, name: string) => entities[name] ?? ""),
  "the summary in Markdown": (report) => /```sh\n(.*)\n```/.exec(renderMarkdown(report))?.[1],
};

describe.runIf(hasCurl)("a command line sends the same bytes when it is pasted from", () => {
  const places = Object.entries(printed);
  it.each(
    places.flatMap(([place, find]) => nastyBodies.map(([name, body]) => ({ place, find, name, body }))),
  )("$place: $name", async ({ find, body }) => {
    const server = await startRawServer(() => response(200, "[]", ["Connection: close"]));
    const report = await brokenReport();
    const curl = renderCurl(server.baseUrl, postCase({ body }));
    const findings = report.findings.map((finding) => ({
      ...finding,
      exchanges: finding.exchanges.map((exchange) => ({ ...exchange, curl })),
    }));

    const line = find({ ...report, findings });

    await promisify(execFile)("/bin/sh", ["-c", line ?? "exit 9"], {
      env: { ...process.env, PEDIGREE_API_KEY: "k", http_proxy: "", all_proxy: "" },
    });
    expect(server.requests.map((each) => each.body.toString("hex"))).toEqual([
      Buffer.from(bodyBytes(body)).toString("hex"),
    ]);
  });
});

describe("a command line", () => {
  it("holds nothing that a report shows otherwise: printf spells it", () => {
    const all = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
    const shownOtherwise = all.filter((each) => safeText(each) !== each);
    const curlOf = (text: string) => renderCurl("http://x", postCase({ body: { kind: "text", text } }));

    expect(shownOtherwise.length).toBeGreaterThan(2000);
    expect(shownOtherwise.filter((each) => !curlOf(each).startsWith("printf "))).toEqual([]);
  });
});

describe("a raw line break in a body is told from a backslash and an n", () => {
  it("in the summary and the one in Markdown", async () => {
    const report = await brokenReport();
    const findings = report.findings.map((finding) => ({
      ...finding,
      exchanges: finding.exchanges.map((exchange) => ({
        ...exchange,
        request: { ...exchange.request, body: { text: '"raw\nbreak" "two\\nsigns"', bytes: 24 } },
      })),
    }));

    const texts = [
      renderSummary({ ...report, findings }, { color: false, verbose: false, reportPath: "r.json" }),
      renderMarkdown({ ...report, findings }),
    ];

    for (const text of texts) expect(text).toContain('"raw␊break" "two\\nsigns"');
  });
});

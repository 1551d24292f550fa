import { startReferenceServer } from "/work/main/src/reference/index.js";
import { loadContract } from "/work/main/src/description/index.js";
import { runConformance } from "/work/main/src/run/index.js";
import { animalStore } from "/work/main/src/suites/index.js";
import { recordNetwork } from "/work/main/src/certification/record-network.js";
import { planRuns } from "/work/main/src/certification/plan.js";
import { judgeAgain, verdictsOf, firstDifference } from "/work/main/src/certification/judge-again.js";
import { renderStep } from "/work/main/src/certification/transcript.js";
import { gzipSync } from "node:zlib";
import { it } from "vitest";
it("x", async () => {
const contract = loadContract();
const key = "cert-key-0123456789";
const server = await startReferenceServer({ contract, key });
const plan = planRuns(contract, "hello", { baseUrl: server.baseUrl, embedded: true, now: new Date().toISOString(), categories: [], concurrency: 8, settle: 0, misses: ["last character removed"] });
const lines: string[] = [];
const reports = [];
for (const [i, planned] of plan.entries()) {
  lines.push(JSON.stringify({kind:"run",number:i+1}));
  const began = performance.now();
  const network = recordNetwork((step) => lines.push(renderStep(step, {hide: (t) => t, hideNumbers: (t) => t})));
  const report = await runConformance(animalStore, { ...planned, key, network });
  reports.push(report);
  console.log(report.conclusion.sentence, report.run.requests, report.run.created, performance.now()-began);
}
await server.close();
const text = lines.join("\n");
console.log(lines.length, text.length, gzipSync(text).length);
for (let n=0;n<2;n++) {
const began = performance.now();
async function* read() { for (const line of lines) yield JSON.parse(line); }
try {
const again = await judgeAgain(animalStore, plan, read());
console.log("again", performance.now()-began, process.memoryUsage().rss/1e6);
for (const [i, r] of again.entries()) console.log(firstDifference(verdictsOf(reports[i]), verdictsOf(r)));
} catch (e) { console.log("MISMATCH", String(e).slice(0, 1500)); }
}
}, 120000);

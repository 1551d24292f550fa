import { it } from "vitest";
import { loadDescription } from "/work/wt-calibrate/src/description/index.js";
import { runConformance } from "/work/wt-calibrate/src/run/index.js";
import { deriveContract, openApi } from "/work/wt-calibrate/src/suites/index.js";
import { startDescribedServer } from "/work/wt-calibrate/src/reference/described/index.js";
it("t", async () => {
  for (const f of (process.env["SPECS"]??"").split(",")) {
  const { description } = loadDescription(f);
  const contract = deriveContract(description);
  for (const seed of [1,2]) {
    const server = await startDescribedServer({ described: description, key: "Qx7Wv-Zk3Jt-0123456789abcdef", onFailure: (e) => console.log(e) });
    const t = performance.now();
    const report = await runConformance(openApi, { contract, baseUrl: server.baseUrl, key: "Qx7Wv-Zk3Jt-0123456789abcdef", seed, keepExchanges: false });
    console.log(f, report.conclusion.sentence, report.run.requests, performance.now()-t);
    if (seed===1) for (const r of report.requirements) if (r.verdict!=="passed") console.log("  ",r.id, r.verdict, r.reason);
    for (const r of report.findings) console.log("  F",JSON.stringify(r).slice(0,600));
    await server.close();
  }}
}, 60000);

#!/usr/bin/env node
// Measures what the README promises: whole processes, side by side in one run.
//   --quick             fewer rounds
//   --against <commit>  the gate in turn with the build of another commit
//   --certification     what is promised of certification instead
//   --side-by-side [tool …] Pedigree beside other tools on the example servers instead
//   --nightly <section> what is promised of nightly runs instead; all for every section
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { buildOf } from "./build-of.js";
import { measureMemory, measureTime, median } from "./processes.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    quick: { type: "boolean", default: false },
    against: { type: "string" },
    nightly: { type: "string" },
    certification: { type: "boolean", default: false },
    "side-by-side": { type: "boolean", default: false },
  },
});
const { quick, against, nightly, certification } = values;
if (nightly !== undefined) {
  const { measureNightly } = await import("./nightly.js");
  await measureNightly(nightly);
  process.exit();
}
if (certification) {
  const { measureCertification } = await import("./certification.js");
  measureCertification();
  process.exit();
}
if (values["side-by-side"]) {
  const { compareTools } = await import("./side-by-side.js");
  await compareTools(positionals);
  process.exit();
}
const rounds = quick ? 3 : 9;
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pedigree-bench-"));
const gateOf = (command) => [command, "run", "--quiet", "--reports", folder];
const other = against === undefined ? undefined : buildOf(against);

const commands = {
  bare: ["-e", "0"],
  help: [main, "--help"],
  gate: gateOf(main),
  ...(other && { against: gateOf(other.main) }),
};
const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
for (const args of Object.values(commands)) measureTime(args);
for (let round = 0; round < rounds; round += 1) {
  for (const [name, args] of Object.entries(commands)) times[name].push(measureTime(args));
}
other?.remove();
measureTime(commands.gate);
const reportPath = join(folder, "report.json");
const { requests } = JSON.parse(readFileSync(reportPath, "utf8")).run;
const bareLoop = [fileURLToPath(new URL("./bare-loop.js", import.meta.url)), reportPath];
const memories = Array.from({ length: 3 }, () => ({
  loop: measureMemory(bareLoop),
  gate: measureMemory(gateOf(main)),
}));

// Random cases: what another so many take, beside another so many requests of the loop, over eight connections.
const random = (cases) => [...gateOf(main), "--only", "GEN-2,LIST-9,GET-2", "--cases", `${cases}`];
measureTime(random(600));
const entries = JSON.parse(readFileSync(reportPath, "utf8")).exchanges.entries.length;
const [few, many] = quick ? [1000, 4000] : [1000, 16_000];
const looping = (cases) => [...bareLoop, `${Math.round(cases / entries)}`, "8"];
const perSecond = Array.from({ length: 3 }, () => ({
  random: (many - few) / (measureTime(random(many)) - measureTime(random(few))),
  loop: (many - few) / (measureTime(looping(many)) - measureTime(looping(few))),
}));
rmSync(folder, { recursive: true, force: true });

/** The median of what a pair of figures makes in each round. */
const ofPairs = (make) => median(times.gate.map((_, round) => make((name) => times[name][round])));
const ratio = (figure) => `${figure.toFixed(2)} ×`;
const memory = median(memories.map(({ gate }) => gate));
const rows = [
  ["gate on the embedded server, its start included (wall)", `${median(times.gate).toFixed(2)} s`, "≤ 2.0 s"],
  ["  in units of a bare node process", ratio(ofPairs((of) => of("gate") / of("bare"))), ""],
  ["  requests", `${requests}`, "≤ 600"],
  ["  peak memory of the largest process", `${memory.toFixed(0)} MB`, "≤ 150 MB"],
  [
    "  in units of an undici loop over the same requests",
    ratio(median(memories.map(({ gate, loop }) => gate / loop))),
    "≤ 1.25 ×",
  ],
  [
    "--help above a bare `node -e 0`",
    `${Math.round(ofPairs((of) => of("help") - of("bare")) * 1000)} ms`,
    "≤ 60 ms",
  ],
];
rows.push(
  ["random cases a second", `${Math.round(median(perSecond.map(({ random }) => random)))}`, ""],
  ["  in units of that loop", ratio(median(perSecond.map(({ random, loop }) => random / loop))), ""],
);
if (other)
  rows.push([`gate against that of ${against}`, ratio(ofPairs((of) => of("gate") / of("against"))), ""]);
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, ${rounds} rounds, medians`);
for (const [what, figure, limit] of rows) console.log(`${what.padEnd(58)} ${figure.padStart(9)}  ${limit}`);

#!/usr/bin/env node
// Measures what the README promises: whole processes, side by side in one run. `--quick` for fewer rounds.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const rounds = process.argv.includes("--quick") ? 3 : 9;
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pedigree-bench-"));

const commands = {
  bare: ["-e", "0"],
  help: [main, "--help"],
  gate: [main, "run", "--quiet", "--reports", folder],
};

/** Seconds of wall time of a whole process. */
function measure(args) {
  const began = performance.now();
  const child = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  const seconds = (performance.now() - began) / 1000;
  if (child.status !== 0)
    throw new Error(`${args.join(" ")} ended with ${child.status}\n${child.stdout}${child.stderr}`);
  return seconds;
}

/** In MB: the largest of the process and the reference server that it starts, which inherits the preload. */
function measureMemory(args) {
  const probe = "process.on('exit',()=>process.stderr.write('\\nrss='+process.resourceUsage().maxRSS+'\\n'))";
  const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}` };
  const child = spawnSync(process.execPath, args, { encoding: "utf8", env });
  const sizes = [...child.stderr.matchAll(/rss=(\d+)/g)].map(([, kilobytes]) => Number(kilobytes) / 1024);
  return Math.max(...sizes);
}

const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];

const times = { bare: [], help: [], gate: [] };
measure(commands.gate);
for (let round = 0; round < rounds; round += 1) {
  for (const name of Object.keys(commands)) times[name].push(measure(commands[name]));
}
const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
const memory = measureMemory(commands.gate);
rmSync(folder, { recursive: true, force: true });

const above = median(times.help.map((seconds, index) => seconds - times.bare[index]));
const milliseconds = (seconds) => `${Math.round(seconds * 1000)} ms`;
const rows = [
  [
    "gate on the embedded server, its start included (wall, median)",
    `${median(times.gate).toFixed(2)} s`,
    "≤ 2.0 s",
  ],
  ["  in units of a bare node process", `${(median(times.gate) / median(times.bare)).toFixed(1)} ×`, ""],
  ["  requests", `${report.run.requests}`, "≤ 600"],
  ["  peak memory of the largest process", `${memory.toFixed(0)} MB`, "≤ 150 MB"],
  ["--help above a bare `node -e 0` (median of pairs)", milliseconds(above), "≤ 60 ms"],
];
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, ${rounds} rounds`);
for (const [what, figure, limit] of rows) console.log(`${what.padEnd(64)} ${figure.padStart(9)}  ${limit}`);

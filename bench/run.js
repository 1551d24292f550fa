#!/usr/bin/env node
// Measures what people wait for: whole processes with all that they start, in turn in one run, by processor time. Medians.
//   --quick             the start and the gate only
//   --against <commit>  the gate in turn with the build of another commit, too
//   --certification, --nightly <section>, --side-by-side [tool …]  other measurements instead
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { checkOut } from "./check-out.js";
import { measureCost, median } from "./processes.js";

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

async function measureWaiting({ quick, against }) {
  console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}; processor time, medians`);
  const folder = mkdtempSync(join(tmpdir(), "pedigree-bench-"));
  try {
    measureStart();
    const other = against === undefined ? undefined : checkOut(against);
    if (other) measureCost(npmCi, { cwd: other.folder });
    measureGate(folder, quick ? 3 : 9, other?.folder);
    other?.remove();
    if (quick) return;
    await measureSmall(folder);
    measurePackage(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const node = process.execPath;
const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const npmCi = ["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error"];
const bare = () => measureCost([node, "-e", "0"]);
const times = (count, make) => Array.from({ length: count }, make);
const ratio = (figure) => `${figure.toFixed(2)} ×`;
const print = (what, figure, bound = "") => console.log(`${what.padEnd(64)} ${figure.padStart(9)}  ${bound}`);

function measureStart() {
  for (const [args, status] of [["--version"], ["--help"], ["run --bogus", 2]]) {
    const command = [node, main, ...args.split(" ")];
    const pairs = times(9, () => [measureCost(command, { status }).cpu, bare().cpu]);
    const above = median(pairs.map(([own, other]) => own - other));
    print(`pedigree ${args}, above a bare node`, `${Math.round(above * 1000)} ms`, "≤ 60 ms");
    print("  in units of a bare node", ratio(median(pairs.map(([own, other]) => own / other))));
  }
}

function measureGate(folder, rounds, other) {
  const gateOf = (command) => [node, command, "run", "--quiet", "--reports", folder];
  measureCost(gateOf(main));
  const report = join(folder, "report.json");
  const { requests } = JSON.parse(readFileSync(report, "utf8")).run;
  const loop = [node, fileURLToPath(new URL("./bare-loop.js", import.meta.url)), report];
  const rows = times(rounds, () => ({
    loop: measureCost(loop).cpu,
    against: other && measureCost(gateOf(join(other, "dist/cli/main.js"))).cpu,
    gate: measureCost(gateOf(main)),
  }));
  const of = (make) => median(rows.map(make));
  print("gate run on the embedded server", `${of(({ gate }) => gate.cpu).toFixed(2)} s`);
  print(
    "  in units of an undici loop over its requests",
    ratio(of(({ gate, loop }) => gate.cpu / loop)),
    "≤ 1.6 ×",
  );
  print("  requests", `${requests}`, "≤ 600");
  print("  wall time", `${of(({ gate }) => gate.wall).toFixed(2)} s`);
  if (other) print("  in units of the other build's", ratio(of(({ gate, against }) => gate.cpu / against)));
}

async function measureSmall(folder) {
  const program = fileURLToPath(new URL("./notes-server.js", import.meta.url));
  const description = join(folder, "notes.json");
  writeFileSync(description, execFileSync(node, [program, "--description"]));
  const server = spawn(node, [program], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(server.stdout, "data");
  const flags = ["--quiet", "--reports", folder, "--spec", description, "--target", `${line}`.trim()];
  const env = { PEDIGREE_API_KEY: "notes-key" };
  const pairs = times(9, () => [measureCost([node, main, "run", ...flags], { env }).cpu, bare().cpu]);
  server.kill();
  print("run on an API of five operations", `${median(pairs.map(([own]) => own)).toFixed(2)} s`, "≤ 0.75 s");
  print("  in units of a bare node", ratio(median(pairs.map(([own, other]) => own / other))));
}

/** Of what is committed. */
function measurePackage(folder) {
  const { folder: cwd, remove } = checkOut("HEAD");
  for (const [what, command, bound] of [
    ["npm ci in a checkout", npmCi, "≤ 35 s"],
    ["npm pack", ["npm", "pack", "--pack-destination", folder], "≤ 15 s"],
  ]) {
    const { cpu, wall } = measureCost(command, { cwd });
    print(what, `${cpu.toFixed(1)} s`);
    print("  in units of a bare node", ratio(cpu / bare().cpu));
    print("  wall time", `${wall.toFixed(1)} s`, bound);
  }
  remove();
}

if (values.nightly !== undefined) await (await import("./nightly.js")).measureNightly(values.nightly);
else if (values.certification) (await import("./certification.js")).measureCertification();
else if (values["side-by-side"]) await (await import("./side-by-side.js")).compareTools(positionals);
else await measureWaiting(values);

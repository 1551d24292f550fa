// Gate runs on every framework while the processors are busy: any that does not conform is a false alarm.
// npm run soak -- --runs 3 --only express,koa
import { execFile, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { launchFramework, nodeFrameworks, otherFrameworks } from "./launch.js";

const all = [...nodeFrameworks, ...otherFrameworks];
const { values } = parseArgs({
  options: { runs: { type: "string", default: "20" }, only: { type: "string", default: all.join() } },
});
const runs = Number(values.runs);
const wanted = values.only.split(",");
if (!Number.isInteger(runs) || runs < 1 || !wanted.every((name) => all.includes(name))) {
  console.error(`npm run soak -- [--runs N] [--only NAMES], with names out of ${all.join(", ")}`);
  process.exit(2);
}

const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const reports = mkdtempSync(join(tmpdir(), "pedigree-soak-"));
const key = "Gk7-valid_Key.42";
const burners = [1, 2].map(() => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
let server;
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void cleanUp().then(() => process.exit(130)));

/** The conclusion of a gate run on a server that was just started; with the reasons, unless all was tested and passed. */
async function judgeOnce(name) {
  server = await launchFramework(name, key);
  const args = [main, "run", "--quiet", "--target", server.url, "--reports", reports, "--formats", "json"];
  const env = { ...process.env, PEDIGREE_API_KEY: key, NO_COLOR: "1" };
  const said = await new Promise((resolve) =>
    execFile(process.execPath, args, { env }, (_error, stdout, stderr) => resolve((stdout + stderr).trim())),
  );
  await server.stop();
  const passed = /^conforms, (\d+) of \1 requirements tested$/.test(said);
  return passed ? { passed } : { passed, lines: [said, ...reasons()] };
}

async function cleanUp() {
  await server?.stop();
  for (const burner of burners) burner.kill("SIGKILL");
  rmSync(reports, { recursive: true, force: true });
}

/** What failed in the last run, and why requirements were not decided, each reason once. */
function reasons() {
  const { findings, requirements } = JSON.parse(readFileSync(join(reports, "report.json"), "utf8"));
  const failed = requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);
  const undecided = requirements.filter(({ verdict }) => ["inconclusive", "untested"].includes(verdict));
  return [
    ...findings
      .filter(({ requirement }) => failed.includes(requirement))
      .map(({ requirement, check, problem, actual }) => `${requirement} (${check}) ${problem}: ${actual}`),
    ...new Set(undecided.map(({ verdict, reason }) => `${verdict}: ${reason}`)),
  ];
}

const row = (...[name, ...figures]) =>
  console.log(`${name.padEnd(24)}${figures.map((each) => `${each}`.padStart(12)).join("")}`);

let failures = 0;
try {
  row("framework", "runs", "passed", "not passed");
  for (const name of wanted) {
    const failed = [];
    for (let run = 0; run < runs; run += 1) {
      const { passed, lines } = await judgeOnce(name);
      if (!passed) failed.push(lines);
    }
    row(name, runs, runs - failed.length, failed.length);
    for (const line of failed.flat()) console.log(`    ${line}`);
    failures += failed.length;
  }
} finally {
  await cleanUp();
}
process.exit(failures === 0 ? 0 : 1);

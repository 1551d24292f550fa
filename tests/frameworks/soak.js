// Gate runs on every framework while the processors are busy: any that does not conform is a false alarm.
// npm run soak -- --runs 3 --only express,koa
import { spawn } from "node:child_process";
import { parseArgs } from "node:util";
import { loadContract, runConformance } from "../../dist/library/index.js";
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

const contract = loadContract();
const key = "Gk7-valid_Key.42";
const burners = [1, 2].map(() => spawn(process.execPath, ["-e", "for (;;);"], { stdio: "ignore" }));
let server;

async function cleanUp() {
  await server?.stop();
  for (const burner of burners) burner.kill("SIGKILL");
}

for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => void cleanUp().then(() => process.exit(130)));

/** What a gate run says of a server that was just started, unless all was tested and passed: the conclusion and why. */
async function complaintsOf(name) {
  server = await launchFramework(name, key);
  const { conclusion, findings, requirements } = await runConformance({ contract, baseUrl: server.url, key });
  await server.stop();
  if (/^conforms, (\d+) of \1 requirements tested$/.test(conclusion.sentence)) return [];
  const verdicts = new Map(requirements.map(({ id, verdict }) => [id, verdict]));
  const undecided = requirements.filter(({ verdict }) => ["inconclusive", "untested"].includes(verdict));
  return [
    conclusion.sentence,
    ...findings
      .filter(({ requirement }) => verdicts.get(requirement) === "failed")
      .map(({ requirement, check, problem, actual }) => `${requirement} (${check}) ${problem}: ${actual}`),
    ...new Set(undecided.map(({ verdict, reason }) => `${verdict}: ${reason}`)),
  ];
}

try {
  for (const name of wanted) {
    const complaints = [];
    for (let run = 0; run < runs; run += 1) complaints.push(await complaintsOf(name));
    const failed = complaints.filter(({ length }) => length > 0);
    console.log([`${name}: ${runs - failed.length} of ${runs} runs passed`, ...failed.flat()].join("\n    "));
    if (failed.length > 0) process.exitCode = 1;
  }
} finally {
  await cleanUp();
}

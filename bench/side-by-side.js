// Holds Pedigree beside what else judges a server by its description: npm run bench -- --side-by-side, some 15 minutes.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { examples, pathOf, startExample } from "./example-servers.js";
import { installTools, tools } from "./other-tools.js";
import { prepareDescription } from "./prepared-description.js";
import { faults, startFront } from "./seeded-faults.js";

/** Where a tool takes too long for all of them. */
const servers = { specmatic: ["fastify"] };
const folder = mkdtempSync(join(tmpdir(), "pedigree-side-by-side-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** One run of a tool on one server, honest or not: what it calls wrong, and what it took. */
async function judge(tool, name, fault, bin) {
  const example = examples[name];
  const path = pathOf(name, example.description);
  const server = await startExample(name);
  const front = await startFront(server.address, example, faults[fault]);
  const own = mkdtempSync(join(folder, "run-"));
  try {
    const document = parse(readFileSync(path, "utf8"));
    const addresses = { honest: server.address, address: front.address };
    const prepared = await prepareDescription(document, example, addresses);
    const began = performance.now();
    const wrong = await tools[tool]({ folder: own, bin, example, path, address: front.address, ...prepared });
    const seconds = (performance.now() - began) / 1000;
    // Its items have other names in each run; the longest path first, as others begin with it.
    const calls = prepared.calls.toSorted((one, other) => other.path.length - one.path.length);
    const nameOf = (text) => calls.reduce((named, { path, id }) => named.replace(path, id), text);
    return { wrong: new Set(wrong.map(nameOf)), seconds, requests: front.requests() };
  } finally {
    front.close();
    server.stop();
  }
}

/** One tool on one server: the honest one alone, for the time it takes, and the faults two at a time. */
async function compare(tool, name, bin) {
  const honest = await judge(tool, name, undefined, bin);
  for (const each of honest.wrong) console.log(`${tool} alarms on ${name}: ${each}`);
  const found = [];
  const left = Object.keys(faults);
  const tryNext = async () => {
    for (let fault = left.shift(); fault !== undefined; fault = left.shift()) {
      const { wrong } = await judge(tool, name, fault, bin);
      const fresh = [...wrong].filter((each) => !honest.wrong.has(each));
      if (fresh.length > 0) found.push(fault);
      console.log(`${tool} on ${name}, ${fault}: ${fresh[0] ?? "not found"} (${fresh.length})`);
    }
  };
  await Promise.all([tryNext(), tryNext()]);
  return { ...honest, alarms: honest.wrong.size, found };
}

/** Runs these tools, or all, and prints the tables. */
export async function compareTools(wanted) {
  const only = wanted.length > 0 ? wanted : Object.keys(tools);
  const bin = await installTools(join(folder, "tools"), only);
  const results = [];
  for (const tool of only) {
    const names = Object.keys(examples).filter((name) => servers[tool]?.includes(name) ?? true);
    const each = [];
    for (const name of names) each.push(await compare(tool, name, bin));
    const sum = (member) => each.reduce((total, result) => total + result[member], 0);
    const found = each.flatMap((result) => result.found);
    results.push({
      tool,
      names,
      requests: sum("requests"),
      seconds: sum("seconds"),
      alarms: sum("alarms"),
      found,
    });
  }
  const row = (...cells) => console.log(`| ${cells.join(" | ")} |`);
  row("tool", "servers", "requests", "seconds", "faults found", "alarms");
  for (const { tool, names, requests, seconds, found, alarms } of results)
    row(tool, names.length, requests, seconds.toFixed(1), `${found.length} of ${8 * names.length}`, alarms);
  row("fault", ...results.map(({ tool, names }) => `${tool}, of ${names.length}`));
  for (const fault of Object.keys(faults))
    row(fault, ...results.map(({ found }) => found.filter((each) => each === fault).length));
}

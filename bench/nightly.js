// Measures what is promised of nightly runs: npm run bench -- --nightly SECTION, or all for every section, some 30 minutes.
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer as createTcpServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { faults, startStore } from "./faulty-store.js";

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const key = "bench-Key_0123456789";
const folder = mkdtempSync(join(tmpdir(), "pedigree-nightly-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Starts node; `ended` has the exit code, what was printed, and how long it took, in s. */
function start(args) {
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    env: { ...process.env, PEDIGREE_API_KEY: key, NO_COLOR: "1" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  const ended = new Promise((resolve) =>
    child.once("close", (code) => resolve({ code, output, seconds: (performance.now() - began) / 1000 })),
  );
  return { child, ended, output: () => output };
}

const startRun = (baseUrl, name, ...flags) =>
  start([main, "run", "-t", baseUrl, "--reports", join(folder, name), "--formats", "json", ...flags]);
const reportOf = (name) => JSON.parse(readFileSync(join(folder, name, "report.json"), "utf8"));
const testedIn = ({ requirements }) =>
  requirements
    .filter(({ verdict }) => verdict === "passed")
    .map(({ id }) => id)
    .join();

const sections = {
  /** Twelve rare faults, each for 60 s. */
  async faults(seconds = 60) {
    const found = [];
    const tryOne = async (name, index) => {
      const store = await startStore(name, key);
      await startRun(store.baseUrl, `fault-${index}`, "--profile", "nightly", "--duration", `${seconds}s`)
        .ended;
      await store.close();
      const [finding] = reportOf(`fault-${index}`).findings;
      const rate = finding?.confirmation.rate;
      found[index] = [
        name,
        finding === undefined ? "not found" : `${finding.requirement} by ${finding.check}`,
      ];
      if (rate) found[index][1] += `, ${rate.seen} of ${rate.of} (${rate.from} to ${rate.to})`;
    };
    const names = [...Object.keys(faults), "none"];
    for (let at = 0; at < names.length; at += 2)
      await Promise.all(names.slice(at, at + 2).map((name, beside) => tryOne(name, at + beside)));
    return found;
  },

  /** Four shards beside one run, on a server with 20 ms latency and one request at a time on a connection. */
  async shards() {
    const store = await startStore("none", key, { latency: 20, animals: 300 });
    const flags = ["--cases", "100000", "--seed", "7"];
    const one = await startRun(store.baseUrl, "one", ...flags).ended;
    const began = performance.now();
    const numbers = [1, 2, 3, 4];
    await Promise.all(
      numbers.map(
        (number) => startRun(store.baseUrl, `shards/${number}`, ...flags, "--shard", `${number}/4`).ended,
      ),
    );
    const four = (performance.now() - began) / 1000;
    await start([main, "merge", join(folder, "shards"), "--reports", join(folder, "merged")]).ended;
    await store.close();
    const [whole, merged] = [reportOf("one"), reportOf("merged")];
    return [
      ["one run", `${one.seconds.toFixed(1)} s`],
      ["four shards", `${four.toFixed(1)} s, ${(one.seconds / four).toFixed(2)} times as fast`],
      ["same requirements tested", `${testedIn(whole) === testedIn(merged)}`],
      ["same cases and pairs", `${JSON.stringify(merged.statistics.random)}`],
    ];
  },

  /** Runs that are killed at random moments. */
  async kills(times = 50) {
    const store = await startStore("the default limit is forgotten on a store of 1,000 and more", key);
    let [valid, lost, shownInAll, early] = [0, 0, 0, 0];
    for (let time = 0; time < times; time += 1) {
      const run = startRun(store.baseUrl, `kill-${time}`, "--cases", "100000", "--verbose");
      await sleep(200 + 2800 * Math.random());
      run.child.kill("SIGKILL");
      await run.ended;
      const journal = join(folder, `kill-${time}`, "journal.json");
      const shown = new Set([...run.output().matchAll(/found: (\S+) is broken/g)].map(([, id]) => id));
      if (!existsSync(journal)) {
        early += 1;
        lost += shown.size;
        continue;
      }
      const { code } = await start([main, "report", journal]).ended;
      if (code !== 0) continue;
      valid += 1;
      const kept = new Set(reportOf(`kill-${time}`).findings.flatMap(({ requirements }) => requirements));
      shownInAll += shown.size;
      lost += [...shown].filter((id) => !kept.has(id)).length;
    }
    await store.close();
    return [
      ["valid reports", `${valid} of ${times}; ${early} were killed before their first request`],
      ["findings that were shown", `${shownInAll}, of which ${lost} are lost`],
    ];
  },

  /** Slow, dead and stalling targets, each for 60 s. */
  async durations() {
    const stalling = createTcpServer((socket) => socket.on("error", () => undefined));
    await new Promise((resolve) => stalling.listen(0, "127.0.0.1", resolve));
    const slow = await startStore("none", key, { latency: 700 });
    const dying = await startStore("none", key);
    const targets = {
      slow: slow.baseUrl,
      stalling: `http://127.0.0.1:${stalling.address().port}/v1`,
      "dead after 5 s": dying.baseUrl,
    };
    setTimeout(() => dying.close(), 5000);
    const rows = await Promise.all(
      Object.entries(targets).map(async ([name, baseUrl]) => {
        const { seconds, code } = await startRun(baseUrl, name, "--profile", "nightly", "--duration", "60s")
          .ended;
        return [name, `${seconds.toFixed(1)} s, exit code ${code}`];
      }),
    );
    await slow.close();
    stalling.close();
    return rows;
  },

  /** How many requests a server counts in any second. */
  async rate() {
    const times = [];
    const store = await startStore("none", key, { onRequest: () => times.push(performance.now()) });
    await startRun(store.baseUrl, "rate", "--rate", "50", "--cases", "500").ended;
    await store.close();
    const most = Math.max(
      ...times.map((from, at) => times.slice(at, at + 200).filter((each) => each < from + 1000).length),
    );
    return [["requests in any second with --rate 50", `at most ${most} of ${times.length}`]];
  },

  /** Ten nights on one store of 2,000 animals. */
  async nights() {
    const store = await startStore("none", key, { animals: 2000 });
    const added = [];
    const tested = new Set();
    const told = new Set();
    for (let night = 0; night < 10; night += 1) {
      const baseline = night === 0 ? [] : ["--baseline", join(folder, "nights")];
      const { output } = await startRun(
        store.baseUrl,
        `nights/${night}`,
        ...["--profile", "nightly", "--duration", "10s", ...baseline],
      ).ended;
      const report = reportOf(`nights/${night}`);
      added.push(report.run.created);
      tested.add(testedIn(report));
      for (const [line] of output.matchAll(
        /^pedigree: (?:New failures|Fixed|Flaky|Not tested|Warnings|Slower|Changed).*$/gm,
      ))
        told.add(line);
    }
    await store.close();
    return [
      ["animals added", added.join(", ")],
      ["different sets of requirements tested", `${tested.size}`],
      ["drift told", told.size === 0 ? "none" : [...told].join("; ")],
    ];
  },

  /** Processor time of a case, and memory, of a run and of a bare loop in a process of its own each. */
  async cases(many = 1_000_000) {
    const { output } = await start([
      "--expose-gc",
      fileURLToPath(new URL("./cases.js", import.meta.url)),
      key,
      `${many}`,
    ]).ended;
    return output
      .trim()
      .split("\n")
      .map((line) => line.split("\t"));
  },
};

/** Measures one section, or all, and prints the figures. */
export async function measureNightly(wanted) {
  const names = wanted === "all" ? Object.keys(sections) : [wanted];
  for (const name of names) {
    if (sections[name] === undefined)
      throw new Error(`--nightly takes all, ${Object.keys(sections).join(", ")}`);
    console.log(`${name}:`);
    for (const [what, figure] of await sections[name]()) console.log(`  ${what.padEnd(60)} ${figure}`);
  }
}

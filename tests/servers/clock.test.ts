import { readFileSync } from "node:fs";
import { globSync } from "tinyglobby";
import { describe, expect, it } from "vitest";
import { createLeapingClock } from "./clock.js";

const { signal } = new AbortController();

describe("a clock that leaps", () => {
  it("leaps to the end of the longest wait where several wait together", async () => {
    const clock = createLeapingClock();
    const began = clock.now();

    await Promise.all([
      clock.sleep(30_000, signal),
      clock.sleep(60_000, signal),
      clock.sleep(60_000, signal),
    ]);

    expect(clock.now() - began).toBeGreaterThanOrEqual(60_000);
    expect(clock.leapt()).toBeLessThanOrEqual(60_000);
  });

  it("does on its way what is due, each at its time and in order", async () => {
    const clock = createLeapingClock();
    const began = clock.now();
    const done: (readonly [what: string, at: number])[] = [];
    const note = (what: string) => () => void done.push([what, Math.round((clock.now() - began) / 1000)]);
    clock.after(20_000, note("second"));
    clock.after(10_000, note("first"));
    clock.after(90_000, note("never"));

    await clock.sleep(60_000, signal);

    expect(done).toEqual([
      ["first", 10],
      ["second", 20],
    ]);
  });

  it("does what is due also where nobody waits", async () => {
    const clock = createLeapingClock();

    await new Promise<void>((resolve) => clock.after(5, resolve));

    expect(clock.leapt()).toBeLessThan(5);
  });

  it("does not leap for a wait that has ended", async () => {
    const clock = createLeapingClock();

    await clock.sleep(60_000, AbortSignal.abort());

    expect(clock.leapt()).toBe(0);
  });
});

/** Tests that need the time of the system, and what they start, each with the reason. */
const inRealTime: Readonly<Record<string, string>> = {
  "frameworks/*": "servers in other processes",
  "generate/pattern-limit.test.ts": "measures how long a pattern is tried",
  "hostile/*": "slow, endless and silent connections, against deadlines",
  "integration/*": "programs of other makers",
  "nets/example-transcripts.slow.test.ts": "a server in another process",
  "reference/deviations.test.ts": "the reference server's own waits",
  "reference/server.test.ts": "the reference server's own deadlines",
  "run/events.slow.test.ts": "a run that is stopped ends soon",
  "run/load-control.slow.test.ts": "a server that is slow with many requests at a time",
  "run/random-cases.slow.test.ts": "a server that answers late, against deadlines",
  "run/stated-duration.slow.test.ts": "a run ends after its duration",
  "run/waivers.test.ts": "the date of tomorrow",
  "servers/bad-network.ts": "a network that is slow",
  "servers/clock.ts": "the clock itself",
  "servers/judging.ts": "judges a server by it where a test asks for it",
  "slow/*": "processes, containers and networks",
  "suites/added-once.slow.test.ts": "an animal that is added a while after its refusal",
  "suites/examples.slow.test.ts": "a server in another process",
  "suites/helpdesk.slow.test.ts": "responses that take 50 ms",
  "suites/hostile-described-servers.slow.test.ts": "responses that never end, against deadlines",
  "suites/late-lists.slow.test.ts": "lists that are late by the time",
  "suites/openapi-late-lists.slow.test.ts": "lists that are late by the time",
  "suites/openapi-refusals-of-frameworks.slow.test.ts": "dates that have passed",
  "suites/openapi-tried-requests.slow.test.ts": "dates that have passed",
  "suites/sequences.slow.test.ts": "responses that take 30 ms",
  "transport/*": "connections, deadlines and the clock of the system",
};

it("only these go by the time of the system; the servers of all other tests go by the clock of their runs", () => {
  const cwd = new URL("../", import.meta.url).pathname;
  const byTheSystem =
    /performance\.now\(|Date\.now\(|realNetwork|judgeInRealTime|\bset(Timeout|Interval)\(|timers\/promises|runConformance\(openApi/;
  const found = globSync(
    "{frameworks,generate,hostile,integration,nets,reference,run,servers,slow,suites,transport}/**/*.ts",
    {
      cwd,
      ignore: ["servers/clock.test.ts"],
    },
  )
    .filter((file) => byTheSystem.test(readFileSync(`${cwd}${file}`, "utf8")))
    .map((file) => (`${file.split("/")[0]}/*` in inRealTime ? `${file.split("/")[0]}/*` : file));
  expect([...new Set(found)].sort()).toEqual(Object.keys(inRealTime).sort());
});

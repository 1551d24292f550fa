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
  "schema/pattern-limit.test.ts": "measures how long a pattern is tried",
  "hostile/*": "slow, endless and silent connections, against deadlines",
  "integration/*": "programs of other makers",
  "nets/example-transcripts.slow.test.ts": "a server in another process",
  "server/deviations.test.ts": "the reference server's own waits",
  "server/server.test.ts": "the reference server's own deadlines",
  "engine/events.slow.test.ts": "a run that is stopped ends soon",
  "engine/load-control.slow.test.ts": "a server that is slow with many requests at a time",
  "engine/random-cases.slow.test.ts": "a server that answers late, against deadlines",
  "engine/stated-duration.slow.test.ts": "a run ends after its duration",
  "engine/waivers.test.ts": "the date of tomorrow",
  "servers/bad-network.ts": "a network that is slow",
  "servers/clock.ts": "the clock itself",
  "servers/judging.ts": "judges a server by it where a test asks for it",
  "slow/*": "processes, containers and networks",
  "contracts/added-once.slow.test.ts": "an animal that is added a while after its refusal",
  "contracts/examples.slow.test.ts": "a server in another process",
  "contracts/hostile-described-servers.slow.test.ts": "responses that never end, against deadlines",
  "contracts/late-lists.slow.test.ts": "lists that are late by the time",
  "contracts/openapi-late-lists.slow.test.ts": "lists that are late by the time",
  "contracts/openapi-refusals-of-frameworks.slow.test.ts": "dates that have passed",
  "contracts/openapi-tried-requests.slow.test.ts": "dates that have passed",
  "contracts/sequences.slow.test.ts": "responses that take 30 ms",
  "transport/*": "connections, deadlines and the clock of the system",
};

it("only these go by the time of the system; the servers of all other tests go by the clock of their runs", () => {
  const cwd = new URL("../", import.meta.url).pathname;
  const byTheSystem =
    /performance\.now\(|Date\.now\(|realNetwork|judgeInRealTime|\bset(Timeout|Interval)\(|timers\/promises|runConformance\(openApi/;
  const found = globSync(
    "{contracts,engine,frameworks,hostile,integration,nets,schema,server,servers,slow,transport}/**/*.ts",
    {
      cwd,
      ignore: ["servers/clock.test.ts"],
    },
  )
    .filter((file) => byTheSystem.test(readFileSync(`${cwd}${file}`, "utf8")))
    .map((file) => (`${file.split("/")[0]}/*` in inRealTime ? `${file.split("/")[0]}/*` : file));
  expect([...new Set(found)].sort()).toEqual(Object.keys(inRealTime).sort());
});

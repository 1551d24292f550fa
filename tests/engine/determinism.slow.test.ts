import { expect, it } from "vitest";
import type { RunOptions } from "../../src/engine/index.js";
import { profiles } from "../../src/engine/profile.js";
import { judgeDeviant } from "../servers/judging.js";
import { lineOf, type Received, recordInto } from "../servers/recording.js";

/** What a server received in a run. It numbers its animals from the same id on, each time. */
async function receivedIn(options: Partial<RunOptions>): Promise<readonly string[]> {
  const received: Received[] = [];
  let last = 1_000_000_000_999n;
  const assignId = () => {
    last += 1n;
    return last;
  };
  const report = await judgeDeviant(
    recordInto(received, () => ({ assignId })),
    options,
  );
  expect(report.conclusion.exitCode).toBe(0);
  return received.map(lineOf);
}

/** The same requests, whichever of the server's ids they ask for: all of them differ in the last digits only. */
function withoutIds(lines: readonly string[]): readonly string[] {
  return lines.map((line) =>
    line.startsWith("GET /v1/pets/") ? line.replace(/(\d{5,})\d{4}(?!\d)/g, "$1····") : line,
  );
}

// That one connection gives the same order each time is shown by tests/nets/transcript.test.ts.
it("sends over eight connections what it sends over one with the same seed, in some order", async () => {
  const one = await receivedIn({ seed: 7, concurrency: 1 });

  const eight = await receivedIn({ seed: 7, concurrency: 8 });

  expect(one.length).toBeGreaterThan(400);
  expect(withoutIds(eight).toSorted()).toEqual(withoutIds(one).toSorted());
});

it("sends the same random cases in the same order for the same seed, and no animal twice for another", async () => {
  const options = {
    concurrency: 1,
    profile: "nightly",
    randomCases: 10,
    cases: 200,
    maxCreated: 400,
    only: ["CREATE-2", "LIST-3"],
  } as const;
  const first = await receivedIn({ ...options, seed: 11 });

  const second = await receivedIn({ ...options, seed: 11 });
  const other = await receivedIn({ ...options, seed: 12 });

  const creations = first.filter((line) => line.includes("Pedigree "));
  expect(creations.length).toBeGreaterThan(100);
  expect(second).toEqual(first);
  expect(other.filter((line) => creations.includes(line))).toEqual([]);
});

it("takes the seed of its profile: always the same for a gate run, another for each nightly run", async () => {
  const seedOf = async (profile: "gate" | "nightly") =>
    (await judgeDeviant(undefined, { profile, cases: 0, readOnly: true, only: ["LIST-1"] })).run.seed;

  expect(await seedOf("gate")).toBe(1);
  expect(await seedOf("nightly")).not.toBe(await seedOf("nightly"));
  expect(profiles.certification.seed()).toBe(1);
});

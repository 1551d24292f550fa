import { expect, it } from "vitest";
import type { RunOptions } from "../../src/run/index.js";
import { judgeDeviant } from "../servers/judging.js";
import { lineOf, type Received, recordInto } from "../servers/recording.js";

const ids = { first: 1_000_000_001_000n, others: /(\d{5,})\d{4}(?!\d)/g };

/** What a server received in a run. It numbers its animals from the same id on, each time. */
async function receivedIn(options: Partial<RunOptions>): Promise<readonly string[]> {
  const received: Received[] = [];
  let next = ids.first - 1n;
  const assignId = () => {
    next += 1n;
    return next;
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
  return lines.map((line) => (line.startsWith("GET /v1/pets/") ? line.replace(ids.others, "$1····") : line));
}

it("sends the same requests in the same order for the same seed, over one connection", async () => {
  const first = await receivedIn({ seed: 7, concurrency: 1 });

  const second = await receivedIn({ seed: 7, concurrency: 1 });

  expect(first.length).toBeGreaterThan(400);
  expect(second).toEqual(first);
});

it("sends the same requests for the same seed over eight connections, in some order", async () => {
  const first = await receivedIn({ seed: 7, concurrency: 8 });

  const second = await receivedIn({ seed: 7, concurrency: 8 });

  expect(withoutIds(second).toSorted()).toEqual(withoutIds(first).toSorted());
});

it("sends over eight connections what it sends over one", async () => {
  const one = await receivedIn({ seed: 7, concurrency: 1 });

  const eight = await receivedIn({ seed: 7, concurrency: 8 });

  expect(withoutIds(eight).toSorted()).toEqual(withoutIds(one).toSorted());
});

it("sends the same random cases for the same seed", async () => {
  const options = { seed: 11, concurrency: 1, profile: "nightly", only: ["CREATE-2", "LIST-3"] } as const;
  const first = await receivedIn(options);

  const second = await receivedIn(options);

  expect(second).toEqual(first);
});

it("sends other requests for another seed", async () => {
  const first = await receivedIn({ seed: 1 });

  const second = await receivedIn({ seed: 2 });

  const creations = (lines: readonly string[]) => lines.filter((line) => line.includes("Pedigree "));
  expect(creations(first).length).toBeGreaterThan(100);
  expect(creations(second).filter((line) => creations(first).includes(line))).toEqual([]);
});

it("a gate run has the same seed each time, a nightly run another", async () => {
  const only = ["LIST-1"];
  const gate = await receivedIn({ only, concurrency: 1 });
  const nightly = await receivedIn({ only, concurrency: 1, profile: "nightly" });

  const gateAgain = await receivedIn({ only, concurrency: 1 });
  const nightlyAgain = await receivedIn({ only, concurrency: 1, profile: "nightly" });

  expect(gateAgain).toEqual(gate);
  expect(nightlyAgain).not.toEqual(nightly);
});

import { describe, expect, it } from "vitest";
import { animalStore } from "../../src/contracts/index.js";
import type { CreationEntry } from "../../src/engine/creation-journal.js";
import type { Listener, Report, RunOptions } from "../../src/engine/index.js";
import { inTurn, type Operator, seed, wrap } from "../../src/server/operators/index.js";
import {
  contract,
  deviationOf,
  idsWith,
  judge,
  judgeDeviant,
  outcomeOf,
  requirementOf,
  startServer,
} from "../servers/judging.js";

/** Judges a server that deviates so, and counts the animals that it stores. */
async function judgeCounting(
  options: Partial<RunOptions>,
  deviate: Operator = () => ({}),
): Promise<{ readonly report: Report; readonly stored: number }> {
  let stored = 0;
  const counting = wrap("storePet", (storePet, ...given) => {
    stored += 1;
    return storePet(...given);
  });
  const report = await judgeDeviant(inTurn(deviate, counting), options);
  return { report, stored };
}

// What a server stores that then answers otherwise is tried in tests/slow/creations-bound.test.ts.
describe("a run that may add so many animals and no more", () => {
  it.each([0, 10, 57])("adds %i, fails nothing, and says what is untested because of it", async (most) => {
    const { report, stored } = await judgeCounting({ maxCreated: most });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(report.run.created).toBe(stored);
    expect(stored).toBeLessThanOrEqual(most);
    // Room that was kept for a check need not be used.
    expect(stored).toBeGreaterThanOrEqual(most - 3);
    const reasons = idsWith(report, "untested").map((id) => requirementOf(report, id).reason ?? "");
    expect(reasons).not.toContain("");
    const all = report.requirements.map(({ reason = "" }) => reason).join("\n");
    expect(all).toMatch(/the run (has added the \d+ animals that it may add|may add \d+ items, and keeps)/);
  });

  it("tests with 40 all that it tests with more, since each check adds its first animal before any adds a second", async () => {
    const few = await judgeCounting({ maxCreated: 40 });
    const many = await judgeCounting({});

    expect(few.stored).toBeLessThanOrEqual(40);
    expect(idsWith(few.report, "untested")).toEqual(idsWith(many.report, "untested"));
  });

  it("tests what is kept also where the first input is one that the server refuses", async () => {
    const { report, stored } = await judgeCounting({ maxCreated: 40 }, deviationOf("empty-names-refused"));

    expect(stored).toBeLessThanOrEqual(40);
    expect(requirementOf(report, "CREATE-2").verdict).toBe("passed");
  });

  it("knows what each check adds first", async () => {
    const added = new Map<string, number[]>();
    let since = 0;
    const onCreation = ({ event }: CreationEntry): void => {
      if (event === "created") since += 1;
    };
    const onEvent: Listener = (event) => {
      if (event.kind !== "check-finished") return;
      added.set(event.check, [...(added.get(event.check) ?? []), since]);
      since = 0;
    };

    await judgeDeviant(() => ({}), { concurrency: 1, onCreation, onEvent });

    const told = new Map(animalStore.scenarios(contract).map(({ id, adds }) => [id, adds]));
    const adding = [...added].filter(([, counts]) => counts.some((count) => count > 0));
    expect(adding.length).toBeGreaterThan(15);
    const wrong = adding.filter(([id, [first = 0]]) => first > (told.get(id) ?? -1));
    expect(wrong).toEqual([]);
  });

  it("counts those that should have been refused", async () => {
    const careless = deviationOf("zero-as-name-accepted", "unknown-status-accepted");

    const { report, stored } = await judgeCounting({ maxCreated: 20 }, careless);

    expect(report.conclusion.exitCode).toBe(1);
    expect(report.run.created).toBe(stored);
    expect(stored).toBeGreaterThan(10);
    expect(stored).toBeLessThanOrEqual(20);
  });

  it("keeps to it in a nightly run over many connections", async () => {
    const options = { maxCreated: 25, concurrency: 32, profile: "nightly", cases: 100 } as const;

    const { report, stored } = await judgeCounting(options);

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(stored).toBeLessThanOrEqual(25);
  });
});

describe("a night", () => {
  const night = { profile: "nightly", cases: 150 } as const;

  it("adds 40 animals at most to a store whose lists are full, and tests the same each time", async () => {
    const server = await startServer(seed(600));

    const first = await judge(server.baseUrl, night);
    const second = await judge(server.baseUrl, night);

    for (const report of [first, second]) {
      expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
      expect(report.run.created).toBeLessThanOrEqual(40);
      expect(report.run.created).toBeGreaterThan(30);
    }
    expect(idsWith(second, "untested")).toEqual(idsWith(first, "untested"));
  });

  it("adds to an empty store what its lists lack, too, and the next night no more than 40", async () => {
    const server = await startServer();

    const first = await judge(server.baseUrl, night);
    const second = await judge(server.baseUrl, night);

    expect(idsWith(first, "untested")).toEqual([]);
    expect(first.run.created).toBeGreaterThan(102);
    expect(second.run.created).toBeLessThanOrEqual(40);
  });

  it("adds no more than it is told to, whatever is refused and stored all the same", async () => {
    const careless = deviationOf("stored-although-status-unknown", "stored-although-key-missing");

    const { report, stored } = await judgeCounting({ ...night, maxCreated: 45 }, inTurn(seed(600), careless));

    expect(report.conclusion.exitCode).toBe(1);
    expect(stored).toBeLessThanOrEqual(45);
  });
});

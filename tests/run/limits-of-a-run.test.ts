import { describe, expect, it } from "vitest";
import type { Operator, Pet } from "../../src/reference/index.js";
import {
  findingOf,
  idsWith,
  judge,
  judgeDeviant,
  outcomeOf,
  requirementOf,
  startServer,
} from "../servers/judging.js";
import { type Received, recordInto } from "../servers/recording.js";

const someAnimals = (): readonly Pet[] =>
  Array.from({ length: 40 }, (_, index) => ({
    id: BigInt(index + 1),
    name: `Old ${index}`,
    categoryId: 5n,
    status: index % 2 === 0 ? "sold" : "pending",
  }));

describe("a read-only run", () => {
  it("sends nothing but GET, adds nothing, and still judges what can be read", async () => {
    const received: Received[] = [];
    const full: Operator = () => ({ seed: someAnimals });

    const report = await judgeDeviant(recordInto(received, full), { readOnly: true });

    expect(received.length).toBeGreaterThan(100);
    expect(received.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(report.run).toMatchObject({ created: 0, readOnly: true });
    expect(idsWith(report, "passed")).toEqual(expect.arrayContaining(["LIST-4", "GET-1", "AUTH-3"]));
    expect(requirementOf(report, "CREATE-1")).toMatchObject({
      verdict: "untested",
      reason: expect.stringContaining("may not write"),
    });
  });

  it("sends nothing but GET to an empty store, too", async () => {
    const received: Received[] = [];

    const report = await judgeDeviant(recordInto(received), { readOnly: true });

    expect(received.length).toBeGreaterThan(50);
    expect(received.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(report.conclusion.exitCode).toBe(0);
  });

  it("does not conform where every requirement must be tested", async () => {
    const report = await judgeDeviant(() => ({ seed: someAnimals }), { readOnly: true, requireTested: true });

    expect(report.conclusion).toMatchObject({ exitCode: 1, sentence: expect.stringContaining("untested") });
    expect(report.findings).toEqual([]);
  });
});

describe("a run that may add only so many animals", () => {
  it.each([0, 1, 10, 57])("adds no more than %i", async (maxCreated) => {
    let stored = 0;
    const counting: Operator = (handlers) => ({
      storePet: (pet, store) => {
        stored += 1;
        return handlers.storePet(pet, store);
      },
    });

    const report = await judgeDeviant(counting, { maxCreated });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(stored).toBe(maxCreated);
    expect(report.run.created).toBe(stored);
  });

  it("counts those that should have been refused, and stops soon after the limit", async () => {
    let stored = 0;
    const careless: Operator = (handlers) => ({
      checkNameIsString: () => undefined,
      checkStatusIsAllowed: () => undefined,
      storePet: (pet, store) => {
        stored += 1;
        return handlers.storePet(pet, store);
      },
    });

    const report = await judgeDeviant(careless, { maxCreated: 20 });

    expect(report.conclusion.exitCode).toBe(1);
    expect(report.run.created).toBe(stored);
    expect(stored).toBeGreaterThan(10);
    expect(stored).toBeLessThanOrEqual(20 + 8);
  });
});

describe("the removal date", () => {
  it("lets getPet be gone after it", async () => {
    const now = new Date("2031-01-01T00:00:00Z");
    const server = await startServer(undefined, { now: () => now });

    const report = await judge(server.url, { now });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(idsWith(report, "not applicable")).toEqual(
      expect.arrayContaining(["DEP-1", "GET-1", "GET-2", "GET-4"]),
    );
    expect(requirementOf(report, "GET-1").reason).toContain("2030-12-05");
  });

  it("lets getPet still be there after it", async () => {
    const server = await startServer();

    const report = await judge(server.url, { now: new Date("2031-01-01T00:00:00Z") });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  });

  it.each(["2030-12-04T20:00:00Z", "2030-12-05T12:00:00Z", "2030-12-06T11:00:00Z"])(
    "accepts getPet gone or there while it is that day somewhere (%s)",
    async (moment) => {
      const now = new Date(moment);
      const gone = await startServer(() => ({ isRemoved: () => true }));
      const there = await startServer(() => ({ isRemoved: () => false }));

      const reports = [await judge(gone.url, { now }), await judge(there.url, { now })];

      expect(reports.map(outcomeOf)).toEqual([
        { exitCode: 0, broken: [] },
        { exitCode: 0, broken: [] },
      ]);
    },
  );

  it("fails DEP-1 where getPet is gone before it", async () => {
    const server = await startServer(() => ({ isRemoved: () => true }));

    const report = await judge(server.url, { now: new Date("2030-12-03T00:00:00Z") });

    expect(report.conclusion.exitCode).toBe(1);
    expect(report.findings[0]?.requirement).toBe("DEP-1");
    expect(findingOf(report, "DEP-1").expected).toContain("2030-12-05");
  });
});

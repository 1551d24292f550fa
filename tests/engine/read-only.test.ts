import { beforeAll, describe, expect, it } from "vitest";
import type { CreationEntry, Report } from "../../src/engine/index.js";
import type { Operator } from "../../src/server/index.js";
import { contract, idsWith, judgeDeviant, outcomeOf, requirementOf } from "../servers/judging.js";
import { type Received, recordInto } from "../servers/recording.js";

/** So many animals, of each state in turn. */
const seeded =
  (count: number): Operator =>
  () => ({
    seed: () =>
      Array.from({ length: count }, (_, index) => ({
        id: BigInt(index * 7 + 1),
        name: `Old ${index}`,
        categoryId: 5n,
        status: ["available", "pending", "sold"][index % 3],
      })),
  });

const methodsOf = (received: readonly Received[]): readonly string[] => [
  ...new Set(received.map(({ method }) => method)),
];

describe.each([0, 1, 40, 150])("a run that may only read, on a store of %i animals", (count) => {
  const received: Received[] = [];
  const journal: CreationEntry[] = [];
  let report: Report;

  beforeAll(async () => {
    const onCreation = (entry: CreationEntry): void => void journal.push(entry);
    report = await judgeDeviant(recordInto(received, seeded(count)), { readOnly: true, onCreation });
  });

  it("sends nothing but GET, and fails nothing", () => {
    expect(received.length).toBeGreaterThan(50);
    expect(methodsOf(received)).toEqual(["GET"]);
    expect(journal).toEqual([]);
    expect(report.run).toMatchObject({ created: 0, readOnly: true });
    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
  });

  it("looks at the animals that it finds", () => {
    const looking = ["GET-1", "GET-3", "DEP-1"].map((id) => requirementOf(report, id).verdict);

    expect(new Set(looking.map((verdict) => verdict === "passed"))).toEqual(new Set([count > 0]));
  });

  it("leaves untested what only a POST can show, and says that it may not write", () => {
    const writing = contract.requirements
      .filter(({ operations, level }) => operations.join() === "createPet" && level === "must")
      .map(({ id }) => requirementOf(report, id));

    expect(writing.length).toBeGreaterThan(10);
    expect(new Set(writing.map(({ verdict, reason }) => `${verdict}: ${reason}`))).toEqual(
      new Set(["untested: this run may not write"]),
    );
  });

  it("says of each requirement that no verdict was passed on why that is so", () => {
    const open = report.requirements.filter(({ verdict }) => /untested|not applicable/.test(verdict));

    expect(open.filter(({ reason = "" }) => reason === "")).toEqual([]);
  });
});

it("a thorough run that may only read sends nothing but GET to a broken server, too, and finds what can be read", async () => {
  const received: Received[] = [];
  const broken: Operator = (handlers) => ({ ...seeded(150)(handlers), pageSize: (limit) => limit + 1 });

  const report = await judgeDeviant(recordInto(received, broken), {
    readOnly: true,
    profile: "nightly",
    cases: 100,
  });

  expect(methodsOf(received)).toEqual(["GET"]);
  expect(idsWith(report, "failed")).toContain("LIST-3");
});

it("a run that may only read does not conform where every requirement must be tested", async () => {
  const report = await judgeDeviant(seeded(40), { readOnly: true, requireTested: true });

  expect(report.conclusion).toMatchObject({ exitCode: 1, sentence: expect.stringContaining("untested") });
  expect(report.findings).toEqual([]);
});

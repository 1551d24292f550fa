import { describe, expect, it } from "vitest";
import type { Operator, Pet } from "../../src/reference/index.js";
import type { Report } from "../../src/run/index.js";
import { contract, idsWith, judgeDeviant, outcomeOf, requirementOf } from "../servers/judging.js";
import { type Received, recordInto } from "../servers/recording.js";

/** So many animals, of each state in turn. */
const seeded =
  (count: number): Operator =>
  () => ({
    seed: () =>
      Array.from(
        { length: count },
        (_, index): Pet => ({
          id: BigInt(index * 7 + 1),
          name: `Old ${index}`,
          categoryId: 5n,
          status: ["available", "pending", "sold"][index % 3],
        }),
      ),
  });

const untestedReasons = (report: Report): readonly string[] =>
  idsWith(report, "untested").map((id) => `${id}: ${requirementOf(report, id).reason ?? ""}`);
const verdictsOf = (report: Report, ids: readonly string[]): readonly string[] =>
  ids.map((id) => `${id} ${requirementOf(report, id).verdict}`);

describe("a run that may only read", () => {
  it.each([0, 1, 40, 150])(
    "sends nothing but GET to a store of %i animals, and fails nothing",
    async (count) => {
      const received: Received[] = [];

      const report = await judgeDeviant(recordInto(received, seeded(count)), { readOnly: true });

      expect(received.length).toBeGreaterThan(50);
      expect([...new Set(received.map(({ method }) => method))]).toEqual(["GET"]);
      expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
      expect(report.run).toMatchObject({ created: 0, readOnly: true });
    },
  );

  it.each(["nightly", "certification"] as const)(
    "sends nothing but GET in the %s profile, too",
    async (profile) => {
      const received: Received[] = [];

      const report = await judgeDeviant(recordInto(received, seeded(40)), {
        readOnly: true,
        profile,
        randomCases: 3,
      });

      expect([...new Set(received.map(({ method }) => method))]).toEqual(["GET"]);
      expect(report.findings).toEqual([]);
    },
  );

  it("sends nothing but GET to a broken server, of which it still finds what can be read", async () => {
    const received: Received[] = [];
    const broken: Operator = (handlers) => ({ ...seeded(150)(handlers), pageSize: (limit) => limit + 1 });

    const report = await judgeDeviant(recordInto(received, broken), { readOnly: true });

    expect([...new Set(received.map(({ method }) => method))]).toEqual(["GET"]);
    expect(idsWith(report, "failed")).toContain("LIST-3");
  });

  it.each([1, 40, 150])("looks at the animals that it finds: %i of them", async (count) => {
    const report = await judgeDeviant(seeded(count), { readOnly: true });

    const looking = ["GET-1", "GET-2", "GET-3", "DEP-1"];
    expect(verdictsOf(report, looking)).toEqual(looking.map((id) => `${id} passed`));
  });

  it("tells of no animal that it looked at one in an empty store", async () => {
    const report = await judgeDeviant(seeded(0), { readOnly: true });

    const looking = ["GET-1", "GET-3", "DEP-1"].map((id) => requirementOf(report, id));
    expect(looking.map(({ verdict }) => verdict)).not.toContain("passed");
    expect(looking.filter(({ reason = "" }) => reason === "")).toEqual([]);
  });

  it.each([0, 40])("says of each requirement why it is untested, with %i animals", async (count) => {
    const report = await judgeDeviant(seeded(count), { readOnly: true });

    expect(untestedReasons(report).length).toBeGreaterThan(5);
    expect(untestedReasons(report).filter((each) => each.endsWith(": "))).toEqual([]);
    expect(requirementOf(report, "CREATE-1").reason).toBe("this run may not write");
  });

  it("leaves untested what only a POST can show, and says that it may not write", async () => {
    const report = await judgeDeviant(seeded(150), { readOnly: true });

    const writing = contract.requirements
      .filter(({ operations, level }) => operations.join() === "createPet" && level === "must")
      .map(({ id }) => requirementOf(report, id));
    expect(writing.length).toBeGreaterThan(10);
    const described = writing.map(({ id, verdict, reason }) => `${id} ${verdict}: ${reason}`);
    expect(described).toEqual(writing.map(({ id }) => `${id} untested: this run may not write`));
  });
});

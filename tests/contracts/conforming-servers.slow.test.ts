import { describe, expect, it } from "vitest";
import type { Operator } from "../../src/server/index.js";
import { changeStatus, inTurn, wrap } from "../../src/server/operators/index.js";
import { clock } from "../servers/clock.js";
import {
  deviationOf,
  idsWith,
  judge,
  judgeDeviant,
  outcomeOf,
  requirementOf,
  startServer,
} from "../servers/judging.js";
import { startNarrowDoor } from "../servers/narrow-door.js";

const conforms = { exitCode: 0, broken: [] };

it.each([1, 3])(
  "a server that lets %i connections in, and has the others wait, is not failed",
  async (places) => {
    const { baseUrl: url } = await startServer();
    const report = await judge(await startNarrowDoor(url, places), { timeout: 1000, categories: [1n] });

    expect(outcomeOf(report)).toEqual(conforms);
    expect(idsWith(report, "inconclusive")).toEqual([]);
  },
);

describe("a server with a table of categories", () => {
  const refuseUnknown =
    (known: bigint): Operator =>
    () => ({
      checkFurther: ({ categoryId }) => (categoryId === known ? undefined : "there is no such category"),
    });

  it.each([
    ["can be learned from the animals listed", deviationOf("categories-of-ones-own"), undefined, "11"],
    ["is named", deviationOf("categories-of-seven"), [7n], "7"],
    ["is a usual one, found by trying", refuseUnknown(101n), undefined, "101"],
  ])("is not failed where a category %s", async (_how, server, categories, used) => {
    const report = await judgeDeviant(server, categories === undefined ? {} : { categories });

    expect(outcomeOf(report)).toEqual(conforms);
    expect(report.run.categories).toEqual([used]);
  });

  it.each([400, 404, 422])(
    "leaves the run inconclusive, with the flag to use, where it refuses all with %i",
    async (status) => {
      const report = await judgeDeviant(
        inTurn(refuseUnknown(918_273n), changeStatus("checkFurther", status)),
      );

      expect(report.conclusion.exitCode).toBe(3);
      expect(idsWith(report, "failed")).toEqual([]);
      expect(requirementOf(report, "CREATE-1")).toMatchObject({
        verdict: "inconclusive",
        reason: expect.stringContaining("--category"),
      });
    },
  );
});

describe("a server that shows a new animal 300 ms later", () => {
  const late = wrap("storePet", (storePet, ...given) => clock.after(300, () => void storePet(...given)));

  it.each([[undefined], [["DEP-1"]]])(
    "conforms with a grace period of 2 s, and has not removed getPet (%s)",
    async (only) => {
      const options = { settle: 2000, concurrency: 32, ...(only === undefined ? {} : { only }) };

      expect(outcomeOf(await judgeDeviant(late, options))).toEqual(conforms);
    },
  );

  it("fails GET-1 without a grace period", async () => {
    const report = await judgeDeviant(late, { only: ["GET-1"] });

    expect(idsWith(report, "failed")).toContain("GET-1");
  });
});

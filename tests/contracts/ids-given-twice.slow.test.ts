import { describe, expect, it } from "vitest";
import type { ExchangeReport } from "../../src/engine/index.js";
import {
  deviationOf,
  findingOf,
  idsWith,
  judgeDeviant,
  outcomeOf,
  requirementOf,
} from "../servers/judging.js";

/** The ids of the animals that these responses show as added. */
function addedIds(exchanges: readonly ExchangeReport[]): readonly string[] {
  const bodies = exchanges.flatMap(({ response }) =>
    response?.status === 201 && "text" in response.body ? [response.body.text] : [],
  );
  return bodies.map((text) => /"id":(-?\d+)/.exec(text)?.[1] ?? "");
}

describe("an id that two animals were given is a failure, shown by both creations, where", () => {
  it.each([
    ["every fifth creation repeats the last id", "every-fifth-id-given-twice"],
    ["ids come from a ring", "ids-from-a-ring"],
    ["creations at the same time share an id", "one-id-for-creations-at-the-same-time"],
    ["it happens once in a run", "one-id-given-twice"],
    ["the lists are full", "500-animals-before every-fifth-id-given-twice"],
    ["others add animals", "neighbours-who-add every-fifth-id-given-twice"],
  ])("%s", async (_, names) => {
    const report = await judgeDeviant(deviationOf(...names.split(" ")));

    expect(idsWith(report, "failed")).toContain("PET-5");
    const { actual, exchanges } = findingOf(report, "PET-5");
    const [, id] = /^id (-?\d+)/.exec(actual) ?? [];
    expect(addedIds(exchanges).filter((each) => each === id)).toHaveLength(2);
  });
});

it("an id that was given twice is never passed over, though others delete animals", async () => {
  const deleting = deviationOf("neighbours-who-delete-old-animals", "every-fifth-id-given-twice");

  const report = await judgeDeviant(deleting);

  expect(["failed", "inconclusive"]).toContain(requirementOf(report, "PET-5").verdict);
});

const seen = "others were seen to delete animals";

describe("ids of deleted animals may be given again, as the run has to see, where", () => {
  it.each(["largest-id-given-again", "free-ids-given-again", "ids-of-deleted-animals-given-again-first"])(
    "%s",
    async (name) => {
      const report = await judgeDeviant(deviationOf(name));

      expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
      const { verdict, reason } = requirementOf(report, "PET-5");
      // A fast run may be over before an id is given again; a slow one may have added all that it may.
      expect(["passed", "untested"]).toContain(verdict);
      if (verdict === "passed") expect(reason ?? seen).toContain(seen);
    },
  );
});

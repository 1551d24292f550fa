import { describe, expect, it } from "vitest";
import { profiles } from "../../src/engine/profile.js";
import type { Operator, Pet } from "../../src/server/index.js";
import { wrap } from "../../src/server/operators/index.js";
import { clock } from "../servers/clock.js";
import { idsWith, judgeDeviant, outcomeOf } from "../servers/judging.js";

/** A list that is asked for twice, with no other list between, is empty the second time. */
function emptySecond(filter: string): Operator {
  let last = "";
  return wrap("revisePage", (revisePage, page, query, store) => {
    const asked = `${query.limit} ${query.status}`;
    const isSecond = asked === last;
    last = asked;
    return isSecond && query.status === filter ? [] : revisePage(page, query, store);
  });
}

/** Obeys the maximum on the whole list, and forgets it where a status is asked for. */
const unboundedFilter: Operator = () => ({
  checkLimit: () => undefined,
  readLimit: ([text]: readonly string[]) => (text === undefined ? undefined : Number(text) || 20),
  takePage: (pets: Iterable<Pet>, size: number) => {
    const all = [...pets];
    const isFiltered = new Set(all.map(({ status }) => status)).size === 1;
    return all.slice(0, isFiltered ? size : Math.min(size, 100));
  },
});

describe("a thorough run, which adds more than a hundred animals of one state,", () => {
  it.each(["available", "pending", "sold"])(
    "notices that the list of animals that are %s is empty the second time",
    async (filter) => {
      const options = { profile: "nightly", cases: 0, only: ["LIST-8"] } as const;

      const report = await judgeDeviant(emptySecond(filter), options);

      expect(idsWith(report, "failed")).toEqual(["LIST-8"]);
    },
  );

  it("notices that a filtered list exceeds the maximum", async () => {
    const options = { profile: "nightly", cases: 0, only: ["LIM-1"] } as const;

    const report = await judgeDeviant(unboundedFilter, options);

    expect(idsWith(report, "failed")).toEqual(["LIM-1"]);
    expect(profiles.certification.pageFillCount).toBe(profiles.nightly.pageFillCount);
  });
});

it("a server on which others delete every animal after a moment is not failed", async () => {
  const forgetful: Operator = () => ({
    storePet(pet: Pet, store) {
      store.put(pet);
      clock.after(40, () => store.remove(pet.id));
    },
  });

  const report = await judgeDeviant(forgetful, { only: ["LIST-5", "LIST-7", "LIST-8", "LIST-9", "LIST-12"] });

  expect(outcomeOf(report).broken).toEqual([]);
});

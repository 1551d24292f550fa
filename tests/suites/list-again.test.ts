import { expect, it } from "vitest";
import type { Operator, Pet } from "../../src/reference/index.js";
import { idsWith, judgeDeviant, outcomeOf } from "../servers/judging.js";

/** A list that is asked for twice, with no other list between, is empty the second time. */
function emptySecond(filter: string): Operator {
  return (handlers) => {
    let last = "";
    return {
      revisePage(page, query, store) {
        const asked = `${query.limit} ${query.status}`;
        const isSecond = asked === last;
        last = asked;
        return isSecond && query.status === filter ? [] : handlers.revisePage(page, query, store);
      },
    };
  };
}

it.each(["available", "pending", "sold"])(
  "a thorough run notices that the list of animals that are %s is empty the second time",
  async (filter) => {
    const report = await judgeDeviant(emptySecond(filter), {
      profile: "nightly",
      randomCases: 0,
      only: ["LIST-8"],
    });

    expect(idsWith(report, "failed")).toEqual(["LIST-8"]);
  },
);

it("a server on which others delete every animal after a moment is not failed", async () => {
  const forgetful: Operator = () => ({
    storePet(pet: Pet, store) {
      store.put(pet);
      setTimeout(() => store.remove(pet.id), 40).unref();
    },
  });

  const report = await judgeDeviant(forgetful, { only: ["LIST-5", "LIST-7", "LIST-8", "LIST-9", "LIST-12"] });

  expect(outcomeOf(report).broken).toEqual([]);
});

import { expect, it } from "vitest";
import { failIfAlways, type Subject } from "../../src/actor/verdict-verbs.js";
import { Skip } from "../../src/engine/index.js";

/** Tries a promise that is broken or kept turn by turn. @returns what came of it, and after how many turns */
async function judge(subject: Subject, turns: string, control?: () => Promise<void>): Promise<string> {
  let turn = 0;
  const verdicts: string[] = [];
  const judging = {
    expect: (_: boolean, { exchange }: { exchange?: number }) => verdicts.push(`finding in ${exchange}`),
    pass: () => verdicts.push("kept"),
    lastExchange: () => turn,
    settle: async () => {},
  };
  const trial = async () => {
    turn += 1;
    const broken = { expected: "", actual: "", at: { in: "status" } } as const;
    return turns[turn - 1] === "b" ? broken : undefined;
  };
  try {
    await failIfAlways(judging, subject, trial, control);
  } catch (error) {
    if (!(error instanceof Skip)) throw error;
    verdicts.push(error.why);
  }
  return `${verdicts.join()} after ${turn}`;
}

it.each([
  ["item", "k", "kept after 1"],
  ["item", "bb", "finding in 2 after 2"],
  // A promise that was seen broken is not kept, although it may have been another client.
  ["item", "bk", "untested after 2"],
  ["list", "bbb", "finding in 3 after 3"],
  ["list", "bbk", "kept after 3"],
] as const)("a promise about an %s that is broken (b) or kept (k): %s", async (subject, turns, verdict) => {
  expect(await judge(subject, turns)).toBe(verdict);
});

it("another cause at the end leaves it without a verdict", async () => {
  const control = () => Promise.reject(new Skip("untested", "another client deleted it"));
  expect(await judge("item", "bb", control)).toBe("untested after 2");
});

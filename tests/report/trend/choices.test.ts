import { describe, expect, it } from "vitest";
import { type ChoiceChange, compareChoices, pairChoices } from "../../../src/report/trend/choices.js";

describe("what a server chose is compared with the run before that looked:", () => {
  it.each<readonly [string, readonly (readonly string[] | undefined)[], readonly Partial<ChoiceChange>[]]>([
    ["nothing in a single run", [["a"]], []],
    [
      "nothing where it stays, in whatever order",
      [
        ["a", "b"],
        ["b", "a"],
      ],
      [],
    ],
    ["what is new", [["a"], ["a", "b"]], [{ run: 1, before: 0, appeared: ["b"], wentAway: [] }]],
    ["what went away", [["a", "b"], ["b"]], [{ run: 1, before: 0, appeared: [], wentAway: ["a"] }]],
    [
      "runs that did not look are passed over",
      [["a"], undefined, undefined, ["b"]],
      [{ run: 3, before: 0, appeared: ["b"], wentAway: ["a"] }],
    ],
    ["the first that looks is compared with none", [undefined, ["a"]], []],
    ["a choice that comes and goes is told each time", [["a"], ["b"], ["a"]], [{ run: 1 }, { run: 2 }]],
  ])("%s", (_what, runs, changes) => {
    expect(compareChoices("LIST-13", runs)).toEqual(changes.map((each) => expect.objectContaining(each)));
  });
});

describe("what went away and what came stand together", () => {
  it.each<readonly [string, readonly string[], readonly string[], readonly object[]]>([
    [
      "for the same input",
      ["limit=0: 400"],
      ["limit=0: 200"],
      [{ about: "limit=0", from: "400", to: "200" }],
    ],
    ["for one that has no input", ["available"], ["absent"], [{ from: "available", to: "absent" }]],
    ["but not for others", ["a: 1"], ["b: 1"], [{ from: "a: 1" }, { to: "b: 1" }]],
    [
      "and not where there is a choice",
      ["a: 1"],
      ["a: 2", "a: 3"],
      [{ from: "a: 1" }, { to: "a: 2" }, { to: "a: 3" }],
    ],
  ])("%s", (_what, wentAway, appeared, steps) => {
    expect(pairChoices({ requirement: "LIST-13", run: 1, before: 0, appeared, wentAway })).toEqual(steps);
  });
});

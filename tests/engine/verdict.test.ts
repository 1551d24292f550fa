import { describe, expect, it } from "vitest";
import type { Level } from "../../src/description/index.js";
import type { AttemptStatus } from "../../src/engine/attempt.js";
import type { FindingGroup } from "../../src/engine/findings.js";
import type { Confirmation, Verdict } from "../../src/engine/report-schema.js";
import {
  type Judgement,
  judgeRequirement,
  rootCausesFirst,
  type VerdictEvidence,
} from "../../src/engine/verdict.js";
import { attemptOf, requirementOf } from "./evidence.js";

const repeating: Confirmation = { status: "repeats", seen: 2, of: 2 };
const seenOnce: Confirmation = { status: "seen-once", of: 3 };

function group(confirmation: Confirmation): FindingGroup {
  const finding = {
    check: "list/query/pageSize/obeyed",
    requirement: "LIST-3",
    problem: "broken",
    expected: "",
    actual: "",
    interference: "none",
    exchange: 0,
  } as const;
  return { finding, attempt: attemptOf("found"), confirmation, occurrences: 1, operations: [], places: [] };
}

function evidence(
  parts: Partial<VerdictEvidence> & { readonly statuses?: readonly AttemptStatus[] },
): VerdictEvidence {
  const { statuses = [], ...others } = parts;
  return {
    attempts: statuses.map((status) => attemptOf(status, { reason: `it is ${status}` })),
    judged: 0,
    observations: new Map(),
    groups: [],
    cutShort: undefined,
    lenient: false,
    leftTo: undefined,
    ...others,
  };
}

function judged(level: Level, parts: Parameters<typeof evidence>[0]): Judgement {
  return judgeRequirement(requirementOf(level), evidence(parts));
}

describe("the verdict on a requirement", () => {
  it.each<readonly [string, Level, Parameters<typeof evidence>[0], Verdict]>([
    ["every attempt passed", "must", { statuses: ["passed", "passed"] }, "passed"],
    ["answers were judged, though it has no check", "must", { judged: 3 }, "passed"],
    ["a finding repeats", "must", { statuses: ["found"], groups: [group(repeating)] }, "failed"],
    ["a finding repeats", "implied", { groups: [group(repeating)] }, "failed"],
    ["a finding is intermittent", "must", { groups: [group({ status: "intermittent", seen: 2 })] }, "failed"],
    ["a finding repeats", "advice", { groups: [group(repeating)] }, "warned"],
    ["a finding repeats, leniently", "must", { groups: [group(repeating)], lenient: true }, "warned"],
    ["a finding was seen once", "must", { statuses: ["passed"], groups: [group(seenOnce)] }, "inconclusive"],
    [
      "a finding repeats, others are doubtful and the run was cut short",
      "must",
      { statuses: ["inconclusive"], groups: [group(seenOnce), group(repeating)], cutShort: "it died" },
      "failed",
    ],
    ["one attempt of several is doubtful", "must", { statuses: ["passed", "inconclusive"] }, "inconclusive"],
    ["one attempt was not allowed", "must", { statuses: ["untested", "passed"] }, "passed"],
    ["no attempt was allowed", "must", { statuses: ["untested"] }, "untested"],
    ["there was no occasion", "must", { statuses: ["not-applicable"] }, "not applicable"],
    [
      "some were not allowed, some had no occasion",
      "must",
      { statuses: ["not-applicable", "untested"] },
      "untested",
    ],
    ["another requirement was in the way", "must", { statuses: ["found"] }, "untested"],
    ["nothing was tried", "must", {}, "untested"],
    ["the run was cut short before", "must", { cutShort: "the run was interrupted" }, "untested"],
    ["the run was cut short after", "must", { statuses: ["passed"], cutShort: "interrupted" }, "passed"],
    ["something was observed", "open", { observations: new Map([["absent", 2]]) }, "observed"],
    ["a check passed", "open", { statuses: ["passed"] }, "observed"],
    ["there was no occasion", "open", { statuses: ["not-applicable"] }, "not applicable"],
    ["nothing was tried", "open", {}, "untested"],
    ["answers were judged", "informative", { judged: 9, statuses: ["passed"] }, "not applicable"],
  ])("where %s (%s): %#", (_what, level, parts, expected) => {
    expect(judged(level, parts).verdict).toBe(expected);
  });

  it.each<readonly [string, Parameters<typeof evidence>[0], string]>([
    ["nothing could be tested", { statuses: ["untested"] }, "it is untested"],
    ["the run ended early", { cutShort: "the target stopped answering" }, "the target stopped answering"],
    ["it was tested in part", { statuses: ["passed", "untested"] }, "in part only: it is untested"],
    [
      "another requirement was in the way",
      {
        attempts: [
          attemptOf("found", { findings: [{ ...group(repeating).finding, requirement: "LIST-1" }] }),
        ],
      },
      "its checks cannot go on, because LIST-1 is broken",
    ],
  ])("has a reason where %s", (_what, parts, reason) => {
    expect(judged("must", parts).reason).toBe(reason);
  });
});

describe("failed requirements", () => {
  it.each([
    ["in the order of the catalogue", [["A-1"], ["B-1"], ["C-1"]], ["A-1", "B-1", "C-1"]],
    [
      "after what they follow from, however far",
      [["A-1", "B-1"], ["B-1", "C-1"], ["C-1"]],
      ["C-1", "B-1", "A-1"],
    ],
    ["where they are, if what they follow from did not fail", [["A-1", "Z-9"], ["B-1"]], ["A-1", "B-1"]],
    [
      "once, even where they follow from each other",
      [
        ["A-1", "B-1"],
        ["B-1", "A-1"],
      ],
      ["B-1", "A-1"],
    ],
  ])("are told %s", (_where, rows, order) => {
    const failed = rows.map(
      ([id, ...follows]): Judgement => ({
        requirement: requirementOf("must", id, follows),
        verdict: "failed",
        reason: undefined,
        groups: [],
      }),
    );

    expect(rootCausesFirst(failed).map(({ requirement }) => requirement.id)).toEqual(order);
  });
});

import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/contract/index.js";
import type { Deviation } from "../../src/reference/index.js";
import { type EditedSpec, editSpec } from "../contract/edited-spec.js";
import { allTested, idsWith, judgeDeviant, outcomeOf } from "../servers/judging.js";

interface Swap {
  readonly what: string;
  readonly edit: (spec: EditedSpec) => void;
  /** A fault in the fact that was changed, and the requirement that catches it. */
  readonly fault: Deviation;
  readonly caughtBy: string;
}

function inDescription(from: string, to: string): Swap["edit"] {
  return (spec) => void spec.replace("openapi.yaml", from, to);
}

const swaps: readonly Swap[] = [
  {
    what: "the highest limit is 50",
    edit: inDescription("maximum: 100", "maximum: 50"),
    fault: () => ({ pageSize: (limit) => (limit === 50 ? limit + 1 : limit) }),
    caughtBy: "LIM-1",
  },
  {
    what: "the default limit is 10",
    edit: inDescription("default: 20", "default: 10"),
    fault: () => ({ defaultLimit: () => 20 }),
    caughtBy: "LIST-4",
  },
  {
    what: "the smallest limit is 2",
    edit: inDescription("minimum: 1,", "minimum: 2,"),
    fault: () => ({ checkLimit: ([text]) => (text === "2" ? "is too small" : undefined) }),
    caughtBy: "LIST-2",
  },
  {
    what: "there is a fourth state",
    edit: inDescription("pending, sold]", "pending, sold, reserved]"),
    fault: () => ({ checkStatusFilter: ([text]) => (text === "reserved" ? "is unknown" : undefined) }),
    caughtBy: "LIST-6",
  },
  {
    what: "there is a state fewer",
    edit: inDescription("available, pending, sold]", "available, sold]"),
    fault: () => ({ checkStatusIsAllowed: ({ status }) => (status === "sold" ? "is unknown" : undefined) }),
    caughtBy: "CREATE-4",
  },
];

describe.each(swaps)("where $what in the description", ({ edit, fault, caughtBy }) => {
  const load = () => {
    const spec = editSpec();
    edit(spec);
    return loadContract(spec.directory);
  };

  it("the reference server passes, with everything tested", async () => {
    const contract = load();

    const report = await judgeDeviant(() => ({}), { contract }, { contract });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(report.conclusion.sentence).toContain(allTested);
  });

  it(`a fault in it is caught by ${caughtBy}`, async () => {
    const contract = load();

    const report = await judgeDeviant(fault, { contract }, { contract });

    expect(idsWith(report, "failed")).toContain(caughtBy);
  });
});

import { readFileSync } from "node:fs";
import { expect, inject } from "vitest";
import { openApi } from "../../src/contracts/index.js";
import { groupBy } from "../../src/description/index.js";
import type { Report, RunOptions } from "../../src/engine/index.js";
import { judgeInProcess } from "../servers/clock.js";
import { readNet, subjectOf } from "./recorded.js";

declare module "vitest" {
  interface ProvidedContext {
    /** Does a test judge what it is about, and nothing else? The configurations of slow tests say so. */
    readonly judgesInPart?: boolean;
  }
}

/** Verdicts that stand in a net by their number alone, since most requirements have them. */
const usual: readonly string[] = ["passed"];

/** Tests whose server decides by chance or by the clock: their verdicts differ from run to run. */
const varying =
  /in another order each time$|an ETag may be the second of the last change$|checks the last digit$/;

/** The options of a run whose verdicts are recorded. */
export interface NetOptions extends RunOptions {
  /** Is everything judged in each lane, since the test is about more than what servers of its file break? */
  readonly whole?: boolean;
}

/**
 * Judges a server, and compares the verdicts and findings with the recorded ones; texts are not part of it. In the lane of
 * `npm run test:integration`, only what the test is about is judged; where that has another verdict than the whole had, the whole
 * decides. `npm run test:nets -- FILE -u` records anew.
 */
export async function judgeForNet({ whole = false, ...options }: NetOptions): Promise<Report> {
  const only = whole || inject("judgesInPart") !== true ? undefined : partOfTest(options);
  if (only !== undefined) {
    const report = await judgeInProcess(openApi, { ...options, only: [...only.keys()] });
    if (report.requirements.every(({ id, verdict }) => verdict === (only.get(id) ?? verdict))) return report;
  }
  const report = await judgeInProcess(openApi, options);
  const { currentTestName = "" } = expect.getState();
  if (!varying.test(currentTestName)) expect(linesOf(report)).toMatchSnapshot();
  return report;
}

/** Returns the verdicts on what a test is about, by requirement; undefined where it is to be judged as a whole. */
function partOfTest({ contract, only }: RunOptions): ReadonlyMap<string, string> | undefined {
  const { currentTestName: test = "", testPath = "", snapshotState } = expect.getState();
  const net = readNet(snapshotState.snapshotPath);
  const recorded = net.get(`${test} 1`);
  // Which of several runs of a test it is, only the comparison of all of them knows.
  if (recorded === undefined || net.has(`${test} 2`) || only !== undefined) return undefined;
  const ids = contract.requirements.map(({ id }) => id);
  const subject = subjectOf(ids, recorded, { net, source: readFileSync(testPath, "utf8") });
  // What is not compared here is no obsolete part of the net.
  snapshotState.markSnapshotsAsCheckedForTest(test);
  return subject.length === 0
    ? undefined
    : new Map(subject.map((id) => [id, recorded.get(id) ?? "passed"] as const));
}

/** Requirements that nearly every server keeps, beside the laws. */
const kept = ["challenge", "media type of errors", "status semantics"].map(
  (name) => `every response: ${name}`,
);

/** Laws and the like that are kept, or have no occasion, stand in no net: nearly every server keeps all of them. */
function isKept({ id, section, verdict }: Report["requirements"][number]): boolean {
  return (section === "laws" || kept.includes(id)) && ["passed", "untested"].includes(verdict);
}

function linesOf({ conclusion, requirements, findings }: Report): string {
  const byVerdict = groupBy(
    requirements.filter((each) => !isKept(each)),
    ({ verdict }) => verdict,
  );
  return [
    conclusion.status,
    ...[...byVerdict].sort().map(([verdict, all]) => {
      const ids = usual.includes(verdict) ? [] : all.map(({ id }) => id).sort();
      return [`${verdict}: ${all.length}`, ...ids].join("\n  ");
    }),
    ...findings
      .map(({ check, requirements: broken, at }) =>
        [check, JSON.stringify(partOf(at)), ...broken].join(" | "),
      )
      .sort()
      .map((each) => `finding ${each}`),
  ].join("\n");
}

/** The part of a response. Which member of a body shows a finding first may depend on the order of responses. */
function partOf(at: Report["findings"][number]["at"]) {
  return at?.in === "body" ? { in: at.in } : (at ?? null);
}

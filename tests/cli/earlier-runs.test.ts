import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lostSince, readEarlierBodies, readLastReport } from "../../src/cli/earlier-runs.js";
import type { Deviation } from "../../src/reference/index.js";
import { fullOfOthers } from "../../src/reference/operators/index.js";
import { judge, judgeDeviant, startServer } from "../servers/judging.js";
import { pedigree, temporaryFolder } from "./pedigree.js";

const sending = (target: string, body: string): string =>
  `${JSON.stringify({ event: "sending", run: "1", at: "", trace: "2", body, target })}\n`;

describe("the journal of earlier runs", () => {
  it("tells what was sent to this target, and passes over what is no entry", () => {
    const path = join(temporaryFolder(), "created.ndjson");
    writeFileSync(path, sending("http://one/v1", '{"name":7}') + sending("http://two/v1", "{}"));
    appendFileSync(path, '{"event":"created","id":"1"}\nnull\n{"event":"sen');

    expect(readEarlierBodies(path, "http://one/v1")).toEqual(['{"name":7}']);
  });

  it("need not be there", () => {
    expect(readEarlierBodies(join(temporaryFolder(), "created.ndjson"), "http://one/v1")).toEqual([]);
  });
});

describe("the last report of a folder", () => {
  it("shows which requirements are no longer tested", async () => {
    const { url } = await startServer();
    const first = await judge(url);
    const full: Deviation = fullOfOthers(400, "oldest first");
    const second = await judgeDeviant(full);
    const sameTarget = { ...second, target: first.target };

    expect(lostSince(first, sameTarget)).toEqual(["LIST-8", "LIST-10", "CREATE-16", "CREATE-24", "AUTH-7"]);
    expect(lostSince(second, second)).toEqual([]);
    expect(lostSince(first, second)).toEqual([]);
  });

  it("is passed over where it is no report", () => {
    const path = join(temporaryFolder(), "report.json");
    writeFileSync(path, "[");

    expect(readLastReport(path)).toBeUndefined();
    expect(readLastReport(`${path}.missing`)).toBeUndefined();
  });
});

it("a run says which requirements the last one in the same folder could test", async () => {
  const { url } = await startServer();
  const reports = temporaryFolder();
  const again = () => pedigree(["run", "--target", url, "--reports", reports, "-q"]);

  const first = await again();
  const second = await again();

  expect(first.stderr).not.toContain("in the last run here");
  expect(second.stderr).toContain(
    "1 requirement was tested in the last run here, but not in this one: LIST-10",
  );
});

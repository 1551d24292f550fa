import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openJournal, readEarlierBodies } from "../../src/cli/journal.js";
import { ConfigurationError } from "../../src/description/index.js";
import { temporaryFolder } from "./pedigree.js";

const entry = { event: "created", run: "r", at: "2026-11-21T00:00:00Z", trace: "t", id: "1" } as const;
const line = `${JSON.stringify(entry)}\n`;
const sending = (target: string, body: string): string =>
  `${JSON.stringify({ event: "sending", run: "1", at: "", trace: "2", body, target })}\n`;

describe("the journal", () => {
  it("has each line at once, behind what earlier runs have written", () => {
    const path = join(temporaryFolder(), "created.ndjson");
    writeFileSync(path, line);
    const journal = openJournal(path);

    journal.write(entry);
    const atOnce = readFileSync(path, "utf8");
    journal.write(entry);
    journal.close();

    expect([atOnce, readFileSync(path, "utf8")]).toEqual([line.repeat(2), line.repeat(3)]);
  });

  it.each([
    ["half a line", '{"event":"sending"}\n{"event":"sen', '{"event":"sending"}\n'],
    ["a line without its end", '{"event":"sending"}', '{"event":"sending"}\n'],
    ["whole lines", '{"event":"sending"}\n', '{"event":"sending"}\n'],
    ["nothing but half a line", '{"event":', ""],
  ])("is whole again where a crash left %s", (_what, before, healed) => {
    const path = join(temporaryFolder(), "created.ndjson");
    writeFileSync(path, before);
    const journal = openJournal(path);

    journal.prepare();
    journal.write(entry);
    journal.close();

    expect(readFileSync(path, "utf8")).toBe(healed + line);
  });

  it("says what is the matter where it cannot be written", () => {
    const journal = openJournal("/no/such/folder/created.ndjson");

    expect(() => journal.write(entry)).toThrow(ConfigurationError);
    expect(() => journal.write(entry)).toThrow(/created\.ndjson cannot be written to \(ENOENT\)/);
  });

  it.each([
    ["passes over what is no entry", '{"event":"created","id":"1"}\nnull\n{"event":"sen', ['{"name":7}']],
    ["need not be there", undefined, []],
  ])("tells what was sent to this target, and %s", (_what, more, bodies) => {
    const path = join(temporaryFolder(), "created.ndjson");
    const sent = sending("http://one/v1", '{"name":7}') + sending("http://two/v1", "{}");
    if (more !== undefined) writeFileSync(path, sent + more);

    expect(readEarlierBodies(path, "http://one/v1")).toEqual(bodies);
  });
});

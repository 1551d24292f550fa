import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { cleanUp } from "../../src/cli/cleanup.js";
import { openJournal } from "../../src/cli/journal.js";
import { ConfigurationError } from "../../src/description/index.js";
import { temporaryFolder } from "./pedigree.js";

describe("a clean-up", () => {
  it("is stopped with all that it started when it takes too long, which is said", async () => {
    const folder = temporaryFolder();
    const said: string[] = [];
    const spy = vi.spyOn(process.stderr, "write").mockImplementation((text) => {
      said.push(String(text));
      return true;
    });
    onTestFinished(() => spy.mockRestore());
    const command = "sh -c 'sleep 60 & echo $! > pid; wait'";

    await cleanUp({
      command,
      folder,
      journal: join(folder, "x"),
      baseUrl: "http://x/v1",
      key: "k",
      longest: 1000,
    });

    const pid = readFileSync(join(folder, "pid"), "utf8").trim();
    expect(said.join("")).toMatch(/the clean-up did not work .*it was stopped after 1 s/);
    expect(spawnSync("ps", ["-o", "stat=", "-p", pid]).stdout.toString()).toMatch(/^(Z.*)?\s*$/);
  });
});

describe("the journal", () => {
  const entry = {
    event: "created",
    run: "r",
    at: "2026-11-21T00:00:00Z",
    trace: "t",
    id: "9007199254740993",
  } as const;

  it("is written line by line, behind what earlier runs have written", () => {
    const path = join(temporaryFolder(), "created.ndjson");
    writeFileSync(path, "earlier\n");
    const journal = openJournal(path);

    journal.write(entry);
    const atOnce = readFileSync(path, "utf8");
    journal.write(entry);
    journal.close();

    expect(atOnce).toBe(`earlier\n${JSON.stringify(entry)}\n`);
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(4);
  });

  it("says what is the matter where it cannot be written", () => {
    const journal = openJournal("/no/such/folder/created.ndjson");

    expect(() => journal.write(entry)).toThrow(ConfigurationError);
    expect(() => journal.write(entry)).toThrow(/created\.ndjson cannot be written to \(ENOENT\)/);
  });
});

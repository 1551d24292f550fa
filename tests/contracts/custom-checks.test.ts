import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { start } from "../../examples/hono/server.js";
import { defineProperty, type PropertyDefinition } from "../../src/description/index.js";
import type { Report } from "../../src/engine/index.js";
import { runConformance } from "../../src/library/index.js";
import { pedigree } from "../cli/pedigree.js";
import { blocksOf, pages } from "../documentation/pages.js";
import { cancelled, key, spec } from "./cancelled-bookings.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

describe("the definitions of custom checks", () => {
  it.each([
    [{ id: "Not Good" }, 'its id is "Not Good": take small letters, digits and hyphens'],
    [{ sentence: " " }, "it has no sentence: say what it promises"],
    [{ level: "open" }, 'its level is "open": take must, implied or advice'],
    [{ run: undefined }, "run has to be a function"],
    [{ operations: "changeBooking" }, "operations has to be a list of ids, or a function"],
  ])("are refused with one sentence: %j", (wrong, message) => {
    const define = () => defineProperty({ ...cancelled, ...wrong } as unknown as PropertyDefinition);
    expect(define).toThrow(message);
  });

  it("are refused about an operation that is not described, and twice", async () => {
    const unknown = defineProperty({ ...cancelled, operations: ["renew"] });
    const options = { spec, target: "http://127.0.0.1:9", key };
    await expect(runConformance({ ...options, checks: [unknown] })).rejects.toThrow(
      "the property cancelled-not-changed: the description has no operation renew",
    );
    const changed = defineProperty({ ...cancelled, id: "changed" });
    await expect(runConformance({ ...options, checks: [changed] })).rejects.toThrow(
      "checks: changeBooking: changed is there already",
    );
    const plain = { kind: "property", id: "plain" } as PropertyDefinition;
    await expect(runConformance({ ...options, checks: [plain] })).rejects.toThrow(
      "checks: give what defineProperty or defineResponseCheck returned",
    );
    await expect(runConformance({ ...options, checks: [cancelled, { ...cancelled }] })).rejects.toThrow(
      "checks: cancelled-not-changed is there already",
    );
  });
});

describe("the modules of docs/your-own-properties.md", () => {
  const page = pages.find(({ path }) => path === "docs/your-own-properties.md");
  const [property = "", check = ""] = page === undefined ? [] : blocksOf(page, "js").map(({ text }) => text);
  const [configuration = ""] = page === undefined ? [] : blocksOf(page, "yaml").map(({ text }) => text);

  /** A project as the page has it. */
  function openProject(files: Readonly<Record<string, string>> = {}): string {
    const folder = mkdtempSync(join(tmpdir(), "pedigree-custom-"));
    for (const each of ["conformance", "node_modules"]) mkdirSync(join(folder, each));
    symlinkSync(root, join(folder, "node_modules/pedigree"));
    const all = {
      "openapi.yaml": readFileSync(spec, "utf8"),
      "conformance/bookings.mjs": property,
      "conformance/responses.mjs": check,
      "pedigree.config.yaml": configuration,
      ...files,
    };
    for (const [name, text] of Object.entries(all)) writeFileSync(join(folder, name), text);
    return folder;
  }

  const run = (directory: string, target: string, ...args: readonly string[]) =>
    pedigree(["run", "--spec", "openapi.yaml", "--target", target, "--formats", "json", ...args], {
      ...{ directory, environment: { PEDIGREE_API_KEY: key } },
    });

  it("are found by their configuration, and tested", async () => {
    const directory = openProject();
    const { address, close } = await start({ key });
    onTestFinished(close);
    const id = "changeBooking: cancelled not changed";
    const { exitCode, stdout, stderr } = await run(directory, address, "--only", id);
    expect(exitCode, stdout + stderr).toBe(0);
    const { requirements } = JSON.parse(
      readFileSync(join(directory, "reports/report.json"), "utf8"),
    ) as Report;
    expect(requirements.find((each) => each.id === id)?.verdict).toBe("passed");
    expect(requirements.map((each) => each.id)).toContain("every response: request id");
  });

  it.each([
    ["a module that exports nothing", { "conformance/responses.mjs": "export {};" }, "it exports no check"],
    ["a module that does not parse", { "conformance/responses.mjs": "export (" }, "it cannot be loaded"],
    [
      "a pattern without a file",
      { "pedigree.config.yaml": "checks: [nowhere/*.mjs]" },
      "there is no file nowhere/*.mjs",
    ],
    [
      "a text in place of a list",
      { "pedigree.config.yaml": "checks: nowhere" },
      "checks: must be a list of paths",
    ],
  ])("are refused with one sentence: %s", async (_, files, message) => {
    const { exitCode, stderr } = await run(openProject(files), "http://127.0.0.1:9");
    expect(exitCode).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  it("have no place in a run of the Animal Store", async () => {
    const { exitCode, stderr } = await pedigree(["run"], { directory: openProject() });
    expect(exitCode).toBe(2);
    expect(stderr).toContain("checks: custom checks are for a description");
  });
});

import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { main } from "../cli/pedigree.js";
import { key, startServer } from "../servers/judging.js";

const library = pathToFileURL(join(main, "..", "..", "index.js")).href;

/** Judges a server, and appends the journal of what it adds to a file, a line an entry. */
const script = `
  import { appendFileSync } from "node:fs";
  const { loadContract, runConformance } = await import(${JSON.stringify(library)});
  const [baseUrl, file] = process.argv.slice(1);
  await runConformance({
    contract: loadContract(),
    baseUrl,
    key: process.env.PEDIGREE_API_KEY,
    onCreation: (entry) => appendFileSync(file, JSON.stringify(entry) + "\\n"),
  });
`;

it.each([1, 40, 90])(
  "a run that is killed when %i animals are stored has written down each of them before",
  async (enough) => {
    const folder = mkdtempSync(join(tmpdir(), "pedigree-"));
    const file = join(folder, "journal.jsonl");
    const stored: unknown[] = [];
    const { url } = await startServer((handlers) => ({
      storePet: async (pet, store) => {
        await handlers.storePet(pet, store);
        stored.push(pet.name);
        if (stored.length === enough) child.kill("SIGKILL");
      },
    }));

    const child = spawn(process.execPath, ["--input-type=module", "-e", script, url, file], {
      env: { ...process.env, PEDIGREE_API_KEY: key },
      stdio: ["ignore", "ignore", "inherit"],
    });
    onTestFinished(() => {
      child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    });
    const signal = await new Promise((resolve) => child.once("close", (_, by) => resolve(by)));
    // What was on its way when it was killed may still be stored.
    await new Promise((resolve) => setTimeout(resolve, 200));

    expect(signal).toBe("SIGKILL");
    expect(stored.length).toBeGreaterThanOrEqual(enough);
    const written = new Set(namesIn(readFileSync(file, "utf8")));
    expect(stored.filter((name) => !written.has(name))).toEqual([]);
  },
);

/** The names of the animals in a journal's whole lines. */
function namesIn(journal: string): readonly unknown[] {
  return journal.split("\n").flatMap((line) => {
    if (line === "") return [];
    const entry = JSON.parse(line) as { readonly event: string; readonly body?: string };
    if (entry.event !== "sending" || entry.body === undefined) return [];
    const body = parsed(entry.body);
    return typeof body === "object" && body !== null && "name" in body ? [body.name] : [];
  });
}

/** A body need not be JSON: some are sent to be refused. */
function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

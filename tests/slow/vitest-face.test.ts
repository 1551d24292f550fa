import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { key, startServer } from "../servers/judging.js";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Runs the vitest face in a vitest of its own. */
function runFace(target: string): Promise<{ exitCode: number | null; output: string }> {
  const vitest = fileURLToPath(new URL("../../node_modules/vitest/vitest.mjs", import.meta.url));
  const args = ["run", "tests/conformance.test.ts", "--reporter=verbose", "--no-color"];
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|FORCE_COLOR)/.test(name));
  const child = spawn(process.execPath, [vitest, ...args], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), PEDIGREE_TARGET: target, PEDIGREE_API_KEY: key },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const keep = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  return new Promise((resolve) => child.once("close", (exitCode) => resolve({ exitCode, output })));
}

describe("the vitest face", () => {
  it("fails the test of a broken requirement with the finding's story, and passes the others", async () => {
    const { url } = await startServer(() => ({ defaultLimit: () => 25 }));

    const { exitCode, output } = await runFace(url);

    expect(exitCode).toBe(1);
    expect(output).toMatch(/[×✗].*LIST-4 must: Without a limit, an answer holds 20 animals at most\./);
    expect(output).toMatch(/✓.*LIST-3 must: An answer never holds more animals than the limit asks for\./);
    expect(output).toContain("expected at most 20 animals");
    expect(output).not.toContain(key);
  });

  it("is never green where nothing answers", async () => {
    const { exitCode, output } = await runFace("http://127.0.0.1:9/v1");

    expect(exitCode).toBe(1);
    expect(output).toContain("nothing listens at 127.0.0.1:9");
  });
});

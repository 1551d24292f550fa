import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { key, startServer } from "../servers/judging.js";

/** Runs the vitest face in a vitest of its own. */
async function runFace(target: string): Promise<{ exitCode: number | null; output: string }> {
  const args = ["run", "tests/conformance.test.ts", "--reporter=verbose", "--no-color"];
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VITEST|FORCE_COLOR)/.test(name));
  const child = spawn(process.execPath, ["node_modules/vitest/vitest.mjs", ...args], {
    cwd: fileURLToPath(new URL("../..", import.meta.url)),
    env: { ...Object.fromEntries(inherited), PEDIGREE_TARGET: target, PEDIGREE_API_KEY: key },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { exitCode: await ended, output: stdout + stderr };
}

describe("the vitest face", () => {
  it("fails the test of a broken requirement with the finding's story, and passes the others", async () => {
    const { baseUrl: url } = await startServer(() => ({ defaultLimit: () => 25 }));

    const { exitCode, output } = await runFace(url);

    expect(exitCode).toBe(1);
    expect(output).toMatch(/[×✗].*LIST-4: Without a limit, an answer holds 20 animals at most\./);
    expect(output).toMatch(/✓.*LIST-3: An answer never holds more animals than the limit asks for\./);
    expect(output).toContain("expected at most 20 animals");
    expect(output).not.toContain(key);
  });

  it("is never green where nothing answers", async () => {
    const { exitCode, output } = await runFace("http://127.0.0.1:9/v1");

    expect(exitCode).toBe(1);
    expect(output).toContain("nothing listens at 127.0.0.1:9");
  });
});

// Measures what is promised of certification: npm run bench -- --certification, some 40 minutes.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";
import { measureMemory, measureTime, median } from "./processes.js";

const root = fileURLToPath(new URL("../", import.meta.url));
const main = join(root, "dist/cli/main.js");
const folder = mkdtempSync(join(tmpdir(), "pedigree-certification-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

/** Runs node to its end, with what it prints shown. */
function node(args, env = {}) {
  return spawnSync(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } })
    .status;
}

/** A bundle with some 20,000 exchanges: how long it takes to verify, and how much memory. */
function measureVerification() {
  node([main, "calibrate", "--reports", folder]);
  const claims = ["--vendor", "Bench", "--product", "Reference server", "--product-version", "0"];
  const flags = ["--calibration", join(folder, "calibration.json"), "--reports", folder, "--cases", "6100"];
  node([main, "certify", ...claims, ...flags]);
  const lines = gunzipSync(readFileSync(join(folder, "certificate", "transcript.ndjson.gz")))
    .toString()
    .split("\n");
  const verify = [main, "verify", join(folder, "certificate.tar.gz")];
  const seconds = Array.from({ length: 5 }, () => measureTime(verify));
  const memory = Array.from({ length: 3 }, () => measureMemory(verify));
  process.stdout.write(
    `verify of ${lines.length - 5} steps: ${median(seconds).toFixed(2)} s, ${median(memory).toFixed(0)} MB (≤ 5 s, ≤ 250 MB for 20,000)\n`,
  );
}

/** Every variant and every mutant, and all tamperings and forgeries. */
function tryEvery() {
  const runner = join(root, "node_modules/vitest/vitest.mjs");
  const tests = ["tests/certification/deviations.slow.test.ts", "tests/certification/tampering.slow.test.ts"];
  const result = join(folder, "tests.json");
  const output = ["--reporter", "json", "--outputFile", result];
  node([runner, "run", "--config", "vitest.integration.config.ts", ...output, ...tests], {
    PEDIGREE_EVERY: "1",
  });
  const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(result, "utf8"));
  const failed = testResults.flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => status === "failed").map(({ fullName }) => `  ${fullName}\n`),
  );
  process.stdout.write(`${numPassedTests} passed, ${numFailedTests} failed\n${failed.join("")}`);
}

export function measureCertification() {
  measureVerification();
  tryEvery();
}

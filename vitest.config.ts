import { basename, resolve } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/**/*.test.ts"],
    // Slow ones, and those that need programs of their own: npm run test:integration.
    exclude: ["tests/integration/**", "tests/slow/**", "tests/**/*.slow.test.ts"],
    // Verdicts on servers of tests: a change in one is explained in the commit that makes it.
    resolveSnapshotPath: (path, extension) =>
      resolve(import.meta.dirname, `tests/nets/verdicts/${basename(path, ".ts")}${extension}`),
    // More than cores: some tests wait for processes, pauses and deadlines.
    maxWorkers: 3,
    // Test files share what they import: no test changes a module, and loading and warming up takes longest.
    isolate: false,
    // Whole runs and real processes, on a machine that may be busy.
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});

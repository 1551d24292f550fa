import { basename, resolve } from "node:path";
import { defineConfig } from "vitest/config";

// Debian puts nginx where only root looks.
process.env["PATH"] += ":/usr/sbin";

/** Real parts in front of the reference server, installed by whoever runs this. */
export default defineConfig({
  // A dependency lacks its source maps.
  logLevel: "error",
  test: {
    // It imports JSON as only a bundler can.
    server: { deps: { inline: ["@actions/workflow-parser"] } },
    include: ["tests/integration/**/*.test.ts", "tests/slow/**/*.test.ts", "tests/**/*.slow.test.ts"],
    // Verdicts on servers of tests: a change in one is explained in the commit that makes it.
    resolveSnapshotPath: (path, extension) =>
      resolve(import.meta.dirname, `tests/nets/verdicts/${basename(path, ".ts")}${extension}`),
    // More than cores: a limit on the rate is mostly waited for.
    maxWorkers: 3,
    isolate: false,
    // Tests with a net of verdicts judge what they are about; `npm run test:nets` judges all.
    provide: { judgesInPart: true },
    // Whole runs, some of which wait for what is slow on purpose.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});

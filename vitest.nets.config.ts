import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { defineConfig } from "vitest/config";
import integration from "./vitest.integration.config.js";

/** The slow tests that have a net of verdicts. */
const netted = readdirSync(`${import.meta.dirname}/tests/nets/verdicts`).filter((file) =>
  file.endsWith(".slow.test.snap"),
);

/** All that these tests judge is compared with their nets, not only what each test is about. */
export default defineConfig({
  ...integration,
  test: {
    ...integration.test,
    include: netted.map((file) => `tests/**/${basename(file, ".snap")}.ts`),
    provide: { judgesInPart: false },
  },
});

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { root } from "../slow/packed-project.js";

/** The API report: a change in it is a change for everyone who uses the package. `npx vitest run --config vitest.integration.config.ts tests/library/declarations.slow.test.ts -u` renews it. */
describe("the declaration file", () => {
  it.each(["library", "vitest"])("of the entry point %s is the one that is committed", async (entry) => {
    const built = readFileSync(`${root}dist/${entry}/index.d.ts`, "utf8");
    await expect(built).toMatchFileSnapshot(`../nets/declarations/${entry}.d.ts`);
  });
});

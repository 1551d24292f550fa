import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../slow/packed-project.js";

/** Returns what a bundled file of declarations exports: the kind and name of each. */
function exportsOf(declarations: string): readonly string[] {
  const lists = declarations.matchAll(/^export (?:type )?\{ (.*) \};$/gm);
  return [...lists]
    .flatMap(([, list = ""]) => list.split(", "))
    .map((name) => {
      const kind = new RegExp(`^(?:declare )?(\\w+) ${name}\\b`, "m").exec(declarations)?.[1];
      return `${kind} ${name}`;
    })
    .sort();
}

/** A change of a name is a change for everyone who uses the package. `npm run test:integration -- tests/library/exports.slow.test.ts -u` renews it. */
it("the package exports the names that are recorded", async () => {
  const lines = ["library", "vitest"].flatMap((entry) => [
    `${entry}:`,
    ...exportsOf(readFileSync(`${root}dist/${entry}/index.d.ts`, "utf8")).map((each) => `  ${each}`),
  ]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("../nets/exports.txt");
});

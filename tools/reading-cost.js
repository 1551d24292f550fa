/**
 * Prints for each file of properties how much else a reader has to read to understand it: the helpers that it imports, and theirs.
 * The engine, the model and the folders below them are known by their docstrings, and do not count.
 *
 *   node tools/reading-cost.js [folder of properties]
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

const [folder = "src/properties"] = process.argv.slice(2);
/** Helpers stand beside the properties; what is elsewhere is an interface. */
const beside = resolve(folder, "..");

const textOf = (file) => readFileSync(file, "utf8");
const linesOf = (file) => textOf(file).trimEnd().split("\n").length;

/** The files that a file imports. */
const importsOf = (file) =>
  [...textOf(file).matchAll(/^(?:import|export) [^;]*? from "(\.[^"]+)\.js";/gms)]
    .map(([, path]) => resolve(dirname(file), `${path}.ts`))
    .filter(existsSync);

const isHelper = (file) => {
  const path = relative(beside, file);
  return !path.startsWith("..") && !path.startsWith("engine/") && !path.startsWith(`${basename(folder)}/`);
};

/** The helpers that a file imports, and those that these import. */
function helpersOf(file) {
  const found = new Set();
  const follow = (each) => {
    for (const next of importsOf(each).filter(isHelper))
      if (!found.has(next)) {
        found.add(next);
        follow(next);
      }
  };
  follow(file);
  return [...found];
}

const rows = readdirSync(folder)
  .filter((name) => name.endsWith(".ts") && name !== "index.ts")
  .map((name) => {
    const file = join(folder, name);
    const helpers = helpersOf(resolve(file));
    return {
      file: name,
      lines: linesOf(file),
      imports: importsOf(file).length,
      "further files": helpers.length,
      "further lines": helpers.reduce((sum, each) => sum + linesOf(each), 0),
    };
  });
const mean = (name) => Math.round(rows.reduce((sum, row) => sum + row[name], 0) / rows.length);
console.table([
  ...rows,
  {
    file: "on average",
    ...Object.fromEntries(
      Object.keys(rows[0])
        .slice(1)
        .map((name) => [name, mean(name)]),
    ),
  },
]);

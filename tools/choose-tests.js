// Prints the files of slow tests that `.ci/run` runs: those that the commit changes, and a quarter of the others, chosen by the hash
// of the commit. What that means stands on the other stream.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { globSync } from "tinyglobby";

const root = fileURLToPath(new URL("..", import.meta.url));
const parts = 4;

/** Says nothing in a copy without its history. */
function git(...args) {
  try {
    const stdio = ["ignore", "pipe", "ignore"];
    return execFileSync("git", args, { cwd: root, encoding: "utf8", stdio }).trim();
  } catch {
    return "";
  }
}

const part = Number.parseInt(git("rev-parse", "HEAD").slice(0, 8) || "0", 16) % parts;
const changed = new Set(
  git("diff", "--name-only", "HEAD^", "HEAD")
    .split("\n")
    .map((file) => basename(file).replace(/\.(snap|ts)$/, "")),
);
const linesOf = (file) => readFileSync(join(root, file), "utf8").split("\n").length;
const tests = globSync(
  ["tests/integration/**/*.test.ts", "tests/slow/**/*.test.ts", "tests/**/*.slow.test.ts"],
  {
    cwd: root,
  },
).sort();
const isChanged = (file) => changed.has(basename(file, ".ts"));
// Sorted by length, so that each quarter takes about as long.
const others = tests
  .filter((file) => !isChanged(file))
  .map((file) => ({ file, lines: linesOf(file) }))
  .sort((one, other) => other.lines - one.lines)
  .map(({ file }) => file);
const chosen = [...tests.filter(isChanged), ...others.filter((_, index) => index % parts === part)];

console.error(
  `slow tests: ${chosen.length} of ${tests.length} files, quarter ${part + 1} and what the commit changes; npm run test:integration runs all`,
);
console.log(chosen.join("\n"));

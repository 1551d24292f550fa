// Prints the test files of the nets that `.ci/run` compares: those that the commit is about, and a quarter of the others, chosen by
// the hash of the commit. What that means stands on the other stream.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = join(root, "tests/nets/verdicts");

/** The part of all runs that there is time for, however much a commit is about. */
const most = 0.4;
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

const changed = git("diff", "--name-only", "HEAD^", "HEAD").split("\n");
const hash = git("rev-parse", "HEAD");
const part = Number.parseInt(hash.slice(0, 8) || "0", 16) % parts;

/** The names of the properties in files that were changed. */
const properties = changed
  .filter((file) => file.startsWith("src/properties/") && existsSync(join(root, file)))
  .flatMap((file) => [...readFileSync(join(root, file), "utf8").matchAll(/\bname: "(.+?)"/g)])
  .map(([, name]) => name);

/** Is a net, or its test, changed; or does a server in it break a property that is? */
function isTouched(test, text) {
  const findings = text.split("\n").filter((line) => line.startsWith("finding "));
  return (
    changed.some((file) => basename(file).replace(/\.(snap|ts)$/, "") === test) ||
    properties.some((name) => findings.some((line) => line.includes(`: ${name}`)))
  );
}

const nets = readdirSync(folder)
  .filter((file) => file.endsWith(".slow.test.snap"))
  .sort()
  .map((file) => {
    const text = readFileSync(join(folder, file), "utf8");
    const test = basename(file, ".snap");
    return { test, runs: text.split("\nexports[").length - 1, isTouched: isTouched(test, text) };
  });
const touched = nets.filter((net) => net.isTouched);
// Sorted by size, so that each quarter takes about as long.
const others = nets.filter((net) => !net.isTouched).toSorted((one, other) => other.runs - one.runs);
const inTurn = others.filter((_, index) => index % parts === part);

let left = most * nets.reduce((sum, { runs }) => sum + runs, 0);
const chosen = [...touched, ...inTurn].filter(({ runs }) => {
  if (runs > left) return false;
  left -= runs;
  return true;
});

const count = (of) => `${of.filter((net) => chosen.includes(net)).length} of ${of.length}`;
console.error(
  `nets: ${count(touched)} that the commit touches, and ${count(inTurn)} of quarter ${part + 1}; npm run test:nets compares all ${nets.length}`,
);
console.log(chosen.map(({ test }) => `${test}.ts`).join("\n"));

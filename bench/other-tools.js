// The other tools, each set up as its documentation says. A run returns what it calls wrong: the names of failed tests.
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { portmanConfig } from "./portman-config.js";

const pedigree = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
const versions = {
  dredd: ["dredd@14.1.0"],
  // Portman asks for tslib without saying so.
  portman: ["@apideck/portman@1.33.0", "newman@6.2.2", "tslib@2"],
  specmatic: ["specmatic@2.55.1"],
  redocly: ["@redocly/cli@2.77.0"],
};
const quiet = {
  NO_COLOR: "1",
  DO_NOT_TRACK: "1",
  REDOCLY_TELEMETRY: "off",
  SPECMATIC_DISABLE_TELEMETRY: "true",
};

const words = (text) => text.split(" ");
/** Runs a command to its end, in a folder. What it prints goes to a file there. */
function run(folder, command, args, env = {}) {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...quiet, ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk) => {
      output += chunk;
    });
  return new Promise((resolve) =>
    child.once("close", (code) => {
      writeFileSync(join(folder, "output.txt"), output, { flag: "a" });
      resolve({ code, output });
    }),
  );
}

/** Installs each in a folder of its own. None needs what its packages would run at installation. */
export async function installTools(folder, wanted) {
  for (const name of wanted.filter((each) => each in versions)) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, "package.json"), "{}");
    const args = [...words("install --ignore-scripts --no-audit --no-fund"), ...versions[name]];
    const { code, output } = await run(join(folder, name), "npm", args);
    if (code !== 0) throw new Error(output);
  }
  return (tool, command = tool) => join(folder, tool, "node_modules/.bin", command);
}

const json = (path) => JSON.parse(readFileSync(path, "utf8"));
const write = (path, value) => writeFileSync(path, JSON.stringify(value, undefined, 2));
const unescaped = (text) => text.replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
/** The names of the test cases of a JUnit file that failed. */
const failedCases = (xml) =>
  [...xml.matchAll(/<testcase\b[^>]*?\bname="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g)]
    .filter(([, , inside]) => /<(failure|error)\b/.test(inside ?? ""))
    .map(([, name]) => unescaped(name));
/** Specmatic names a test after all that it sends; this is the operation, and what of it is not valid. */
const specmaticKind = (name) =>
  [
    name.match(/[-+]ve .*? -> \w+/)?.[0],
    ...name.split(/ AND | where /).filter((part) => /mutated|(greater|lesser) than/.test(part)),
  ]
    .join(": ")
    .replace("the key ", "");
/** Dredd reads OpenAPI 3.0. */
const downgraded = (value) => {
  if (Array.isArray(value)) return value.map(downgraded);
  if (typeof value !== "object" || value === null) return value;
  const { type, ...others } = Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, downgraded(each)]),
  );
  if (!Array.isArray(type)) return type === undefined ? others : { ...others, type };
  return { ...others, type: type.find((each) => each !== "null"), nullable: true };
};
/** What is to be refused it cannot bring about: only the first success of each operation is asked for. */
const dreddHooks = `
const { beforeEach, beforeEachValidation } = require("hooks");
const seen = new Set();
beforeEach((transaction) => {
  const operation = transaction.request.method + transaction.fullPath;
  transaction.skip = !/^2/.test(transaction.expected.statusCode) || seen.has(operation);
  if (!transaction.skip) seen.add(operation);
});
beforeEachValidation(({ real }) => {
  real.headers["content-type"] = real.headers["content-type"]?.replace(/;.*/, "");
});`;
/** `document` is prepared: its server is the target, and each path leads to an item made for the operation. */
export const tools = {
  async pedigree({ folder, example, address, path }) {
    const args = [pedigree, ...words(`run --target ${address} --formats json --quiet --spec`), path];
    const env = { PEDIGREE_API_KEY: example.key, PEDIGREE_REPORTS: folder };
    const { code, output } = await run(folder, process.execPath, args, env);
    if (code > 1) throw new Error(output);
    return json(join(folder, "report.json"))
      .requirements.filter(({ verdict }) => verdict === "failed")
      .map(({ id }) => id);
  },

  async dredd({ folder, bin, document, example, address }) {
    write(join(folder, "openapi.json"), downgraded({ ...document, openapi: "3.0.3" }));
    writeFileSync(join(folder, "hooks.js"), dreddHooks);
    const args = words(
      `openapi.json ${address} --sorted --hookfiles hooks.js --reporter xunit --output result.xml`,
    );
    await run(folder, bin("dredd"), [...args, "--header", Object.entries(example.credential)[0].join(": ")]);
    return failedCases(readFileSync(join(folder, "result.xml"), "utf8"));
  },

  async portman({ folder, bin, document, example, address }) {
    write(join(folder, "openapi.json"), document);
    write(join(folder, "portman.json"), portmanConfig(document, example));
    const convert = `--local openapi.json --baseUrl ${address} --portmanConfigFile portman.json --output all.json`;
    await run(folder, bin("portman"), words(convert));
    const test = "run all.json --reporters json --reporter-json-export result.json";
    await run(folder, bin("portman", "newman"), words(test));
    return json(join(folder, "result.json")).run.failures.map(
      ({ source, error }) => `${source?.name}: ${error.test ?? error.name}`,
    );
  },

  /** Its examples are partial, so that it makes bodies itself; with resiliency tests. */
  async specmatic({ folder, bin, document, example, address, calls }) {
    write(join(folder, "openapi.json"), document);
    mkdirSync(join(folder, "examples"));
    for (const { id, method, path, status, takes, gives } of calls) {
      const request = { method, path, headers: example.given, ...(takes && { body: {} }) };
      const response = { status, ...(gives && { body: gives === "array" ? [] : {} }) };
      const partial = { "http-request": request, "http-response": response };
      write(join(folder, "examples", `${id}.json`), { partial });
    }
    write(join(folder, "specmatic.json"), {
      version: 2,
      contracts: [{ provides: ["openapi.json"] }],
      test: { resiliencyTests: { enable: "all" } },
    });
    const args = `test openapi.json --testBaseURL ${address} --examples examples --junitReportDir junit --config specmatic.json`;
    await run(folder, bin("specmatic"), words(args), example.specmatic);
    return readdirSync(join(folder, "junit"))
      .filter((name) => name.endsWith(".xml"))
      .flatMap((name) => failedCases(readFileSync(join(folder, "junit", name), "utf8")).map(specmaticKind));
  },

  async redocly({ folder, bin, document, example }) {
    // Of several credentials, each of which is enough, its workflows would send all.
    write(join(folder, "openapi.json"), { ...document, security: document.security.slice(0, 1) });
    await run(folder, bin("redocly"), words("generate-arazzo openapi.json --output-file all.arazzo.yaml"));
    const args = words("respect all.arazzo.yaml --json-output result.json --input");
    await run(folder, bin("redocly"), [...args, example.redocly]);
    return Object.values(json(join(folder, "result.json")).files)
      .flatMap(({ executedWorkflows }) => executedWorkflows)
      .flatMap(({ executedSteps }) => executedSteps)
      .flatMap(({ stepId, checks }) =>
        checks.filter(({ passed }) => !passed).map(({ name }) => `${stepId}: ${name}`),
      );
  },
};

import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { start as startFastify } from "../../examples/fastify/server.js";
import { calibration, copyBuild, render } from "../cli/packed-build.js";
import { startServer } from "../servers/judging.js";
import { deadPort } from "../servers/plain-server.js";
import { type Block, blocksOf, pages, root } from "./pages.js";
import { runBlock, writeCommands } from "./shell.js";

/** Words of blocks that cannot run here, each with the reason. */
const notRun: ReadonlyMap<string, string> = new Map([
  ["--mutant message-empty", "the page tells the reader to add this mutant first"],
  ["docker ", "an image takes Docker, and the address of a repository"],
  ["npx vitest", "tests/slow/packed-project.test.ts runs it, with the package and vitest installed"],
]);

/** The key of every server below, as the pages have it. */
const key = "your-key";
const { scripts } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as {
  scripts: Record<string, string>;
};

/** Of a block: some blocks hold many runs, and the machine may be busy. */
const patience = 300_000;

let main: string;
/** A report of a run that failed: the report that a reader has who replays a finding. */
let failedReport: string;

beforeAll(async () => {
  main = join(copyBuild(render(calibration)), "dist/cli/main.js");
  const scratch = await openScratch();
  const { exitCode, output } = await runBlock(
    `npx pedigree run --start "npx pedigree serve --port $SERVER_PORT --key ${key} --mutant limit-off-by-one" \
      --wait-for http://localhost:$SERVER_PORT/v1`,
    scratch.folder,
    scratch.environment,
  );
  expect(exitCode, output).toBe(1);
  failedReport = join(scratch.folder, "reports/report.json");
}, patience);

/** A folder as a reader has it: a description, the archive of a product, and the commands. */
async function openScratch() {
  const outer = mkdtempSync(join(tmpdir(), "pedigree-docs-"));
  const folder = join(outer, "project");
  mkdirSync(folder);
  copyFileSync(`${root}examples/fastify/openapi.yaml`, join(folder, "openapi.yaml"));
  writeFileSync(join(folder, "store.tar"), "the product");
  const bin = writeCommands(outer, main, Object.keys(scripts));
  writeFileSync(join(outer, "configuration.yaml"), "{}");
  const environment = {
    PATH: `${bin}:${process.env["PATH"]}`,
    PEDIGREE_API_KEY: key,
    PEDIGREE_CONFIG: join(outer, "configuration.yaml"),
    SERVER_PORT: String(await deadPort()),
  };
  return { folder, environment };
}

type Scratch = Awaited<ReturnType<typeof openScratch>>;

/** Starts new servers for a block, and puts their addresses in the place of those that the page has. */
async function scriptOf({ text }: Block, { environment }: Scratch): Promise<string> {
  const [store, staging, library] = await Promise.all([
    startServer(undefined, { key }),
    startServer(undefined, { key }),
    startFastify({ key, port: 0 }),
  ]);
  onTestFinished(() => library.close());
  const targets = text.includes("--target staging") ? { staging: { url: staging.baseUrl } } : {};
  writeFileSync(environment.PEDIGREE_CONFIG, JSON.stringify({ targets, profiles: { nightly: short } }));
  return text
    .replaceAll("http://localhost:8080/v1", store.baseUrl)
    .replaceAll(/https:\/\/(?:staging|store)\.example\/v1/g, staging.baseUrl)
    .replaceAll("localhost:3000/v1", `127.0.0.1:${environment.SERVER_PORT}/v1`)
    .replaceAll("http://localhost:3000", library.address)
    .replaceAll(/(?<=localhost:|--port )8081/g, environment.SERVER_PORT)
    .replaceAll("--port 8080", "--port 0");
}

/** A night of seconds. */
const short = { cases: 200, "random-cases": 5 };

async function run(block: Block, scratch: Scratch) {
  if (/--finding|--last-failed/.test(block.text)) {
    mkdirSync(join(scratch.folder, "reports"), { recursive: true });
    copyFileSync(failedReport, join(scratch.folder, "reports/report.json"));
  }
  return runBlock(await scriptOf(block, scratch), scratch.folder, scratch.environment);
}

const statedExitCode = ({ text }: Block): number => Number(/#.*exit code (\d+)$/m.exec(text)?.[1] ?? 0);

const canRun = ({ text }: Block): boolean => ![...notRun.keys()].some((words) => text.includes(words));
const all = pages.flatMap((page) => blocksOf(page, "sh").map((block) => ({ path: page.path, block })));

/** The blocks to run of each page. A block that an earlier page has, too, runs there. */
const byPage = pages.flatMap(({ path }): readonly (readonly [string, readonly Block[]])[] => {
  const own = all.filter(
    (each, index) =>
      each.path === path &&
      canRun(each.block) &&
      all.findIndex(({ block }) => block.text === each.block.text) === index,
  );
  return own.length === 0 ? [] : [[path, own.map(({ block }) => block)]];
});

describe.each(byPage)("the commands of %s", (_path, blocks) => {
  let scratch: Scratch;
  beforeAll(async () => {
    scratch = await openScratch();
  });

  it.each(blocks.map((block) => [block.line, block] as const))(
    "in line %i and below end as the page says",
    async (_line, block) => {
      const { exitCode, output } = await run(block, scratch);
      expect({ exitCode, output }).toEqual({ exitCode: statedExitCode(block), output });
    },
    patience,
  );
});

describe("a command that is broken fails", () => {
  it.each([
    "npx pedigree run --targett http://localhost:8080/v1",
    "npx pedigree explain LIST-333",
    "npm run no-such-script",
    "npx pedigree run --target http://localhost:8080/v1 | grep no-such-line",
  ])(
    "%s",
    async (text) => {
      const scratch = await openScratch();
      const { exitCode } = await run({ language: "sh", text, line: 1 }, scratch);
      expect(exitCode).not.toBe(0);
    },
    patience,
  );
});

it("most blocks run, and each exception is one of a page", () => {
  expect(all.filter(({ block }) => canRun(block)).length).toBeGreaterThan(30);
  const unused = [...notRun.keys()].filter((words) => !all.some(({ block }) => block.text.includes(words)));
  expect(unused).toEqual([]);
});

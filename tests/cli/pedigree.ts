import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CommanderError } from "commander";
import { onTestFinished, vi } from "vitest";
import { buildProgram } from "../../src/cli/program.js";
import type { Report } from "../../src/engine/index.js";
import { key } from "../servers/judging.js";

/** The build that runs where a test starts a process. */
export const main = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** What `pedigree` said and how it ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

interface Setting {
  /** Of the environment; `undefined` takes a variable away. The API key is there unless it is taken away. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly directory?: string;
  /** Of a process: another build. */
  readonly program?: string;
}

function environmentOf({ environment }: Setting): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PEDIGREE_|VITEST|FORCE_COLOR|GITHUB_)/.test(name),
  );
  const all = { ...Object.fromEntries(inherited), PEDIGREE_API_KEY: key, ...environment };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** Starts `pedigree` in a process of its own, without a terminal. It is killed with the test if it still runs. */
export function start(args: readonly string[], setting: Setting = {}) {
  const child = spawn(process.execPath, [setting.program ?? main, ...args], {
    cwd: setting.directory ?? tmpdir(),
    env: environmentOf(setting),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  let heard = (): void => undefined;
  for (const name of ["stdout", "stderr"] as const)
    child[name].on("data", (chunk: Buffer) => {
      output[name] += chunk.toString();
      heard();
    });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (exitCode) => resolve({ exitCode, ...output })),
  );
  /** Resolves as soon as it has said this, on either stream. */
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      heard = () => {
        const found = pattern.exec(output.stdout + output.stderr)?.[0];
        if (found !== undefined) resolve(found);
      };
      heard();
      void ended.then((end) =>
        reject(new Error(`it ended without saying ${pattern}: ${JSON.stringify(end)}`)),
      );
    });
  return { process: child, ended, said };
}

let previous: Promise<unknown> = Promise.resolve();

/** Runs `pedigree` to its end in this process, where a start costs nothing; one at a time, since output is shared. */
export function pedigree(args: readonly string[], setting: Setting = {}): Promise<Ended> {
  const ended = previous.then(() => runHere(args, setting));
  previous = ended.catch(() => undefined);
  return ended;
}

async function runHere(args: readonly string[], setting: Setting): Promise<Ended> {
  const { env, exitCode } = process;
  const folder = process.cwd();
  const output = { stdout: "", stderr: "" };
  const spies = (["stdout", "stderr"] as const).map((name) =>
    vi.spyOn(process[name], "write").mockImplementation((chunk) => {
      output[name] += String(chunk);
      return true;
    }),
  );
  try {
    process.env = environmentOf(setting);
    process.chdir(setting.directory ?? tmpdir());
    process.exitCode = undefined;
    await buildProgram()
      .parseAsync(args, { from: "user" })
      .catch((error: unknown) => {
        if (!(error instanceof CommanderError)) throw error;
      });
    return { exitCode: Number(process.exitCode), ...output };
  } finally {
    for (const spy of spies) spy.mockRestore();
    process.chdir(folder);
    process.env = env;
    process.exitCode = exitCode;
  }
}

/** Judges a target; its reports go to a folder that goes with the test. */
export async function runOn(target: string, flags: readonly string[] = [], setting: Setting = {}) {
  const reports = temporaryFolder();
  const ended = await pedigree(["run", "--target", target, "--reports", reports, ...flags], setting);
  return { ...ended, reports };
}

/** A folder that goes with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "pedigree-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The report that a run wrote into this folder. */
export function readReport(folder: string): Report {
  return JSON.parse(readFileSync(join(folder, "report.json"), "utf8")) as Report;
}

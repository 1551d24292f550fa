import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import type { Report } from "../../src/run/index.js";
import { key } from "../servers/judging.js";

/** The build that is run: `dist`, unless PEDIGREE_TEST_DIST names another folder. */
const dist = process.env["PEDIGREE_TEST_DIST"] ?? fileURLToPath(new URL("../../dist", import.meta.url));
export const main = join(dist, "cli", "main.js");

/** What a process of `pedigree` said and how it ended. */
export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** In ms. */
  readonly duration: number;
}

/** A process of `pedigree` that runs. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves as soon as it has said this, on either stream. */
  readonly said: (pattern: RegExp) => Promise<string>;
}

interface Setting {
  /** Of the environment; `undefined` takes a variable away. The API key is there unless it is taken away. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  readonly directory?: string;
}

/** Starts `pedigree` in a process of its own, without a terminal. It is killed with the test if it still runs. */
export function start(args: readonly string[], { environment = {}, directory }: Setting = {}): Running {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PEDIGREE_|VITEST|FORCE_COLOR|GITHUB_)/.test(name),
  );
  const began = performance.now();
  const child = spawn(process.execPath, [main, ...args], {
    cwd: directory ?? tmpdir(),
    env: { ...Object.fromEntries(inherited), PEDIGREE_API_KEY: key, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  let heard = (): void => undefined;
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
    heard();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    stderr += chunk.toString();
    heard();
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<Ended>((resolve) =>
    child.once("close", (exitCode) =>
      resolve({ exitCode, stdout, stderr, duration: performance.now() - began }),
    ),
  );
  const said = (pattern: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      heard = () => {
        const found = pattern.exec(stdout + stderr)?.[0];
        if (found !== undefined) resolve(found);
      };
      heard();
      void ended.then(() => reject(new Error(`it ended without saying ${pattern}: ${stdout}${stderr}`)));
    });
  return { process: child, ended, said };
}

/** Runs `pedigree` to its end. */
export function pedigree(args: readonly string[], setting: Setting = {}): Promise<Ended> {
  return start(args, setting).ended;
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

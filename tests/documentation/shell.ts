import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The outcome of a block. `exitCode` is null where a signal ended it. */
export interface BlockEnd {
  readonly exitCode: number | null;
  readonly output: string;
}

/**
 * Writes the commands that a page may use into a folder: `npx pedigree` and `pedigree` are this build, `npm start` is
 * the reader's own server, and any other script of npm has to be one of this checkout, but is not run.
 */
export function writeCommands(folder: string, main: string, scripts: readonly string[]): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const commands = {
    pedigree: `exec node "${main}" "$@"`,
    npx: `[ "$1" = pedigree ] || { echo "npx $1 is no command of these pages" >&2; exit 127; }
shift
exec node "${main}" "$@"`,
    npm: `case "$1 $2" in
  "start "*) exec node "${main}" serve --port "$SERVER_PORT" --key your-key ;;
  "ci "* | "test "*) ;;
${scripts.map((name) => `  "run ${name}") ;;`).join("\n")}
  *) echo "npm $* is no command of this checkout" >&2; exit 127 ;;
esac`,
  };
  for (const [name, text] of Object.entries(commands)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

/** A command that serves until it is interrupted. */
const serving = /^npx pedigree serve\b/m;

/**
 * Runs a block as one script that ends with the first command that fails. A server is interrupted as soon as it has
 * printed its address.
 */
export function runBlock(
  script: string,
  directory: string,
  environment: Readonly<Record<string, string>>,
): Promise<BlockEnd> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PEDIGREE_|VITEST|GITHUB_)/.test(name));
  const child = spawn("bash", ["-e", "-u", "-o", "pipefail", "-c", script], {
    cwd: directory,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let output = "";
  const interrupt = (): void => {
    if (serving.test(script) && /http:\/\/\S+\n/.test(output) && child.pid !== undefined)
      process.kill(-child.pid, "SIGINT");
  };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
      interrupt();
    });
  return new Promise((resolve) =>
    child.once("close", (exitCode) => resolve({ exitCode: serving.test(script) ? 0 : exitCode, output })),
  );
}

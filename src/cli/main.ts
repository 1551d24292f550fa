#!/usr/bin/env node
import { parseArgs } from "node:util";
import { CommanderError } from "commander";
import { buildProgram } from "./program.js";

/** The space that objects that live shortly may take, half of the space for them, in megabytes. */
const youngGeneration = "--max-semi-space-size=16";

/** Not in the types of Node 20. On Windows it only throws. Source: Node's documentation, process.execve. */
type Replace = (file: string, given: readonly string[], env: NodeJS.ProcessEnv) => never;

// A reader of the output may have read enough (head), or have no room: the exit code still tells the verdict.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

if (process.argv[2] === "verify") limitYoungGeneration();
const program = buildProgram();
try {
  await program.parseAsync();
} catch (error) {
  // Wrong usage was explained already, and has set the exit code.
  if (!(error instanceof CommanderError)) throw error;
  if (error.exitCode !== 0 && process.argv[2] === "run") {
    const { reportsFolder, archiveReports } = await import("./last-report.js");
    // The parser may have stopped before it came to these.
    const options = { reports: { type: "string" }, config: { type: "string" } } as const;
    const { values } = parseArgs({ args: process.argv.slice(3), options, strict: false });
    const { PEDIGREE_REPORTS, PEDIGREE_CONFIG } = process.env;
    const given = (...sources: unknown[]) => sources.filter((each) => typeof each === "string").find(Boolean);
    archiveReports(
      reportsFolder(given(values.reports, PEDIGREE_REPORTS), given(values.config, PEDIGREE_CONFIG)),
    );
  }
}

/**
 * Starts this command anew in the same process, so that less memory is taken by objects that live shortly: Node 24 gives
 * them four times as much as versions before, and is no faster for it here. Does nothing on those, and where the user has set the size.
 */
function limitYoungGeneration(): void {
  const { execve, execPath, execArgv, env, argv, platform, versions } = process as NodeJS.Process & {
    readonly execve?: Replace;
  };
  const isSet = `${execArgv.join(" ")} ${env["NODE_OPTIONS"] ?? ""}`.includes("semi-space");
  if (execve === undefined || platform === "win32" || Number.parseInt(versions.node, 10) < 24 || isSet)
    return;
  execve(execPath, [execPath, youngGeneration, ...execArgv, ...argv.slice(1)], env);
}

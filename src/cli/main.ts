#!/usr/bin/env node
import module from "node:module";

/** The space that objects that live shortly may take, half of the space for them, in megabytes. */
const youngGeneration = "--max-semi-space-size=16";

/** Not in the types of Node 20. On Windows it only throws. Source: Node's documentation, process.execve. */
type Replace = (file: string, given: readonly string[], env: NodeJS.ProcessEnv) => never;

// A reader of the output may have read enough (head), or have no room: the exit code still tells the verdict.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);

if (process.argv[2] === "verify") limitYoungGeneration();
// From Node 22.1 on, what is loaded after this line is compiled once for all commands.
(module as typeof module & { readonly enableCompileCache?: () => unknown }).enableCompileCache?.();
const { runCommandLine } = await import("./command-line.js");
await runCommandLine();

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

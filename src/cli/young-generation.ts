/** The space that objects that live shortly may take, half of the space for them, in megabytes. */
const flag = "--max-semi-space-size=16";

/** Not in the types of Node 20. On Windows it only throws. Source: Node's documentation, process.execve. */
type Replace = (file: string, given: readonly string[], env: NodeJS.ProcessEnv) => never;

/**
 * Starts this command anew in the same process, so that less memory is taken by objects that live shortly: Node 24 gives
 * them four times as much as versions before, and is no faster for it here. Does nothing on those, and where the user has set the size.
 */
export function limitYoungGeneration(): void {
  const { execve, execPath, execArgv, env, argv, platform, versions } = process as NodeJS.Process & {
    readonly execve?: Replace;
  };
  const isSet = `${execArgv.join(" ")} ${env["NODE_OPTIONS"] ?? ""}`.includes("semi-space");
  if (execve === undefined || platform === "win32" || Number.parseInt(versions.node, 10) < 24 || isSet)
    return;
  execve(execPath, [execPath, flag, ...execArgv, ...argv.slice(1)], env);
}

// Whole processes, measured from outside.
import { spawnSync } from "node:child_process";

/** Runs node to its end. Throws if it ends otherwise than with 0. */
function runNode(args, env = {}) {
  const child = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  if (child.status !== 0)
    throw new Error(`${args.join(" ")} ended with ${child.status}\n${child.stdout}${child.stderr}`);
  return child;
}

/**
 * Runs a command to its end: seconds of wall time, and of processor time with all that it starts and waits for. Throws if it
 * ends otherwise than with this status.
 */
export function measureCost(command, { status = 0, cwd, env } = {}) {
  const began = performance.now();
  const script = 'TIMEFORMAT="%U %S"; time "$@" >/dev/null 2>&1';
  const child = spawnSync("bash", ["-c", script, "time", ...command], {
    encoding: "utf8",
    cwd,
    env: { ...process.env, NO_COLOR: "1", ...env },
  });
  if (child.status !== status) throw new Error(`${command.join(" ")} ended with ${child.status}`);
  const [user, system] = child.stderr.trim().split(" ").map(Number);
  return { wall: (performance.now() - began) / 1000, cpu: user + system };
}

/** Seconds of wall time. */
export function measureTime(args) {
  const began = performance.now();
  runNode(args);
  return (performance.now() - began) / 1000;
}

/** Peak memory in MB: of the process, or of the reference server that it starts, whichever is larger. */
export function measureMemory(args) {
  const probe = "process.on('exit',()=>process.stderr.write('\\nrss='+process.resourceUsage().maxRSS+'\\n'))";
  // The server inherits it.
  const { stderr } = runNode(args, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}`,
  });
  return Math.max(...[...stderr.matchAll(/rss=(\d+)/g)].map(([, kilobytes]) => Number(kilobytes) / 1024));
}

/** The middle one of these numbers. */
export const median = (values) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];

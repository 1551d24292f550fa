// Whole processes, measured from outside.
import { spawnSync } from "node:child_process";

/** Seconds of wall time. Throws if it ends otherwise than with 0. */
export function measureTime(args) {
  const began = performance.now();
  const child = spawnSync(process.execPath, args, {
    encoding: "utf8",
    env: { ...process.env, NO_COLOR: "1" },
  });
  const seconds = (performance.now() - began) / 1000;
  if (child.status !== 0)
    throw new Error(`${args.join(" ")} ended with ${child.status}\n${child.stdout}${child.stderr}`);
  return seconds;
}

/** Peak memory in MB: of the process, or of the reference server that it starts, whichever is larger. */
export function measureMemory(args) {
  const probe = "process.on('exit',()=>process.stderr.write('\\nrss='+process.resourceUsage().maxRSS+'\\n'))";
  // The server inherits it.
  const env = { ...process.env, NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(probe)}` };
  const child = spawnSync(process.execPath, args, { encoding: "utf8", env });
  return Math.max(
    ...[...child.stderr.matchAll(/rss=(\d+)/g)].map(([, kilobytes]) => Number(kilobytes) / 1024),
  );
}

/** The middle one of these numbers. */
export const median = (values) =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];

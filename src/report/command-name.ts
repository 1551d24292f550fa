import { basename, sep } from "node:path";

/** What to type to start this program: its name where it is on the path, else by npx, which finds it in a project. */
export function commandName(script: string | undefined = process.argv[1]): string {
  if (script === undefined || basename(script) !== "pedigree") return "npx pedigree";
  return script.includes(`${sep}node_modules${sep}`) ? "npx pedigree" : "pedigree";
}

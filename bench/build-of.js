// Builds another commit beside this one.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Checks a commit out, installs and builds it. Returns its command, and what removes it all again. */
export function buildOf(commit) {
  const folder = join(mkdtempSync(join(tmpdir(), "pedigree-against-")), "checkout");
  const run = (command, ...args) => execFileSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  run("git", "worktree", "add", "--detach", "--force", folder, commit);
  // What is prepared after the installation is the build.
  run("npm", "ci", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error");
  const remove = () => {
    run("git", "worktree", "remove", "--force", folder);
    rmSync(join(folder, ".."), { recursive: true, force: true });
  };
  return { main: join(folder, "dist/cli/main.js"), remove };
}

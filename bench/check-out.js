// Checks a commit out beside this one.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Checks a commit out, without its dependencies. Returns its folder, and what removes it again. */
export function checkOut(commit) {
  const folder = join(mkdtempSync(join(tmpdir(), "pedigree-checkout-")), "checkout");
  const git = (...args) => execFileSync("git", args, { stdio: ["ignore", "ignore", "inherit"] });
  git("worktree", "add", "--detach", "--force", folder, commit);
  const remove = () => {
    git("worktree", "remove", "--force", folder);
    rmSync(join(folder, ".."), { recursive: true, force: true });
  };
  return { folder, remove };
}

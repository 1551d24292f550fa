// npm links the commands of what a checkout depends on, but not the checkout's own: without this,
// `npx pedigree` would first install the checkout elsewhere, and `node_modules/.bin/pedigree` would not be there.
import { chmodSync, existsSync, rmSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));

chmodSync(at("dist/cli/main.js"), 0o755);
if (existsSync(at("node_modules/.bin"))) {
  const link = at("node_modules/.bin/pedigree");
  rmSync(link, { force: true });
  try {
    symlinkSync("../../dist/cli/main.js", link);
  } catch {
    // Where links take a privilege (Windows), npx still finds the command, only more slowly.
  }
}

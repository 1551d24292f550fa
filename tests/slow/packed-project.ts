import { execFileSync, spawn } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import * as tar from "tar";

/** The folder of the checkout. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

interface Manifest {
  readonly scripts: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

/**
 * Packs the package, and makes a project in an empty folder with the package and vitest in it. The registry is not asked: the
 * package is unpacked as npm does it, and its dependencies are those of the checkout.
 */
export async function makeProject() {
  const folder = mkdtempSync(join(tmpdir(), "pedigree-project-"));
  execFileSync("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], {
    cwd: root,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [tarball = ""] = readdirSync(folder);
  const modules = join(folder, "node_modules");
  const unpacked = join(modules, "pedigree");
  mkdirSync(unpacked, { recursive: true });
  await tar.extract({ file: join(folder, tarball), cwd: unpacked, strip: 1 });
  const manifest = JSON.parse(readFileSync(join(unpacked, "package.json"), "utf8")) as Manifest;
  for (const name of [...Object.keys(manifest.dependencies), "vitest", "@types/node"]) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(join(root, "node_modules", name), join(modules, name));
  }
  const files = readdirSync(unpacked, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(unpacked.length + 1));
  return {
    folder,
    manifest,
    files,
    write: (name: string, content: string) => writeFileSync(join(folder, name), content),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Runs a program of the checkout's dependencies in a project, as `npx` does. */
export async function runIn(folder: string, program: string, args: readonly string[]) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(PEDIGREE_|VITEST|FORCE_COLOR|GITHUB_|CI$)/.test(name),
  );
  const child = spawn(join(root, "node_modules/.bin", program), args, {
    cwd: folder,
    env: { ...Object.fromEntries(inherited), NO_COLOR: "1" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { exitCode: await ended, output: stdout + stderr };
}

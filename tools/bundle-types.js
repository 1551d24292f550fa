// Writes one declaration file for each entry point of the package: dist/<entry point>/index.d.ts.
import { execSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";

const root = fileURLToPath(new URL("..", import.meta.url));
// By its path: another package has a command of that name, which takes three times as long. Kept, so that the compiler checks anew only files that changed since; inside the project, but not in node_modules, whose types are those of dependencies.
const folder = join(root, ".cache", "declarations");
execSync(
  `node node_modules/typescript/bin/tsc -p tsconfig.build.json --incremental --tsBuildInfoFile "${folder}/.tsbuildinfo" --outDir "${folder}"`,
  { cwd: root, stdio: "inherit" },
);

for (const entry of ["library", "vitest"]) {
  const bundle = await rollup({
    input: join(folder, entry, "index.d.ts"),
    external: /^node:/,
    plugins: [dts()],
  });
  await bundle.write({ file: join(root, "dist", entry, "index.d.ts"), format: "es" });
  await bundle.close();
}

// Makes a few files of some two hundred: they load in half the time. Dependencies stay as they are installed. Chunks lie
// as deep as the files of `src`, since both name files beside them.
import { isAbsolute } from "node:path";

const entries = [
  "calibration/worker",
  "cli/main",
  "library/index",
  "server/process",
  "vitest/index",
  // For tools and the benchmark.
  "cli/calibrate-build",
  "settings/configuration/configuration-schema",
  "settings/target",
  "cli/program",
  "description/contract",
  "description/stated-facts",
  "properties/index",
  "report/json-schemas",
];

export default {
  input: Object.fromEntries(entries.map((name) => [name, `src/${name}.ts`])),
  platform: "node",
  // An index names what its folder offers: who imports one name of it loads no file that is only needed for the others.
  treeshake: { moduleSideEffects: false },
  external: (id) => !id.startsWith(".") && !isAbsolute(id),
  // Groups need it. No entry is part of one: what the entries export stays as it is.
  preserveEntrySignatures: "allow-extension",
  output: {
    dir: "dist",
    chunkFileNames: "chunks/[name].js",
    cleanDir: true,
    // Each command needs these three, which are small.
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ name: "command", test: /src\/settings\/(?:exit-codes|loaders|warn)\.ts$/ }],
    },
  },
};

// Bundles as `rolldown.config.js` says, and prints warnings only, no list of chunks.
import { execSync } from "node:child_process";

execSync("rolldown -c", { stdio: "inherit", env: { ...process.env, CONSOLA_LEVEL: "1" } });

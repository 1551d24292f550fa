// Makes the calibration that a released package comes with, unless the one that is there is of this build: npm run release.
import { execFileSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { readShippedCalibration, shippedCalibration } from "../dist/cli/calibrate-build.js";

const main = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));

// On stderr: the name of the package is the only output of "npm run release --silent".
if (typeof readShippedCalibration() === "string")
  execFileSync(process.execPath, [main, "calibrate", "--reports", dirname(shippedCalibration)], {
    stdio: ["ignore", process.stderr, "inherit"],
  });

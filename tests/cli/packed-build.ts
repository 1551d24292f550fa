import { cpSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { digestOfBuild } from "../../src/certification/index.js";

/** The folder of the checkout. */
export const root = fileURLToPath(new URL("../../", import.meta.url));

const figures = { mutants: 1, caught: 1, diagnosed: 1, variants: 1, passed: 1 };

/** A calibration of this build that holds. */
export const calibration = { build: digestOfBuild(), figures, holds: true };

/** The text of a calibration, as a file holds it. */
export const render = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** Copies the parts of a packed build, and the text of the calibration that it comes with. Returns the folder. */
export function copyBuild(shipped?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "pedigree-packed-"));
  for (const part of ["dist", "spec", "src/model", "tools", "package.json"])
    cpSync(join(root, part), join(folder, part), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  if (shipped === undefined) return folder;
  mkdirSync(join(folder, "calibration"));
  writeFileSync(join(folder, "calibration/calibration.json"), shipped);
  return folder;
}

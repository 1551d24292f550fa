import { createHash } from "node:crypto";
import { transcriptFile } from "./statement.js";

/** The statement in its envelope. */
export const statementFile = "statement.dsse.json";
/** The folder in an archive. */
export const bundleName = "certificate";

/** Reports of the runs, in their order. */
export const reportFiles = ["run-1.json", "run-2.json", "run-3.json", "run-4.json"] as const;
/** The files of a bundle, in their order in an archive. */
export const fileNames = [
  statementFile,
  transcriptFile,
  ...reportFiles,
  "calibration.json",
  "README.md",
] as const;

/** The name of a file of a bundle. */
export type FileName = (typeof fileNames)[number];

const megabyte = 1024 * 1024;

/** How large each file may be, in bytes: what is parsed as a whole takes many times its size. */
export const mostBytes: Readonly<Record<FileName, number>> = {
  [statementFile]: megabyte,
  [transcriptFile]: 64 * megabyte,
  "run-1.json": 4 * megabyte,
  "run-2.json": 4 * megabyte,
  "run-3.json": 4 * megabyte,
  "run-4.json": 4 * megabyte,
  "calibration.json": megabyte,
  "README.md": megabyte,
};

/** The contents of a bundle, by file name. */
export type BundleFiles = ReadonlyMap<FileName, Buffer>;

/** File → SHA-256 in hexadecimal, of all files but the statement's. */
export function digestsOf(files: BundleFiles): Record<string, string> {
  const digests = [...files].map(([name, content]) => [
    name,
    createHash("sha256").update(content).digest("hex"),
  ]);
  return Object.fromEntries(digests.filter(([name]) => name !== statementFile)) as Record<string, string>;
}

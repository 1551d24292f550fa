import { createHash } from "node:crypto";
import { transcriptFile } from "./statement.js";

/** The statement in its envelope. */
export const statementFile = "statement.dsse.json";
/** The folder in an archive. */
export const bundleName = "certificate";

/** The files of a bundle besides its statement: reports of the runs, in their order, and what else belongs to them. */
export const reportFiles = ["run-1.json", "run-2.json", "run-3.json"] as const;
const otherFiles = [transcriptFile, ...reportFiles, "calibration.json", "README.md"] as const;
/** All of them, in their order in an archive. */
export const fileNames = [statementFile, ...otherFiles] as const;

/** The contents of a bundle, by file name. */
export type BundleFiles = ReadonlyMap<string, Buffer>;

/** File → SHA-256 in hexadecimal, of all files but the statement's. */
export function digestsOf(files: BundleFiles): Record<string, string> {
  const digests = [...files].map(([name, content]) => [
    name,
    createHash("sha256").update(content).digest("hex"),
  ]);
  return Object.fromEntries(digests.filter(([name]) => name !== statementFile)) as Record<string, string>;
}

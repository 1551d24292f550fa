import { join } from "node:path";
import type { Report } from "../run/index.js";
import { renderJunit } from "./junit.js";
import { writeFileAtomically } from "./write-file.js";

/** A file that a run can write. */
interface Format {
  readonly file: string;
  readonly render: (report: Report) => string;
}

/** Every format by its name, as `--formats` takes it. */
export const formats = {
  json: { file: "report.json", render: (report: Report) => `${JSON.stringify(report, null, 2)}\n` },
  junit: { file: "junit.xml", render: renderJunit },
} as const satisfies Record<string, Format>;

/** The name of a format. */
export type FormatName = keyof typeof formats;

/** Writes a report in these formats, and returns the paths of the files. */
export function writeReports(
  report: Report,
  folder: string,
  names: readonly FormatName[],
): readonly string[] {
  return names.map((name) => {
    const path = join(folder, formats[name].file);
    writeFileAtomically(path, formats[name].render(report));
    return path;
  });
}

import { join } from "node:path";
import { ConfigurationError } from "../description/index.js";
import type { Report } from "../run/index.js";
import { writeFileAtomically } from "./write-file.js";

/** A file that a run can write. */
interface Format {
  readonly file: string;
  /** What renders it is loaded only when it is asked for. */
  readonly render: (report: Report, reportPath: string | undefined) => string | Promise<string>;
}

/** Every format by its name, as `--formats` takes it. */
export const formats = {
  json: { file: "report.json", render: (report: Report) => `${JSON.stringify(report, null, 2)}\n` },
  junit: {
    file: "junit.xml",
    render: async (report: Report, path: string | undefined) =>
      (await import("./junit.js")).renderJunit(report, path),
  },
  markdown: {
    file: "summary.md",
    render: async (report: Report, path: string | undefined) =>
      (await import("./summary-markdown.js")).renderMarkdown(report, { reportPath: path }),
  },
  html: {
    file: "report.html",
    render: async (report: Report, path: string | undefined) =>
      (await import("./html/index.js")).renderHtml(report, { reportPath: path }),
  },
  ctrf: {
    file: "ctrf.json",
    render: async (report: Report, path: string | undefined) =>
      (await import("./ctrf.js")).renderCtrf(report, path),
  },
  har: {
    file: "exchanges.har",
    render: async (report: Report) => (await import("./har.js")).renderHar(report),
  },
} as const satisfies Record<string, Format>;

/** The name of a format. */
export type FormatName = keyof typeof formats;

/** Every name there is. */
export const formatNames = Object.keys(formats) as readonly FormatName[];

/** What a run writes unless it is told otherwise: for machines, for the CI's test tab, and for people. */
export const defaultFormats = formatNames.filter((name) => ["json", "junit", "html"].includes(name));

/** What became of the files. */
export interface WrittenReports {
  readonly paths: readonly string[];
  /** A sentence for each that could not be written. */
  readonly troubles: readonly string[];
}

/**
 * Writes a report in these formats: each that can be written, whatever becomes of the others.
 * @param reportPath where report.json is, for the lines that refer to it; absent if it is written here, or nowhere
 */
export async function writeEachReport(
  report: Report,
  folder: string,
  options: { readonly formats: readonly FormatName[]; readonly reportPath?: string },
): Promise<WrittenReports> {
  const paths: string[] = [];
  const troubles: string[] = [];
  const json = join(folder, formats.json.file);
  // The first, since the others refer to it.
  const names = [...options.formats].sort(
    (left, right) => Number(right === "json") - Number(left === "json"),
  );
  for (const name of names) {
    const { file, render }: Format = formats[name];
    const path = join(folder, file);
    const text = await render(report, options.reportPath ?? (paths.includes(json) ? json : undefined));
    const trouble = tryToWrite(path, text);
    if (trouble === undefined) paths.push(path);
    else troubles.push(`${path} cannot be written (${trouble})`);
  }
  return { paths, troubles };
}

/** Why a file could not be written; undefined if it was. */
function tryToWrite(path: string, text: string): string | undefined {
  try {
    writeFileAtomically(path, text);
    return undefined;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return code;
  }
}

/**
 * Writes a report in these formats, and returns the paths of the files.
 * @throws ConfigurationError if one cannot be written; the others are
 */
export async function writeReports(
  report: Report,
  folder: string,
  names: readonly FormatName[],
): Promise<readonly string[]> {
  const { paths, troubles } = await writeEachReport(report, folder, { formats: names });
  if (troubles.length > 0) throw new ConfigurationError(troubles.join("; "));
  return paths;
}

import { join } from "node:path";
import type { Report } from "../run/index.js";
import { writeFileAtomically } from "./write-file.js";

/** A file that a run can write. */
interface Format {
  readonly file: string;
  /** What renders it is loaded only when it is asked for. */
  readonly render: (report: Report, reportPath: string) => string | Promise<string>;
}

/** Every format by its name, as `--formats` takes it. */
export const formats = {
  json: { file: "report.json", render: (report: Report) => `${JSON.stringify(report, null, 2)}\n` },
  junit: {
    file: "junit.xml",
    render: async (report: Report, path: string) => (await import("./junit.js")).renderJunit(report, path),
  },
  markdown: {
    file: "summary.md",
    render: async (report: Report, path: string) =>
      (await import("./summary-markdown.js")).renderMarkdown(report, { reportPath: path }),
  },
  html: {
    file: "report.html",
    render: async (report: Report, path: string) =>
      (await import("./html/index.js")).renderHtml(report, { reportPath: path }),
  },
  ctrf: {
    file: "ctrf.json",
    render: async (report: Report, path: string) => (await import("./ctrf.js")).renderCtrf(report, path),
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

/** Writes a report in these formats, and returns the paths of the files. */
export async function writeReports(
  report: Report,
  folder: string,
  names: readonly FormatName[],
): Promise<readonly string[]> {
  const paths: string[] = [];
  for (const name of names) {
    const { file, render }: Format = formats[name];
    const text = render(report, join(folder, formats.json.file));
    writeFileAtomically(join(folder, file), typeof text === "string" ? text : await text);
    paths.push(join(folder, file));
  }
  return paths;
}

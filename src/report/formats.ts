import { join } from "node:path";
import { ConfigurationError } from "../description/index.js";
import type { Report } from "../engine/index.js";
import { type FormatName, formatFiles } from "./format-files.js";
import { writeFileAtomically } from "./write-file.js";

type Given = readonly [report: Report, reportPath: string | undefined];

/** A file that a run can write. */
interface Format {
  readonly file: string;
  /** Renders a report. Its module is loaded only when the format is asked for. */
  readonly render: (...given: Given) => string | Promise<string>;
}

/** Every format by its name, as `--formats` takes it. */
export const formats = {
  json: { file: formatFiles.json, render: (report) => `${JSON.stringify(report, null, 2)}\n` },
  junit: {
    file: formatFiles.junit,
    render: async (...given) => (await import("./junit.js")).renderJunit(...given),
  },
  markdown: {
    file: formatFiles.markdown,
    render: async (...given) => (await import("./summary-markdown.js")).renderMarkdown(...given),
  },
  html: {
    file: formatFiles.html,
    render: async (...given) => (await import("./html/index.js")).renderHtml(...given),
  },
  ctrf: {
    file: formatFiles.ctrf,
    render: async (...given) => (await import("./ctrf.js")).renderCtrf(...given),
  },
  har: { file: formatFiles.har, render: async (report) => (await import("./har.js")).renderHar(report) },
} as const satisfies Record<FormatName, Format>;

/**
 * Writes a report in these formats: each that can be written, whatever becomes of the others. Returns the paths of the
 * files, and a sentence for each that could not be written.
 * @param reportPath where report.json is, for the lines that refer to it; absent if it is written here, or nowhere
 */
export async function writeEachReport(
  report: Report,
  folder: string,
  options: { readonly formats: readonly FormatName[]; readonly reportPath?: string },
): Promise<{ readonly paths: readonly string[]; readonly troubles: readonly string[] }> {
  const paths: string[] = [];
  const troubles: string[] = [];
  const json = join(folder, formatFiles.json);
  // The first, since the others refer to it.
  const names = [...options.formats].sort((one, other) => Number(other === "json") - Number(one === "json"));
  for (const name of names) {
    const { file, render }: Format = formats[name];
    const path = join(folder, file);
    const text = await render(report, options.reportPath ?? (paths.includes(json) ? json : undefined));
    const trouble = writeFileAtomically(path, text);
    if (trouble === undefined) paths.push(path);
    else troubles.push(trouble);
  }
  return { paths, troubles };
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

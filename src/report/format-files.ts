/** The file of each format, by the name that `--formats` takes. */
export const formatFiles = {
  json: "report.json",
  junit: "junit.xml",
  markdown: "summary.md",
  html: "report.html",
  ctrf: "ctrf.json",
  har: "exchanges.har",
} as const;

/** The name of a format. */
export type FormatName = keyof typeof formatFiles;

/** Every name there is. */
export const formatNames = Object.keys(formatFiles) as readonly FormatName[];

/** The formats that a run writes unless others are asked for: for machines, for the CI's test tab, and for people. */
export const defaultFormats: readonly FormatName[] = ["json", "junit", "html"];

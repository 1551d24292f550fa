import { basename, sep } from "node:path";
import type { Report } from "../run/index.js";
import { safeText } from "./safe-text.js";

/** Returns the command that starts this program: its name where it is on the path, else npx, which finds it in a project. */
export function commandName(script: string | undefined = process.argv[1]): string {
  if (script === undefined || basename(script) !== "pedigree") return "npx pedigree";
  return script.includes(`${sep}node_modules${sep}`) ? "npx pedigree" : "pedigree";
}

/** The source that a replay needs besides the number of the finding. */
export interface ReplaySource {
  /** Where report.json is; absent where it was not written, so that nothing can be replayed from it. */
  readonly reportPath: string | undefined;
  readonly target: Report["target"];
}

/**
 * The command line that sends a finding again. It names the target: the key goes to none that only a report names.
 * Undefined where there is no report to replay from.
 */
export function renderReplay({ reportPath, target }: ReplaySource, number: number): string | undefined {
  if (reportPath === undefined) return undefined;
  const replay = `${commandName()} replay ${quote(reportPath)} --finding ${number}`;
  return target.embedded ? replay : `${replay} ${targetOption(target)}`;
}

/** As it follows a command. */
export function targetOption({ name, baseUrl, ...described }: Report["target"]): string {
  return `--target ${quote(name ?? baseUrl)}${specOption(described)}`;
}

/** As it follows a command; empty where there is none. */
export function specOption({
  spec,
  overlays = [],
}: {
  readonly spec?: string | undefined;
  readonly overlays?: readonly string[] | undefined;
}): string {
  const options = overlays.map((each) => ` --overlay ${quote(each)}`);
  return spec === undefined ? "" : [` --spec ${quote(spec)}`, ...options].join("");
}

/** As one argument of a shell. */
export function quote(text: string): string {
  const safe = safeText(text, 1000);
  return /^[\w@%+=:,./-]+$/.test(safe) ? safe : `'${safe.replaceAll("'", "'\\''")}'`;
}

/** The report with command lines that take the key from the environment variable that it really came from. */
export function nameKeyVariable(report: Report, variable: string | undefined): Report {
  // A variable whose name is none for a shell changes nothing.
  if (variable === undefined || !/^[A-Za-z_]\w*$/.test(variable)) return report;
  const findings = report.findings.map((finding) => ({
    ...finding,
    exchanges: finding.exchanges.map((exchange) => ({
      ...exchange,
      curl: exchange.curl.replaceAll(/\$PEDIGREE_API_KEY\b/g, `$$${variable}`),
    })),
  }));
  return { ...report, findings };
}

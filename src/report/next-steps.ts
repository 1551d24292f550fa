import { basename, sep } from "node:path";
import { durationFlag, type FindingReport, type Report } from "../engine/index.js";
import { listed, present, safeText } from "./safe-text.js";

/** The part of a run that its report lacks. */
export interface RunFacts {
  /** The files that the run wrote. */
  readonly paths: readonly string[];
  /** The number of operations that the run did not call, and of all. */
  readonly notCalled?: { readonly count: number; readonly of: number };
  /** The values that requirements lacked, as `operation.member`. */
  readonly lacking?: readonly string[];
  /** Did a configuration file say something of the run? */
  readonly isConfigured?: boolean;
}

/** Lacking values that are named, at most. */
const mostNamed = 5;

/** Describes what to do after a run: the last that it prints. Of a described interface, three things with a line each. */
export function describeNextSteps(report: Report, facts: RunFacts): string {
  const { target, run } = report;
  // An end that the user has set says nothing of the target.
  const isEnded = run.timeLimit?.enough !== undefined;
  if (target.spec !== undefined && !target.embedded && !isEnded)
    return ["Next:", ...stepsWithDescription(report, facts).map((each) => `  ${each}`)].join("\n");
  const steps = stepsInOneLine(report, facts.paths);
  return steps.length === 0 ? "" : `Next: ${steps.slice(0, 3).join(", or ")}`;
}

function stepsInOneLine(
  { findings, target, conclusion, run }: Report,
  paths: readonly string[],
): readonly string[] {
  const [first] = findings;
  const { status } = conclusion;
  const isDoubtful = status === "inconclusive" && !run.interrupted && run.timeLimit === undefined;
  const page = pageIn(paths);
  return present(
    run.timeLimit?.enough !== undefined &&
      `${commandName()} run${target.embedded ? "" : ` ${targetOption(target)}`} ${durationFlag(run.timeLimit.enough)}`,
    isDoubtful && !target.embedded && `${commandName()} doctor ${targetOption(target)}`,
    status === "conforms" &&
      target.embedded &&
      `judge your own server: ${commandName()} run --target http://localhost:8080/v1`,
    page && `open ${page}`,
    first && replayOf(first, target, paths),
    first && `${commandName()} explain ${quote(first.requirement)}${specOption(target)}`,
  );
}

/** Read the report; see what is called; complete the configuration. */
function stepsWithDescription(report: Report, { paths, ...facts }: RunFacts): readonly string[] {
  const { target, findings, conclusion, run } = report;
  const [page, [first]] = [pageIn(paths), findings];
  const isDoubtful = conclusion.status === "inconclusive" && !run.interrupted;
  return present(
    page && `open ${page}${findings.length === 0 ? "" : ": each finding has the request that shows it"}`,
    page === undefined && first !== undefined && replayOf(first, target, paths),
    isDoubtful && `${commandName()} doctor ${targetOption(target)}: whether the server can be judged`,
    `${commandName()} run --plan ${targetOption(target)}: ${describePlan(facts)}`,
    configurationStep(report, facts),
  );
}

function describePlan({ notCalled }: Pick<RunFacts, "notCalled">): string {
  if (notCalled === undefined) return "which operations are called, and on which items";
  const { count, of } = notCalled;
  return `why ${count} of ${of} operations ${count === 1 ? "was" : "were"} not called`;
}

function configurationStep(
  { requirements, target }: Report,
  { isConfigured = false, lacking: names = [] }: Pick<RunFacts, "isConfigured" | "lacking">,
): string | undefined {
  const lacking = requirements.filter(({ lacks }) => lacks === "value").length;
  const those = `${lacking} ${lacking === 1 ? "requirement" : "requirements"}`;
  const named = names.length === 0 ? "" : ` (${safeText(listed(names, mostNamed), 400)})`;
  if (isConfigured)
    return lacking === 0
      ? undefined
      : `complete "api:" in the configuration: it lacks values for ${those}${named}`;
  const init = `${commandName()} init ${targetOption(target)}: writes a configuration`;
  return lacking === 0
    ? `${init} that keeps these options`
    : `${init} with a place for the values that ${those} lacked${named}`;
}

function pageIn(paths: readonly string[]): string | undefined {
  return paths.find((path) => path.endsWith(".html"));
}

function replayOf(
  { number }: FindingReport,
  target: Report["target"],
  paths: readonly string[],
): string | undefined {
  return renderReplay({ reportPath: paths.find((path) => path.endsWith("report.json")), target }, number);
}

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
function targetOption({ name, baseUrl, ...described }: Report["target"]): string {
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
function quote(text: string): string {
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

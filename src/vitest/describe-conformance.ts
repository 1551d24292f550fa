import { beforeAll, describe, type TestContext, test } from "vitest";
import { ConfigurationError, statedPrefixes } from "../description/index.js";
import { profiles, type Report, type RequirementReport } from "../engine/index.js";
import { type RunSettings, runConformance } from "../library/index.js";
import { describeFinding, describeWaiver, safeLines, writeReports } from "../report/index.js";
import { defined, loadNamedSuite, readRequirementIds, suggestName } from "../settings/index.js";
import { type Started, startTarget } from "./started.js";

/** Which server to test, and how. Durations in ms. */
export type ConformanceOptions = Omit<RunSettings, "contract"> & {
  /** The name of the suite; `conformance` if absent. */
  readonly name?: string | undefined;
  /**
   * The path of the base address, such as `/v1`, where `start` returns a server of Node's, which knows none. The description states
   * it, if this is absent.
   */
  readonly path?: string | undefined;
  /** How long `start` may take; a minute if absent. */
  readonly startTimeout?: number | undefined;
  /** The folder to write report.json and report.html to. Nothing is written if this is absent. */
  readonly reports?: string | undefined;
  /** Called with the report, once the run is over. */
  readonly onReport?: ((report: Report) => unknown) | undefined;
} & (
    | {
        /** Starts the server. The run closes what this returns. */
        readonly start: () => Started | Promise<Started>;
        readonly target?: undefined;
      }
    | {
        /** The base address of a server that is there already, or the name of a target in `config`. */
        readonly target: string;
        readonly start?: undefined;
      }
  );

/** The last test, after the requirements: a run that tested nothing must not be green. */
const conclusionTitle = "the run reaches a conclusion";

/** The time for starting, closing and writing reports, apart from the run, in ms. */
const reserve = 60_000;

/**
 * Describes a suite with a test for each requirement, named by its id and sentence. One run of the server decides all of them. It
 * sends only what the chosen tests need: `vitest -t "LIST-4:"` tests LIST-4.
 * @throws ConfigurationError for options that contradict each other
 */
export function describeConformance(options: ConformanceOptions): void {
  checkOptions(options);
  describe(options.name ?? "conformance", async () => {
    const plan = await planTests(options);
    let run: { readonly report: Report; readonly reportPath: string | undefined } | undefined;
    beforeAll(function () {
      // biome-ignore lint/complexity/noArguments: see chosenTests
      const chosen = chosenTests([...arguments]);
      return judge(plan, options, chosen).then((judged) => {
        run = judged;
      });
    }, plan.timeout);
    const judged = () => {
      if (run === undefined) throw failure("the run did not take place");
      return run;
    };
    for (const { id, title } of plan.tests)
      test(title, async (context) => {
        const { report, reportPath } = judged();
        const requirement = report.requirements.find((each) => each.id === id);
        if (requirement === undefined) throw failure(`the report does not contain ${id}`);
        await settle(outcomeOf(requirement, report, reportPath), context);
      });
    test(conclusionTitle, () => {
      const trouble = troubleWith(judged().report);
      if (trouble !== undefined) throw failure(trouble);
    });
  });
}

/** Every option, so that a misspelt one is refused. */
const optionNames: Readonly<Record<keyof ConformanceOptions, true>> = {
  ...{ name: true, path: true, startTimeout: true, reports: true, onReport: true, start: true, target: true },
  ...{ spec: true, overlays: true, config: true, allow: true, strict: true, checks: true },
  ...{ key: true, scheme: true, secondKey: true, tokens: true, only: true, profile: true },
  ...{ seed: true, cases: true, randomCases: true, duration: true, longest: true, readOnly: true },
  ...{ allowWrites: true, disposable: true, maxCreated: true, categories: true, settle: true, timeout: true },
  ...{ rate: true, concurrency: true, patience: true, headers: true, connection: true, now: true },
  ...{
    waivers: true,
    expectations: true,
    requireTested: true,
    keepExchanges: true,
    onEvent: true,
    onWarning: true,
  },
  ...{ onCreation: true, onChange: true, onCheckpoint: true, signal: true },
};

function checkOptions(options: ConformanceOptions): void {
  const unknown = Object.keys(options).filter((name) => !(name in optionNames));
  if (unknown.length > 0)
    throw new ConfigurationError(
      unknown
        .map(
          (name) => `describeConformance has no option ${name}${suggestName(name, Object.keys(optionNames))}`,
        )
        .join("\n"),
    );
  if ((options.start === undefined) === (options.target === undefined))
    throw new ConfigurationError(
      'describeConformance: give either "start", a function that starts the server, or "target", its base address',
    );
  if ("document" in globalThis)
    throw new ConfigurationError(
      'describeConformance needs the environment of Node: write "// @vitest-environment node" at the top of the test file',
    );
}

type Plan = Awaited<ReturnType<typeof planTests>>;

/** Reads the requirements, which name the tests: before the server is started. */
async function planTests(options: ConformanceOptions) {
  const { spec, overlays, config, allow, strict, checks, waivers, startTimeout = reserve } = options;
  const named = defined({ spec, overlays, config, allow, strict });
  const { chosen, configuration } = await loadNamedSuite(named, warnOnConsole, checks).catch(
    (error: unknown) => {
      throw options.start === undefined ? error : withRemedy(error, spec);
    },
  );
  const { contract } = chosen;
  const only = options.only?.flatMap((name) => readRequirementIds(contract, name, () => undefined));
  const accepted = waivers ?? configuration?.waivers ?? [];
  const tests = contract.requirements
    .filter(({ id, level }) => level !== "informative" && (only === undefined || only.includes(id)))
    .map(({ id, sentence }) => {
      const waiver = accepted.find((each) => each.requirement === id);
      return { id, title: `${id}: ${sentence}${waiver ? ` (waived until ${waiver.expires})` : ""}` };
    });
  const profile = options.profile ?? configuration?.settings.profile ?? "gate";
  const stated = configuration?.profiles.get(profile);
  const longest = options.longest ?? stated?.longest ?? profiles[profile].longest;
  return {
    contract,
    tests,
    only,
    path: options.path ?? statedPrefixes(contract.document)[0] ?? "",
    startTimeout,
    timeout: startTimeout + Math.max(longest, options.duration ?? stated?.duration ?? 0) + reserve,
  };
}

/** A description that only the server has cannot name the tests, which vitest collects before anything is started. */
function withRemedy(error: unknown, spec = ""): unknown {
  if (!(error instanceof ConfigurationError) || !/^https?:/i.test(spec)) return error;
  return new ConfigurationError(
    `${error.message}; the description names the tests, so it is read before start is called: save it in a file, and give that as "spec"`,
  );
}

/** Runs once, for the chosen tests. @throws Error if it was cut short and no chosen test would tell */
async function judge(plan: Plan, options: ConformanceOptions, chosen: ReadonlySet<string> | undefined) {
  const { start, target = "", name, path, startTimeout, reports, onReport, checks: _, ...settings } = options;
  const isWhole = chosen === undefined || chosen.has(conclusionTitle);
  const only = isWhole ? plan.only : plan.tests.filter(({ title }) => chosen.has(title)).map(({ id }) => id);
  const server = start && (await startTarget(start, { path: plan.path, patience: plan.startTimeout }));
  try {
    const report = await runConformance({
      onWarning: warnOnConsole,
      ...settings,
      contract: plan.contract,
      target: server?.baseUrl ?? target,
      only,
    });
    const [reportPath] = reports === undefined ? [] : await writeReports(report, reports, ["json", "html"]);
    await onReport?.(report);
    const trouble = isWhole ? undefined : troubleWith(report);
    if (trouble !== undefined) throw failure(trouble);
    return { report, reportPath };
  } finally {
    // The report is good, whatever becomes of the server.
    await server?.close().catch((error: unknown) => warnOnConsole(String(error)));
  }
}

/** The names of the tests of the suite that vitest is to run; undefined if it does not tell. */
function chosenTests(given: readonly unknown[]): ReadonlySet<string> | undefined {
  // Before version 4, vitest calls a hook with the suite alone; since then, with its fixtures first. It reads from the text of a
  // function which fixtures that wants, and accepts no other parameter in their place: the function must name none.
  const suite = given.at(-1);
  if (typeof suite !== "object" || suite === null || !("tasks" in suite) || !Array.isArray(suite.tasks))
    return undefined;
  const tasks: readonly { readonly name: string; readonly mode: string }[] = suite.tasks;
  return new Set(tasks.filter(({ mode }) => mode !== "skip" && mode !== "todo").map((each) => each.name));
}

/** Ends a test as its outcome says. */
async function settle(outcome: TestOutcome, context: TestContext): Promise<void> {
  if (outcome.kind === "failed") throw failure(outcome.message);
  if (outcome.kind === "skipped") context.skip(safeLines(outcome.reason));
  // There are no annotations before vitest 3.2.
  else if (outcome.note !== undefined) await context.annotate?.(safeLines(outcome.note), "warning");
}

/** An error that shows no line of ours: where Pedigree throws it says nothing of the server. */
function failure(message: string): Error {
  const error = new Error(safeLines(message));
  error.name = "ConformanceError";
  error.stack = `${error.name}: ${error.message}`;
  return error;
}

function warnOnConsole(sentence: string): void {
  console.warn(`pedigree: ${safeLines(sentence)}`);
}

/** The outcome of a test that a verdict decides. */
export type TestOutcome =
  | {
      readonly kind: "passed";
      /** Worth a look, although the test passes. */
      readonly note?: string;
    }
  | { readonly kind: "skipped"; readonly reason: string }
  | { readonly kind: "failed"; readonly message: string };

/**
 * Returns what the test of one requirement comes to. A waived failure is an expected one.
 * @param reportPath where report.json was written, if it was
 */
function outcomeOf(requirement: RequirementReport, report: Report, reportPath?: string): TestOutcome {
  const { verdict, reason = "", waiver, level } = requirement;
  const skipped: TestOutcome = { kind: "skipped", reason: `${verdict}${reason && `: ${reason}`}` };
  switch (verdict) {
    case "passed":
    case "observed":
      return { kind: "passed" };
    case "warned":
      return { kind: "passed", note: storyOf(requirement, report, reportPath) };
    case "untested":
    case "not applicable":
      return skipped;
    case "inconclusive":
      return level === "must" || level === "implied" ? { kind: "failed", message: skipped.reason } : skipped;
    case "failed": {
      const story = storyOf(requirement, report, reportPath);
      if (waiver?.status === "applied") return { kind: "passed", note: describeWaiver(requirement) };
      const expired = waiver?.status === "expired" ? `${describeWaiver(requirement)}\n\n` : "";
      return { kind: "failed", message: `${expired}${story}` };
    }
  }
}

/**
 * Returns why the run as a whole is no success where no test of a requirement tells: it was cut short, or nothing was tested.
 * Undefined if there is nothing more to say.
 */
function troubleWith(report: Report): string | undefined {
  const { status, sentence, trouble } = report.conclusion;
  if (status === "conforms") return undefined;
  const isShown = report.requirements.some((each) => outcomeOf(each, report).kind === "failed");
  return isShown && trouble === undefined ? undefined : sentence;
}

/** Tells each finding: what was asked, expected and got, and how to see it again. */
function storyOf(requirement: RequirementReport, report: Report, reportPath: string | undefined): string {
  const findings = report.findings.filter(({ number }) => requirement.findings.includes(number));
  const source = reportPath === undefined ? undefined : { reportPath, target: report.target };
  return findings.map((finding) => describeFinding(finding, requirement, source)).join("\n\n");
}

import { readFileSync } from "node:fs";
import { Command, Option } from "commander";
import {
  exitCodes,
  groups,
  kebabCase,
  kinds,
  loadTarget,
  readerOf,
  type Setting,
  type Settings,
  settings,
} from "../settings/index.js";
import { runCommand } from "./outcome.js";

/** Everything the command line offers. The modules of a command are loaded only when it is called. */
export function buildProgram(): Command {
  const program = new Command("pedigree")
    .description("Judges a running server against every promise of the Animal Store interface.")
    .version(ownVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .showHelpAfterError("(--help shows what there is)")
    .configureOutput({ outputError: (text, write) => write(describeUsageMistake(text)) })
    .exitOverride((error) => {
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
      throw error;
    })
    .hook("preAction", (_program, command) => refuseEmptyValues(command))
    .addHelpText("after", `\n${exitCodeHelp}`);

  const run = program
    .command("run")
    .description("judge a target; without one, the embedded reference server");
  addGroups(run, ["Target:", "Limits:", "Choice:", "Run and reports:"]).action(() =>
    runCommand(async () => {
      const flags = readFlags(run);
      if (flags.plan === true) return (await import("./plan-command.js")).printPlan(flags);
      // The embedded server starts while the rest is loaded.
      const launched = (await loadTarget()).launchEmbedded(flags);
      return (await import("./run-command.js")).run(flags, launched);
    }),
  );

  const doctor = program
    .command("doctor")
    .description("look for what usually goes wrong with a target, and say what to do");
  addGroups(doctor, ["Target:"], ["Limits:", "Choice:"]).action(() =>
    runCommand(async () => (await import("./doctor-command.js")).doctor(readFlags(doctor))),
  );

  const init = program
    .command("init")
    .description(
      "write a pedigree.config.yaml in which every key is explained; with --spec, one that asks for what that description does not say",
    )
    .option("--force", "overwrite the one that is there")
    .option("--target <url>", "with --spec: the address of the server");
  addFlags(init, "spec", "overlays")
    .addOption(settingOption("reports", 'with --spec: where the last report is (default: "reports")'))
    .action(({ force }) =>
      runCommand(async () => (await import("./init-command.js")).init(readFlags(init), force)),
    );

  const list = program
    .command("list")
    .description("list the requirements")
    .option("--json", "print them as JSON");
  addFlags(list, "spec", "overlays", "config", "allow", "strict").action(() =>
    runCommand(async () => (await import("./list-command.js")).list(readFlags(list))),
  );

  const explain = program
    .command("explain <requirement|check>")
    .description("tell all about one requirement, or one check, by its id");
  addFlags(explain, "spec", "overlays", "config", "allow", "strict").action((id) =>
    runCommand(async () => (await import("./explain-command.js")).explain(id, readFlags(explain))),
  );

  const replay = program
    .command("replay <report>")
    .description("send one finding's counterexample again")
    .option("--finding <number>", "which finding of the report", readerOf(kinds.positive), 1);
  addGroups(replay, ["Target:", "Limits:"], ["Choice:"]).action((report, { finding }) =>
    runCommand(async () => (await import("./replay-command.js")).replay(report, finding, readFlags(replay))),
  );

  const clean = program
    .command("clean <journal>")
    .description("delete and restore what the runs of a created.ndjson have left, after a crash");
  addGroups(clean, ["Target:"], ["Limits:", "Choice:"]).action((path) =>
    runCommand(async () => (await import("./clean-command.js")).clean(path, readFlags(clean))),
  );

  const report = program
    .command("report <report>")
    .description("write a report.json in other formats, without a target")
    .addOption(settingOption("formats", "reports to write, or all (default: junit,html)"))
    .addOption(settingOption("reports", "where they go (default: beside the report)"))
    .action((path) =>
      runCommand(async () => (await import("./trend-command.js")).renderAgain(path, readFlags(report))),
    );

  const merge = program
    .command("merge <report...>")
    .description(
      "make one report of those of all shards: report.json files, or folders that hold some at any depth",
    )
    .addOption(settingOption("formats"))
    .addOption(settingOption("reports", 'where they go (default: "reports")'));
  addFlags(merge, "maxLatency", "baseline", "failOn", "spec", "overlays").action((reports) =>
    runCommand(async () => (await import("./merge-command.js")).merge(reports, readFlags(merge))),
  );

  const trend = program
    .command("trend <report...>")
    .description("make one picture of many runs: report.json files, or folders that hold some at any depth")
    .addOption(settingOption("reports", "where trend.html and trend.json go (default: beside the reports)"))
    .addOption(
      settingOption(
        "failOn",
        "end with 1 if the newest run shows any of these: new (failures), flaky, coverage (lost), latency (longer), choices (changed), inconclusive",
      ),
    )
    .action((reports) =>
      runCommand(async () => (await import("./trend-command.js")).trend(reports, readFlags(trend))),
    );

  program
    .command("calibrate")
    .description("prove the instrument: every mutant must be caught, no variant alarmed at")
    .option("--mutant <name>", "run against this mutant only, to see what a failure looks like")
    .option("--variant <name>", "run against this variant only")
    .option("--seed <number>", "the first seed", readerOf(kinds.integer), 1)
    .option("--seeds <number>", "seeds for each mutant and variant", readerOf(kinds.positive), 1)
    .option("--combinations <number>", "random combinations of variants", readerOf(kinds.count), 0)
    .option(
      "--max-mutants <number>",
      "mutants of a description that --spec names, at most",
      readerOf(kinds.positive),
      400,
    )
    .addOption(
      new Option(
        "--by-description",
        "judge them by the description, without the catalogue: alone, and with its facts; write spec/kill-matrix-any.csv",
      ).conflicts("spec"),
    )
    .option("--whole", "let the run on a mutant go on after it is caught: the whole kill matrix")
    .addOption(settingOption("reports", "where reports go").default("reports"))
    .addOption(settingOption("spec"))
    .action((options) => runCommand(async () => (await import("./calibrate-command.js")).calibrate(options)));

  const certify = program
    .command("certify")
    .description("judge a target for a certificate, and make a bundle of evidence that others can verify");
  addGroups(certify, ["Target:", "Limits:"]);
  addFlags(certify, "start", "startEnv", "waitFor", "now", "cases")
    .addOption(settingOption("reports", 'where the bundle goes (default: "reports")'))
    .option("--vendor <name>", "maker of the product; required")
    .option("--product <name>", "name of the product; required")
    .option("--product-version <version>", "its version; required")
    .option("--product-digest <sha256>", "SHA-256 of what is shipped", readerOf(kinds.sha256))
    .option("--challenge <text>", "text from the office: it decides the cases (default: made up)")
    .addOption(
      new Option("--run-by <whom>", "the party that runs it").choices(["vendor", "office"]).default("vendor"),
    )
    .option("--signing-key <file>", "PEM file with the key to sign with (or PEDIGREE_SIGNING_KEY)")
    .addOption(
      new Option(
        "--calibration <file>",
        "calibration.json of this build (default: the one that pedigree comes with; where it has none, calibrate now)",
      ).conflicts("calibrate"),
    )
    .option("--calibrate", "calibrate now, whatever calibration is there")
    .hook("preAction", () => needOptions(certify, ["vendor", "product", "productVersion"]))
    .action((options) =>
      runCommand(async () => (await import("./certify-command.js")).certify(options, readFlags(certify))),
    );

  const verify = program
    .command("verify <bundle>")
    .description("verify a bundle, without a network: signature, digests, and every verdict")
    .option("--public-key <file>", "PEM file with the public key that the signature must match")
    .option("--challenge <text>", "the challenge that it must answer; with --live, a fresh one")
    .option("--live <url>", "judge this server, too, with cases that only the fresh challenge decides")
    .option("--json", "print the result as JSON");
  addGroups(verify, [], ["Target:", "Limits:"]).action((path, options) =>
    runCommand(async () => (await import("./verify-command.js")).verify(path, options, readFlags(verify))),
  );

  program
    .command("keygen")
    .description("make a key pair to sign bundles with")
    .option("--out <name>", "name of both files, without .pem and .pub", "pedigree-key")
    .addOption(new Option("--type <type>", "kind of key").choices(["ed25519", "p256"]).default("ed25519"))
    .action((options) => runCommand(async () => (await import("./signing-keys.js")).keygen(options)));

  program
    .command("serve")
    .description("run the reference server, which follows the interface to the letter")
    .option("--port <number>", "port to listen on; 0 for a free one", readerOf(kinds.port), 8080)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--mutant <name>", "with this mutant: one deliberate fault")
    .option("--variant <name>", "with this variant: something that the document permits")
    .addOption(
      new Option("--key <key>", "the API key it accepts; made up if there is none").env("PEDIGREE_API_KEY"),
    )
    .addOption(settingOption("spec"))
    .action((options) => runCommand(async () => (await import("./serve-command.js")).serve(options)));

  return program;
}

const exitCodeHelp = `Exit codes:
  0 conforms   1 does not conform   2 wrong usage or configuration
  3 inconclusive (unreachable, key refused, too flaky to judge)   70 a bug in pedigree   130 interrupted

The API key comes from PEDIGREE_API_KEY or --key-file.
"pedigree init" writes a configuration file.`;

function ownVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

/** The mistakes that users of other tools make first, each with a hint. */
const hints: readonly (readonly [mistake: RegExp, hint: string])[] = [
  [
    /^too many arguments for '(?:run|doctor|replay)'|unknown option '--(?:url|base-?url|server|host|endpoint|address)\b/i,
    "a target is named with --target, for example --target http://localhost:8080/v1",
  ],
  [
    /unknown option '--(?:api-?key|token|bearer|auth|api-?key-file)\b/i,
    "the API key is taken from PEDIGREE_API_KEY, or from a file with --key-file",
  ],
  [
    /unknown option '--(?:output|out|report-?dir|reports-?dir|report)\b/i,
    "reports go to the folder that --reports names",
  ],
];

/** The parser's sentence on a mistake, and what to do where its author is likely to have meant something else. */
export function describeUsageMistake(text: string): string {
  // The value of a flag that there is not may be a key.
  const sentence = text
    .replace(/^error: /, "")
    .replace(/(unknown option '--?[^'=]+)=.*'/s, "$1'")
    .trimEnd();
  const hint = hints.find(([mistake]) => mistake.test(sentence))?.[1];
  const plain = sentence.replace(/(?<=for '\w+')\. Expected .*/s, "");
  return hint === undefined ? `pedigree: ${sentence}\n` : `pedigree: ${plain}: ${hint}\n`;
}

/**
 * Ends a command to which an empty value was given. It mostly comes from a variable that is not set, and would
 * otherwise count as not given: a run would judge the embedded server, and be green.
 */
function refuseEmptyValues(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const values: unknown[] = [command.getOptionValue(name)].flat();
    if (!values.some((value) => typeof value === "string" && value.trim() === "")) continue;
    const source = command.getOptionValueSource(name);
    const what = source === "env" ? `the environment variable ${option.envVar}` : `${option.long}`;
    command.error(`error: ${what} is empty: give a value, or leave it out`);
  }
}

/** Ends a command to which options are missing, all at once. */
function needOptions(command: Command, names: readonly string[]): void {
  const missing = command.options.filter(
    (each) =>
      names.includes(each.attributeName()) && command.getOptionValue(each.attributeName()) === undefined,
  );
  if (missing.length > 0)
    command.error(`error: ${command.name()} needs ${missing.map(({ flags }) => flags).join(", ")}`);
}

type Group = keyof typeof groups;
type Name = keyof typeof settings;

/**
 * Gives a command the flags of these groups. Those that do not concern it are taken, but not shown, so that `doctor`
 * and `replay` can be put in the place of `run`. None has a default: what is not given may stand in the file.
 */
function addGroups(command: Command, shown: readonly Group[], hidden: readonly Group[] = []): Command {
  for (const group of [...shown, ...hidden])
    for (const name of Object.keys(groups[group]) as Name[]) {
      const option = settingOption(name).helpGroup(group).hideHelp(hidden.includes(group));
      if (name === "target")
        option.argParser((text, before) => {
          if (before === undefined) return text;
          return command.error("error: --target is given twice: one run judges one target");
        });
      command.addOption(name === "lastFailed" ? option.conflicts("only") : option);
    }
  return command;
}

/** Gives a command the flags of these settings. */
function addFlags(command: Command, ...names: readonly Name[]): Command {
  for (const name of names) command.addOption(settingOption(name));
  return command;
}

/** The flag of one setting. @param text of its help; the setting's if absent */
function settingOption(name: Name, text?: string): Option {
  const { kind, help, flag, variable }: Setting = settings[name];
  const { placeholder } = kinds[kind];
  const option = new Option(flag ?? `--${kebabCase(name)} ${placeholder}`.trimEnd(), text ?? help);
  if (variable !== undefined) option.env(variable);
  if (kind === "lines" || kind === "files" || kind === "variables")
    option.argParser((line, before: readonly string[] = []) => [...before, line]);
  else if (kind !== "yes") option.argParser(readerOf<unknown>(kinds[kind]));
  return option;
}

/** Reads the settings that flags, and the variables that stand in for them, state. */
function readFlags(command: Command): Settings {
  const stated = (Object.keys(settings) as Name[]).map((name) => [
    name,
    command.getOptionValue(settingOption(name).attributeName()),
  ]);
  return Object.fromEntries(stated) as Settings;
}

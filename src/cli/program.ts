import { readFileSync } from "node:fs";
import { Command, Option } from "commander";
import { refuseEmptyValues } from "./empty-values.js";
import { exitCodes, runCommand } from "./outcome.js";
import { tellUsageMistake } from "./usage-hints.js";
import {
  commaSeparated,
  date,
  duration,
  int64s,
  integer,
  port,
  positiveInteger,
  positiveNumber,
  wholeNumber,
} from "./values.js";

/** Everything the command line offers. What a command needs is loaded only when it is called. */
export function buildProgram(): Command {
  const program = new Command("pedigree")
    .description("Judges a running server against every promise of the Animal Store interface.")
    .version(ownVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .showHelpAfterError("(--help shows what there is)")
    .configureOutput({ outputError: (text, write) => write(tellUsageMistake(text)) })
    .exitOverride((error) => {
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
      throw error;
    })
    .hook("preAction", (_program, command) => refuseEmptyValues(command))
    .addHelpText("after", `\n${exitCodeHelp}`);

  withTargetOptions(
    program.command("run").description("judge a target; without one, the embedded reference server"),
  )
    .option("--start <command>", "start the server under test with this command, and stop it afterwards")
    .option("--wait-for <url>", "with --start: wait until this address answers; the target, if none is named")
    .option("--formats <list>", "reports to write, or all (default: json,junit,html)", commaSeparated)
    .addOption(
      new Option("--reports <folder>", 'where reports go (default: "reports")').env("PEDIGREE_REPORTS"),
    )
    .option("--require-tested", "untested requirements are a reason not to conform")
    .option("--strict", "waivers that match nothing are a reason not to conform")
    .option("--cleanup <command>", "afterwards, run this command with the path of the list of what was added")
    .option("-q, --quiet", "print the conclusion only")
    .option("-v, --verbose", "print every requirement, observation and log line")
    .action((options) => runCommand(async () => (await import("./run-command.js")).run(options)));

  withTargetOptions(
    program
      .command("doctor")
      .description("look for what usually goes wrong with a target, and say what to do"),
  ).action((options) => runCommand(async () => (await import("./doctor-command.js")).doctor(options)));

  program
    .command("init")
    .description("write a pedigree.config.yaml in which every key is explained")
    .option("--force", "overwrite the one that is there")
    .action((options) => runCommand(async () => (await import("./init-command.js")).init(options)));

  program
    .command("list")
    .description("list the requirements")
    .addOption(specOption())
    .action((options) => runCommand(async () => (await import("./catalogue-commands.js")).list(options)));

  program
    .command("explain <requirement>")
    .description("tell all about one requirement, for example LIST-3")
    .addOption(specOption())
    .action((id, options) =>
      runCommand(async () => (await import("./catalogue-commands.js")).explain(id, options)),
    );

  withTargetOptions(program.command("replay <report>").description("send one finding's counterexample again"))
    .option("--finding <number>", "which finding of the report", positiveInteger, 1)
    .action((report, options) =>
      runCommand(async () => (await import("./replay-command.js")).replay(report, options)),
    );

  program
    .command("report <report>")
    .description("write a report.json in other formats, without a target")
    .option("--formats <list>", "reports to write, or all (default: junit,html)", commaSeparated)
    .addOption(
      new Option("--reports <folder>", "where they go (default: beside the report)").env("PEDIGREE_REPORTS"),
    )
    .action((report, options) =>
      runCommand(async () => (await import("./report-command.js")).renderAgain(report, options)),
    );

  program
    .command("trend <report...>")
    .description("make one picture of many runs: report.json files, or folders that hold some at any depth")
    .addOption(
      new Option("--reports <folder>", "where trend.html and trend.json go")
        .default("reports")
        .env("PEDIGREE_REPORTS"),
    )
    .addOption(
      new Option(
        "--fail-on <what>",
        "end with 1 if the newest run has a failure that the run before had not",
      ).choices(["new"]),
    )
    .action((reports, options) =>
      runCommand(async () => (await import("./trend-command.js")).trend(reports, options)),
    );

  program
    .command("calibrate")
    .description("prove the instrument: every fault must be caught, no permitted choice alarmed at")
    .option("--fault <name>", "run against this fault only, to see what a failure looks like")
    .option("--choice <name>", "run against this permitted choice only")
    .option("--seed <number>", "the first seed", integer, 1)
    .option("--seeds <number>", "so many seeds for each fault and choice", positiveInteger, 1)
    .option("--combinations <number>", "so many random combinations of permitted choices", wholeNumber, 0)
    .option("--whole", "let the run on a fault go on after it is caught: the whole kill matrix")
    .addOption(
      new Option("--reports <folder>", "where reports go").default("reports").env("PEDIGREE_REPORTS"),
    )
    .addOption(specOption())
    .action((options) => runCommand(async () => (await import("./calibrate-command.js")).calibrate(options)));

  program
    .command("serve")
    .description("run the reference server, which follows the interface to the letter")
    .option("--port <number>", "port to listen on; 0 for a free one", port, 8080)
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--fault <name>", "with this deliberate fault")
    .option("--choice <name>", "with this permitted choice")
    .addOption(
      new Option("--key <key>", "the API key it accepts; made up if there is none").env("PEDIGREE_API_KEY"),
    )
    .addOption(specOption())
    .action((options) => runCommand(async () => (await import("./serve-command.js")).serve(options)));

  return program;
}

const exitCodeHelp = `Exit codes:
  0 conforms   1 does not conform   2 wrong usage or configuration
  3 inconclusive (unreachable, key refused, too flaky to judge)   130 interrupted

The API key comes from PEDIGREE_API_KEY or --key-file.
"pedigree init" writes a configuration file.`;

/**
 * The options of every command that meets a target. None has a default here: what is not given may stand in the
 * configuration file.
 */
function withTargetOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "-t, --target <url|name>",
        "base address, for example http://localhost:8080/v1, or a target of the configuration",
      ).env("PEDIGREE_TARGET"),
    )
    .addOption(
      new Option(
        "--config <file>",
        "configuration file (default: pedigree.config.yaml, if there is one)",
      ).env("PEDIGREE_CONFIG"),
    )
    .addOption(
      new Option("-p, --profile <name>", "how thorough (default: gate)")
        .choices(["gate", "nightly", "certification"])
        .env("PEDIGREE_PROFILE"),
    )
    .addOption(
      new Option("-s, --seed <number>", "the same seed, the same cases")
        .argParser(integer)
        .env("PEDIGREE_SEED"),
    )
    .option("--key-file <path>", "file with the API key")
    .option("--key <key>", "the API key (process lists show it: prefer PEDIGREE_API_KEY)")
    .option("--category <ids>", "category ids that exist, separated by commas", int64s)
    .option("--read-only", "send nothing but GET")
    .option("--max-created <number>", "add no more animals than this", wholeNumber)
    .option("--rate <number>", "send no more requests a second than this", positiveNumber)
    .option("--concurrency <number>", "connections at the same time", positiveInteger)
    .option("--timeout <duration>", "for one request, for example 10s or 500ms", duration)
    .option("--settle <duration>", "how long a new animal may take to be seen", duration)
    .option("--patience <duration>", "the longest wait that the server may ask for", duration)
    .option("--header <line>", 'send "Name: value" with every request; may be repeated', collect)
    .option("--ca <file>", "trust these authorities' certificates (PEM), too")
    .option("--client-cert <file>", "the client's certificate (PEM), with --client-key")
    .option("--client-key <file>", "the private key of the client's certificate (PEM)")
    .option("--insecure", "take any certificate: anyone in between can read the API key")
    .option(
      "--proxy <url|none>",
      "proxy to go through (default: as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say)",
    )
    .option("--only <ids>", "test these requirements only, for example LIST-3,AUTH-1", commaSeparated)
    .option("--now <date>", "take this for today when judging the removal date", date)
    .addOption(specOption());
}

function specOption(): Option {
  return new Option("--spec <folder>", "another contract than the one that comes with pedigree");
}

function collect(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function ownVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

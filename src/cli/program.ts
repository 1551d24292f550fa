import { readFileSync } from "node:fs";
import { Command, InvalidArgumentError, Option } from "commander";
import { exitCodes, runCommand } from "./outcome.js";

/** Everything the command line offers. What a command needs is loaded only when it is called. */
export function buildProgram(): Command {
  const program = new Command("pedigree")
    .description("Judges a running server against every promise of the Animal Store interface.")
    .version(ownVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .showHelpAfterError("(--help shows what there is)")
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "pedigree: ")) })
    .exitOverride((error) => {
      process.exitCode = error.exitCode === 0 ? 0 : exitCodes.usage;
      throw error;
    })
    .addHelpText("after", `\n${exitCodeHelp}`);

  withTargetOptions(
    program.command("run").description("judge a target; without one, the embedded reference server"),
  )
    .option("--start <command>", "start the server under test with this command, and stop it afterwards")
    .option("--wait-for <url>", "with --start: wait until this address answers; the target, if none is named")
    .option("--formats <list>", "reports to write: json, junit", commaSeparated, ["json", "junit"])
    .addOption(
      new Option("--reports <folder>", "where reports go").default("reports").env("PEDIGREE_REPORTS"),
    )
    .option("--require-tested", "untested requirements are a reason not to conform")
    .option("-q, --quiet", "print the conclusion only")
    .option("-v, --verbose", "print every requirement, observation and log line")
    .action((options) => runCommand(async () => (await import("./run-command.js")).run(options)));

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
    .command("calibrate")
    .description("prove the instrument: every fault must be caught, no permitted choice alarmed at")
    .option("--fault <name>", "run against this fault only, to see what a failure looks like")
    .option("--choice <name>", "run against this permitted choice only")
    .option("--seed <number>", "the first seed", integer, 1)
    .option("--seeds <number>", "so many seeds for each fault and choice", positiveInteger, 1)
    .option("--combinations <number>", "so many random combinations of permitted choices", wholeNumber, 0)
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

The API key comes from PEDIGREE_API_KEY or --key-file.`;

/** The options of every command that meets a target. */
function withTargetOptions(command: Command): Command {
  return command
    .addOption(
      new Option("-t, --target <url>", "base address, for example http://localhost:8080/v1").env(
        "PEDIGREE_TARGET",
      ),
    )
    .addOption(
      new Option("-p, --profile <name>", "how thorough: gate, nightly or certification")
        .choices(["gate", "nightly", "certification"])
        .default("gate")
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
    .option("--only <ids>", "test these requirements only, for example LIST-3,AUTH-1", commaSeparated)
    .option("--now <date>", "take this for today when judging the removal date", date)
    .addOption(specOption());
}

function specOption(): Option {
  return new Option("--spec <folder>", "another contract than the one that comes with pedigree");
}

function commaSeparated(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.some((part) => part === "")) throw new InvalidArgumentError("Give names separated by commas.");
  return parts;
}

function integer(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(value)) throw new InvalidArgumentError("Give an integer.");
  return value;
}

function wholeNumber(text: string): number {
  const value = integer(text);
  if (value < 0) throw new InvalidArgumentError("Give 0 or more.");
  return value;
}

function positiveInteger(text: string): number {
  const value = integer(text);
  if (value < 1) throw new InvalidArgumentError("Give 1 or more.");
  return value;
}

function port(text: string): number {
  const value = wholeNumber(text);
  if (value > 65_535) throw new InvalidArgumentError("Give a port from 0 to 65535.");
  return value;
}

function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError("Give a number above 0.");
  return value;
}

function int64s(text: string): bigint[] {
  return commaSeparated(text).map((part) => {
    if (!/^-?\d{1,19}$/.test(part))
      throw new InvalidArgumentError("Give 64-bit integers separated by commas.");
    const value = BigInt(part);
    if (BigInt.asIntN(64, value) !== value)
      throw new InvalidArgumentError(`${part} does not fit into 64 bits.`);
    return value;
  });
}

/** In ms. */
function duration(text: string): number {
  const [, amount = "", unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim()) ?? [];
  if (amount === "") throw new InvalidArgumentError("Give a duration such as 500ms, 10s or 2m.");
  const factor = { ms: 1, s: 1000, m: 60_000 }[unit] ?? 1000;
  return Number(amount) * factor;
}

function date(text: string): Date {
  const value = new Date(text);
  if (Number.isNaN(value.getTime())) throw new InvalidArgumentError("Give a date such as 2030-12-05.");
  return value;
}

function ownVersion(): string {
  const manifest = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

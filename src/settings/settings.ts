import type { kinds } from "./kinds.js";

/** The name of the configuration file where it is looked for. */
export const configurationFile = "pedigree.config.yaml";

/** One setting: stated by a flag, a variable of the environment, or the configuration file, in this order. */
export interface Setting {
  readonly kind: keyof typeof kinds;
  readonly help: string;
  /** Parts of the configuration file that may state it. */
  readonly sections: readonly Section[];
  /** As commander writes it; if absent, as `--read-only` and `--rate <number>`. */
  readonly flag?: string;
  readonly variable?: string;
  /** In the file; if absent, as `read-only`. */
  readonly key?: string;
  /** In the configuration that `pedigree init` writes, instead of its kind's. */
  readonly example?: unknown;
}

type Elsewhere = Omit<Setting, "kind" | "help" | "sections">;

/** A part of the configuration file that states settings; `file` is the file itself. */
export type Section = "file" | "reports" | "targets" | "tls" | "profiles";

/** Settings that these parts of the file may state. */
function statedIn(...sections: readonly Section[]) {
  return <Name extends keyof typeof kinds>(kind: Name, help: string, elsewhere: Elsewhere = {}) => ({
    kind,
    help,
    sections,
    ...elsewhere,
  });
}

const flagOnly = statedIn();
const inFile = statedIn("file");
const inReports = statedIn("reports");
const inTarget = statedIn("targets");
const inTls = statedIn("tls");
const inProfile = statedIn("profiles");
const inTargetOrProfile = statedIn("targets", "profiles");

const ofTarget = {
  target: inFile(
    "text",
    "base address, for example http://localhost:8080/v1, or a target of the configuration",
    { flag: "-t, --target <url|name>", variable: "PEDIGREE_TARGET", example: "staging" },
  ),
  config: flagOnly("file", "configuration file (default: pedigree.config.yaml, if there is one)", {
    variable: "PEDIGREE_CONFIG",
  }),
  keyFile: flagOnly("path", "file with the API key"),
  secondKeyFile: flagOnly(
    "path",
    "with --spec: file with the key of another user, for items that are private",
  ),
  key: flagOnly("text", "the API key (process lists show it: prefer PEDIGREE_API_KEY)", {
    flag: "--key <key>",
  }),
  scheme: inTarget(
    "text",
    "with --spec: the security scheme of the description that the key is for (default: the first that its form fits)",
    { flag: "--scheme <name>", example: "basicAuth" },
  ),
  headers: inTarget(
    "lines",
    'send "Name: value" with every request, but no Authorization, Content-Type or Host; may be repeated',
    { flag: "--header <line>" },
  ),
  timeout: inTarget("duration", "how long one request may take"),
  ca: inTls("file", "PEM file of authorities to trust in addition to the well-known ones", {
    example: "ca.pem",
  }),
  clientCert: inTls("file", "PEM file of the client's certificate", { key: "cert", example: "client.pem" }),
  clientKey: inTls("file", "PEM file of the private key of that certificate", {
    key: "key",
    example: "client.key",
  }),
  insecure: inTls("yes", "accept any certificate of the server: anyone in between can read the API key"),
  proxy: inTarget("proxy", "proxy to go through (default: as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say)"),
  spec: flagOnly(
    "text",
    "an OpenAPI description, a file or an address, to judge any server by; or the folder of another contract than the one that comes with pedigree",
  ),
  overlays: flagOnly("files", "apply this OpenAPI overlay to the description of --spec; may be repeated", {
    flag: "--overlay <file>",
  }),
};

const ofLimits = {
  categories: inTarget("categories", "category ids that exist (default: learned from the animals listed)", {
    flag: "--category <ids>",
  }),
  readOnly: inTarget("yes", "send nothing but GET"),
  allowWrites: inTarget(
    "yes",
    "with --spec, on another machine: create what can be deleted again, and change and delete it",
  ),
  allow: flagOnly(
    "names",
    "with --spec: call these operations, although they look as if they did more than create an item",
  ),
  disposable: inTarget(
    "yes",
    "with --spec: the store may be thrown away, so that settings and the like are changed and restored at the end; implied by --start",
  ),
  maxCreated: inTargetOrProfile("count", "add no more animals than this"),
  rate: inTargetOrProfile("rate", "send no more requests a second than this"),
  concurrency: inTarget("positive", "connections at the same time"),
  settle: inTarget(
    "duration",
    "how long a new animal may take to be seen by the other operations; lists may take 2s without it",
    {
      example: "2s",
    },
  ),
  patience: inTarget("duration", "the longest wait that the server may ask for (429, Retry-After)", {
    example: "60s",
  }),
};

const ofChoice = {
  profile: inFile("profile", "how thorough a run is: gate, nightly or certification (default: gate)", {
    flag: "-p, --profile <name>",
    variable: "PEDIGREE_PROFILE",
  }),
  seed: inProfile("integer", "the same seed, the same cases", {
    flag: "-s, --seed <number>",
    variable: "PEDIGREE_SEED",
  }),
  cases: inProfile("count", "random cases to try, of those that add nothing", { example: 20_000 }),
  duration: inProfile("duration", "how long the run may take, with as many random cases as fit", {
    example: "10m",
  }),
  shard: flagOnly(
    "shard",
    "be one of several runs that share the random cases of one --seed, such as 2/4; the first walks through every rule",
    { variable: "PEDIGREE_SHARD" },
  ),
  only: flagOnly("names", "test these requirements, or groups of them, only"),
  now: flagOnly("date", "take this for today when judging the removal date"),
};

const ofRun = {
  plan: flagOnly("yes", "with --spec: print which operations would be called, and why not; send nothing"),
  start: inTarget("command", "start the server under test with this command, and stop it afterwards", {
    example: "npm start",
  }),
  startEnv: inTarget(
    "variables",
    "with --start: pass this variable of the environment on to the server, which otherwise gets none that holds a key; may be repeated",
    { flag: "--start-env <name>" },
  ),
  waitFor: inTarget(
    "address",
    "with --start: wait until this address answers (default: the target); without a target, judge it",
  ),
  resume: flagOnly("yes", "no longer there: run again, and divide a long run with --shard"),
  lastFailed: flagOnly("yes", "test only what failed in the last report of the reports folder"),
  formats: inReports("formats", "reports to write, or all (default: json,junit,html)"),
  reports: inReports("folder", 'where reports go (default: "reports")', {
    variable: "PEDIGREE_REPORTS",
    key: "folder",
    example: "reports",
  }),
  requireTested: inProfile("yes", "untested requirements are a reason not to conform"),
  strict: inFile(
    "yes",
    "waivers that match nothing are a reason not to conform; with --spec, so is what the server accepts everywhere although its description forbids it, also where no operation describes a refusal",
  ),
  baseline: inTarget(
    "file",
    "say first what is new beside earlier runs: a report.json, or a folder of some",
    {
      example: "nights",
    },
  ),
  failOn: inTarget(
    "names",
    "with --baseline: end with 1 if the run shows any of these: new, flaky, coverage, latency, choices, inconclusive; with new, end with 0 if nothing fails that the baseline does not have",
    { flag: "--fail-on <list>", example: "new,coverage" },
  ),
  maxLatency: inTarget("latency", "end with 1 if an operation is slower than this, for example p95=300ms"),
  cleanup: inTarget(
    "command",
    "afterwards, run this command with the path of the list of what was added, PEDIGREE_CREATED, PEDIGREE_TARGET and PEDIGREE_API_KEY in its environment",
    { example: "./delete-animals.sh" },
  ),
  json: flagOnly("yes", "print the report as JSON, and everything else on stderr"),
  quiet: flagOnly("yes", "print the conclusion only", { flag: "-q, --quiet" }),
  verbose: flagOnly("yes", "print every requirement, observation and log line", { flag: "-v, --verbose" }),
};

/** The settings that only the file states. */
const ofFile = {
  url: inTarget("base", "base address, with its scheme and version segment"),
  production: inTarget(
    "yes",
    "a production target is read-only unless writing is allowed, and gets 10 requests a second on 2 connections unless it has a rate or a concurrency; a target named production is one anyway",
    { example: true },
  ),
  writing: inTarget("allowed", "the only way to let a run add animals to a production target"),
  randomCases: inProfile("count", "random cases for each check that adds animals", { example: 100 }),
  longest: inProfile("duration", "how long a run may take", { example: "30m" }),
};

/** Every setting by its name. Commander's options, the configuration's schema and precedence follow from it. */
export const settings = { ...ofFile, ...ofTarget, ...ofLimits, ...ofChoice, ...ofRun };

/** The flags by the headings under which `--help` shows them. */
export const groups = {
  "Target:": ofTarget,
  "Limits:": ofLimits,
  "Choice:": ofChoice,
  "Run and reports:": ofRun,
} as const;

/** Settings that one source states. */
export type Settings = {
  readonly [Name in keyof typeof settings]?: Exclude<
    ReturnType<(typeof kinds)[(typeof settings)[Name]["kind"]]["parse"]>,
    undefined
  >;
};

/** The settings that a part of the file may state, with their keys there. */
export function settingsOf(section: Section) {
  return Object.entries<Setting>(settings)
    .filter(([, { sections }]) => sections.includes(section))
    .map(([name, setting]) => ({ ...setting, name, key: setting.key ?? kebabCase(name) }));
}

/** A name as flags and the file write it. */
export function kebabCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The first source that states a setting decides about it. */
export function merge(...sources: readonly (Settings | undefined)[]): Settings {
  return Object.assign({}, ...sources.map((source) => defined(source ?? {})).toReversed());
}

/** Without what is undefined. */
export function defined<Values extends object>(values: Values): Defined<Values> {
  const stated = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(stated) as Defined<Values>;
}

type Defined<Values> = { readonly [Name in keyof Values]?: Exclude<Values[Name], undefined> };

import type { kinds } from "./values.js";

/** One setting: stated by a flag, a variable of the environment, or the configuration file, in this order. */
export interface Setting extends Elsewhere {
  readonly kind: keyof typeof kinds;
  /** As commander writes it; undefined for what only the file states. */
  readonly flag: string | undefined;
  readonly help: string;
}

/** Where else than in a flag a setting may be stated. */
interface Elsewhere {
  readonly variable?: string;
  /** Parts of the configuration file; `file` is the file itself. */
  readonly sections?: readonly Section[];
  /** In the file; the setting's name in kebab case if absent. */
  readonly key?: string;
  /** In the configuration that `pedigree init` writes, instead of its kind's. */
  readonly example?: unknown;
}

/** A part of the configuration file that states settings. */
export type Section = "file" | "reports" | "targets" | "tls" | "profiles";

function setting<Name extends keyof typeof kinds>(
  kind: Name,
  flag: string | undefined,
  help: string,
  elsewhere: Elsewhere = {},
) {
  return { kind, flag, help, ...elsewhere };
}

const inTarget = { sections: ["targets"] } as const;
const inProfile = { sections: ["profiles"] } as const;
const inBoth = { sections: ["targets", "profiles"] } as const;
const inTls = { sections: ["tls"] } as const;
const inFile = { sections: ["file"] } as const;
const inReports = { sections: ["reports"] } as const;

const ofTarget = {
  target: setting(
    "text",
    "-t, --target <url|name>",
    "base address, for example http://localhost:8080/v1, or a target of the configuration",
    { variable: "PEDIGREE_TARGET", ...inFile, example: "staging" },
  ),
  config: setting(
    "path",
    "--config <file>",
    "configuration file (default: pedigree.config.yaml, if there is one)",
    {
      variable: "PEDIGREE_CONFIG",
    },
  ),
  keyFile: setting("path", "--key-file <path>", "file with the API key"),
  key: setting("text", "--key <key>", "the API key (process lists show it: prefer PEDIGREE_API_KEY)"),
  headers: setting(
    "lines",
    "--header <line>",
    'send "Name: value" with every request, but no Authorization, Content-Type or Host; may be repeated',
    inTarget,
  ),
  timeout: setting("duration", "--timeout <duration>", "how long one request may take", inTarget),
  ca: setting("path", "--ca <file>", "PEM file of authorities to trust besides the well-known ones", {
    ...inTls,
    example: "ca.pem",
  }),
  clientCert: setting("path", "--client-cert <file>", "PEM file of the client's certificate", {
    ...inTls,
    key: "cert",
    example: "client.pem",
  }),
  clientKey: setting("path", "--client-key <file>", "PEM file of the private key of that certificate", {
    ...inTls,
    key: "key",
    example: "client.key",
  }),
  insecure: setting(
    "yes",
    "--insecure",
    "accept any certificate of the server: anyone in between can read the API key",
    inTls,
  ),
  proxy: setting(
    "proxy",
    "--proxy <url|none>",
    "proxy to go through (default: as HTTPS_PROXY, HTTP_PROXY and NO_PROXY say)",
    inTarget,
  ),
  spec: setting("path", "--spec <folder>", "another contract than the one that comes with pedigree"),
};

const ofLimits = {
  categories: setting(
    "categories",
    "--category <ids>",
    "category ids that exist (default: learned from the animals listed)",
    inTarget,
  ),
  readOnly: setting("yes", "--read-only", "send nothing but GET", inTarget),
  maxCreated: setting("count", "--max-created <number>", "add no more animals than this", inBoth),
  rate: setting("rate", "--rate <number>", "send no more requests a second than this", inBoth),
  concurrency: setting("positive", "--concurrency <number>", "connections at the same time", inTarget),
  settle: setting(
    "duration",
    "--settle <duration>",
    "how long a new animal may take to be seen by the other operations",
    {
      ...inTarget,
      example: "2s",
    },
  ),
  patience: setting(
    "duration",
    "--patience <duration>",
    "the longest wait that the server may ask for (429, Retry-After)",
    {
      ...inTarget,
      example: "60s",
    },
  ),
};

const ofChoice = {
  profile: setting(
    "profile",
    "-p, --profile <name>",
    "how thorough a run is: gate, nightly or certification (default: gate)",
    {
      variable: "PEDIGREE_PROFILE",
      ...inFile,
    },
  ),
  seed: setting("integer", "-s, --seed <number>", "the same seed, the same cases", {
    variable: "PEDIGREE_SEED",
    ...inProfile,
  }),
  only: setting("names", "--only <ids>", "test these requirements, or groups of them, only"),
  now: setting("date", "--now <date>", "take this for today when judging the removal date"),
};

const ofRun = {
  start: setting(
    "command",
    "--start <command>",
    "start the server under test with this command, and stop it afterwards",
    {
      ...inTarget,
      example: "npm start",
    },
  ),
  waitFor: setting(
    "address",
    "--wait-for <url>",
    "with --start: wait until this address answers; the target, if none is named",
    {
      ...inTarget,
      example: "https://staging.example/v1",
    },
  ),
  lastFailed: setting(
    "yes",
    "--last-failed",
    "test only what failed in the last report of the reports folder",
  ),
  formats: setting(
    "formats",
    "--formats <list>",
    "reports to write, or all (default: json,junit,html)",
    inReports,
  ),
  reports: setting("path", "--reports <folder>", 'where reports go (default: "reports")', {
    variable: "PEDIGREE_REPORTS",
    ...inReports,
    key: "folder",
    example: "reports",
  }),
  requireTested: setting(
    "yes",
    "--require-tested",
    "untested requirements are a reason not to conform",
    inProfile,
  ),
  strict: setting("yes", "--strict", "waivers that match nothing are a reason not to conform", inFile),
  maxLatency: setting(
    "latency",
    "--max-latency <limits>",
    "end with 1 if an operation is slower than this, for example p95=300ms",
    inTarget,
  ),
  cleanup: setting(
    "command",
    "--cleanup <command>",
    "afterwards, run this command with the path of the list of what was added, PEDIGREE_CREATED, PEDIGREE_TARGET and PEDIGREE_API_KEY in its environment",
    { ...inTarget, example: "./delete-animals.sh" },
  ),
  json: setting("yes", "--json", "print the report as JSON, and everything else on stderr"),
  quiet: setting("yes", "-q, --quiet", "print the conclusion only"),
  verbose: setting("yes", "-v, --verbose", "print every requirement, observation and log line"),
};

const ofFile = {
  url: setting("base", undefined, "base address, with its scheme and version segment", inTarget),
  production: setting(
    "yes",
    undefined,
    "a production target is read-only unless writing is allowed, and gets 10 requests a second on 2 connections unless it has a rate or a concurrency; a target named production is one anyway",
    { ...inTarget, example: true },
  ),
  writing: setting(
    "allowed",
    undefined,
    "the only way to let a run add animals to a production target",
    inTarget,
  ),
  randomCases: setting("count", undefined, "random cases for each check that has some", {
    ...inProfile,
    example: 100,
  }),
  longest: setting("duration", undefined, "how long a run may take", { ...inProfile, example: "30m" }),
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

/** The first source that states a setting decides about it. */
export function merge(...sources: readonly (Settings | undefined)[]): Settings {
  const stated = sources.map((source) =>
    Object.fromEntries(Object.entries(source ?? {}).filter(([, value]) => value !== undefined)),
  );
  return Object.assign({}, ...stated.toReversed());
}

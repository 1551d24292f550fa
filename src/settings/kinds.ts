import { InvalidArgumentError } from "commander";
import type { Shard } from "../engine/index.js";

/** A kind of value that flags and the configuration file take. */
export interface Kind<Value> {
  /** The word that stands for the value in `--help`; empty for a flag without one. */
  readonly placeholder: string;
  /** Ends "must be". */
  readonly must: string;
  /** In the configuration that `pedigree init` writes. */
  readonly example?: unknown;
  /** Undefined for a text that is none. */
  readonly parse: (text: string) => Value | undefined;
}

/** A shell command, and the folder in which it is run. */
export interface ShellCommand {
  readonly command: string;
  readonly folder: string;
}

/** The limit that `--max-latency` sets for every operation: no more than this many ms at this point of the distribution. */
export interface LatencyLimit {
  readonly point: (typeof latencyPoints)[number];
  readonly longest: number;
}

const latencyPoints = ["p50", "p95", "p99", "max"] as const;
export const profileNames = ["gate", "nightly", "certification"] as const;

/** One of the categories. */
export const int64 = kind("<id>", "a 64-bit integer, in quotes beyond 2^53", (text) => {
  const value = /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
  return value === undefined || BigInt.asIntN(64, value) !== value ? undefined : value;
});

const same = (text: string): string => text;
const address = "https://staging.example/v1";
const anAddress = `an HTTP address such as ${address}`;

/** Every kind of value. Durations in ms. */
export const kinds = {
  text: kind("<text>", "a text", same),
  yes: kind("", "true or false", () => true, false),
  path: kind("<path>", "a path", same),
  file: kind("<file>", "a path", same),
  folder: kind("<folder>", "a path", same),
  command: kind("<command>", "a shell command", (command): ShellCommand | undefined =>
    command.trim() === "" ? undefined : { command, folder: "." },
  ),
  lines: kind("<line>", "a map of names and texts", (text): readonly string[] => [text], {
    "X-Tenant": "blue",
  }),
  files: kind("<file>", "a path", (text): readonly string[] => [text]),
  variables: kind("<name>", "names of environment variables", (text): readonly string[] => [text], [
    "PEDIGREE_API_KEY",
  ]),
  names: kind("<ids>", "names separated by commas", names),
  formats: kind("<list>", "names of formats, or all", names, ["json", "junit", "html"]),
  profile: kind(
    "<name>",
    `one of ${profileNames.join(", ")}`,
    (text) => profileNames.find((name) => name === text),
    "gate",
  ),
  base: kind("<url>", anAddress, same, address),
  address: kind("<url>", anAddress, same, address),
  allowed: kind("", "allowed", (text) => (text === "allowed" ? text : undefined), "allowed"),
  proxy: kind("<url|none>", "an HTTP address, or none", same, "http://proxy.example:3128"),
  integer: kind("<number>", "an integer", integer, 7),
  count: kind("<number>", "an integer from 0", (text) => within(integer(text), 0), 150),
  positive: kind("<number>", "an integer from 1", (text) => within(integer(text), 1), 4),
  port: kind("<number>", "a port from 0 to 65535", (text) => within(integer(text), 0, 65_535)),
  rate: kind("<number>", "a number from 0.001", (text) => within(Number(text), 0.001), 50),
  duration: kind("<duration>", "a duration such as 500ms, 10s or 2m", duration, "10s"),
  latency: kind("<limits>", "limits such as p95=300ms,max=2s (of p50, p95, p99, max)", latency, "p95=300ms"),
  shard: kind("<number/of>", "a shard such as 2/4", shard, "2/4"),
  categories: kind("<ids>", "64-bit integers separated by commas", (text) => list(text, int64.parse), [
    1,
    "9007199254740993",
  ]),
  sha256: kind("<sha256>", "64 hexadecimal digits", (text) => {
    const digest = text.toLowerCase().replace(/^sha256:/, "");
    return /^[0-9a-f]{64}$/.test(digest) ? digest : undefined;
  }),
  date: kind("<date>", "a date such as 2030-12-05", (text) => {
    const date = new Date(text);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }),
};

function kind<Value>(
  placeholder: string,
  must: string,
  parse: (text: string) => Value | undefined,
  example?: unknown,
): Kind<Value> {
  return { placeholder, must, parse, example };
}

/** Reads a value as commander wants it: with an error of commander's for a text that is none. */
export function readerOf<Value>({ must, parse }: Kind<Value>): (text: string) => Value {
  return (text) => {
    const value = parse(text);
    if (value === undefined) throw new InvalidArgumentError(`Give ${must}.`);
    return value;
  };
}

/** Reads each of the parts between commas; undefined if one is none. */
function list<Value>(text: string, parse: (part: string) => Value | undefined): readonly Value[] | undefined {
  const parts = text.split(",");
  const values = parts.map((part) => parse(part.trim())).filter((value) => value !== undefined);
  return values.length === parts.length ? values : undefined;
}

function names(text: string): readonly string[] | undefined {
  return list(text, (name) => (name === "" ? undefined : name));
}

function integer(text: string): number | undefined {
  return text.trim() === "" || !Number.isSafeInteger(Number(text)) ? undefined : Number(text);
}

function within(value: number | undefined, least: number, most = Number.MAX_VALUE): number | undefined {
  return value !== undefined && value >= least && value <= most ? value : undefined;
}

/** More shards than this would spend their time on drawing the cases of the others. */
const mostShards = 1000;

function shard(text: string): Shard | undefined {
  const [, number, of] = (/^(\d+)\/(\d+)$/.exec(text.trim()) ?? []).map(Number);
  const isOne = number !== undefined && of !== undefined && number >= 1 && number <= of && of <= mostShards;
  return isOne ? { number, of } : undefined;
}

/** In ms: no timer of Node runs longer. */
const longestTimer = 2 ** 31 - 1;

/** A number without a unit is seconds. */
function duration(text: string): number | undefined {
  const [, amount, unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim()) ?? [];
  if (amount === undefined) return undefined;
  return within(Number(amount) * ({ ms: 1, m: 60_000 }[unit] ?? 1000), 0, longestTimer);
}

function latency(text: string): readonly LatencyLimit[] | undefined {
  return list(text, (part) => {
    const [name, time = "", ...rest] = part.split("=").map((each) => each.trim());
    const point = latencyPoints.find((each) => each === name);
    const longest = duration(time);
    return point === undefined || longest === undefined || rest.length > 0 ? undefined : { point, longest };
  });
}

import { resolve } from "node:path";
import { ConfigurationError, type Contract, isCatalogued } from "../description/index.js";
import { mergeReports, type Report } from "../engine/index.js";
import {
  defaultFormats,
  findReports,
  formatFiles,
  prepareFolder,
  renderConclusion,
  safeText,
  writeEachReport,
} from "../report/index.js";
import type { Settings } from "../settings/index.js";
import { type ChosenContract, chooseContract, readFormats, tell, warnOfOldIds } from "../settings/index.js";
import { archiveReports, dropPreviousReports } from "./archive-reports.js";
import { compareWithBaseline, readBaseline } from "./baseline.js";
import { loadReport } from "./last-report.js";
import { tellExitCode } from "./outcome.js";

/** The report of one shard, and where it stands. */
interface ShardReport {
  readonly path: string;
  readonly report: Report;
  readonly shard: NonNullable<Report["run"]["shard"]>;
}

/**
 * Makes one report of those of several shards: files, or folders that hold some. Returns the exit code of the run that
 * they are together.
 * @throws ConfigurationError for reports that are no parts of one run
 */
export async function merge(
  paths: readonly string[],
  { reports: folder = "reports", spec, overlays, ...options }: Settings,
): Promise<number> {
  const chosen = await chooseContract({ spec, overlays });
  const formats = readFormats(options.formats ?? defaultFormats);
  prepareFolder(folder);
  const [first, ...others] = await readParts(paths);
  for (const each of others) needSame(first, each);
  const result = resolve(folder, formatFiles.json);
  if ([first, ...others].some(({ path }) => resolve(path) === result))
    throw new ConfigurationError(
      `${safeText(result)} is one of the shards, and would be overwritten: name another folder with --reports`,
    );
  if (first.report.contract.digest !== chosen.contract.digest)
    throw new ConfigurationError(
      `${safeText(first.path)} was judged by another contract: name that one with --spec, and its --overlay if it had one`,
    );
  const { number: _, of, ...asked } = first.shard;
  const { target, contract } = first.report;
  const known = await readBaseline(options, { target, digest: contract.digest ?? "" });
  const parts = [first, ...others].toSorted((left, right) => left.shard.number - right.shard.number);
  const merged = mergeReports(
    parts.map(({ report }) => report) as [Report, ...Report[]],
    contractOf(chosen, first),
    {
      ...asked,
      ...known,
      embedded: target.embedded,
      trouble: describeTrouble(parts, of),
    },
  );
  archiveReports(folder);
  const { paths: written, troubles } = await writeEachReport(merged, folder, { formats });
  dropPreviousReports(written);
  const drift = await compareWithBaseline(merged, options, known);
  for (const line of drift.lines) tell(line);
  process.stdout.write(`${renderConclusion(merged)}\n`);
  if (written.length > 0) process.stdout.write(`Reports: ${written.join(", ")}\n`);
  return tellExitCode(merged, { troubles, drift: drift.failure, limits: options.maxLatency });
}

/** For any description, what is required depends on what the user has said besides: the report has it. */
function contractOf({ contract }: ChosenContract, { report }: ShardReport): Contract {
  if (isCatalogued(contract)) return contract;
  const requirements = report.requirements.map(({ id, level, section, sentence, operations }) => {
    const facts = { id, level, section, sentence, operations };
    return { ...facts, verifiedBy: [], warnsIn: [], follows: [] };
  });
  return { ...contract, requirements };
}

async function readParts(paths: readonly string[]): Promise<readonly [ShardReport, ...ShardReport[]]> {
  const parts: ShardReport[] = [];
  const onOldId = warnOfOldIds();
  for (const given of paths) {
    const found = findReports(given);
    if (typeof found === "string") throw new ConfigurationError(`${safeText(given)} ${found}`);
    for (const path of found) {
      const report = await loadReport(path, onOldId);
      const { shard, merged } = report.run;
      // An earlier result may lie in the same folder.
      if (shard === undefined && merged !== undefined && path !== given) continue;
      if (shard === undefined)
        throw new ConfigurationError(
          `${safeText(path)} is no shard's report: give those of "pedigree run --shard"`,
        );
      const baseline = parts.find((each) => each.shard.number === shard.number);
      if (baseline !== undefined)
        throw new ConfigurationError(
          `${safeText(baseline.path)} and ${safeText(path)} are both of shard ${shard.number}: give one of them`,
        );
      parts.push({ path, report, shard });
    }
  }
  const [first, ...others] = parts;
  if (first === undefined) throw new ConfigurationError("no report is given");
  return [first, ...others];
}

/** @throws ConfigurationError for the first thing in which shards of one run may not differ */
function needSame(first: ShardReport, other: ShardReport): void {
  const facts: Readonly<Record<string, (part: ShardReport) => unknown>> = {
    "version of pedigree": ({ report }) => report.tool.version,
    contract: ({ report }) => report.contract.digest,
    "mapping of checks": ({ report }) => report.contract.mapping,
    target: ({ report }) => report.target.baseUrl,
    profile: ({ report }) => report.run.profile,
    seed: ({ report }) => report.run.seed,
    "number of shards": ({ shard }) => shard.of,
    "choice of requirements": ({ shard }) => shard.only?.join(),
    "answer to --require-tested": ({ shard }) => shard.requireTested,
    "answer to --strict": ({ shard }) => shard.strict,
    "answer to --read-only": ({ report }) => report.run.readOnly,
  };
  for (const [what, of] of Object.entries(facts))
    if (of(first) !== of(other))
      throw new ConfigurationError(
        `${safeText(first.path)} and ${safeText(other.path)} are no shards of one run: each has another ${what} (${safeText(`${of(first)}`)}, ${safeText(`${of(other)}`)})`,
      );
}

/** Shards that are missing are named up to here. */
const mostNamed = 20;

/** Describes what is missing of the run, if something is. */
function describeTrouble(parts: readonly ShardReport[], of: number): string | undefined {
  const given = new Set(parts.map(({ shard }) => shard.number));
  const missing: number[] = [];
  for (let number = 1; number <= of && missing.length < mostNamed; number += 1)
    if (!given.has(number)) missing.push(number);
  const more = of - given.size - missing.length;
  if (missing.length > 0)
    return `of ${of} shards, these are missing: ${missing.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const cut = parts.find(({ report }) => report.conclusion.trouble !== undefined);
  return cut && `shard ${cut.shard.number}: ${cut.report.conclusion.trouble}`;
}

import { ConfigurationError, isCatalogued } from "../description/index.js";
import { type Cleaned, cleanTarget } from "../engine/index.js";
import { safeText } from "../report/index.js";
import {
  defined,
  exitCodes,
  loadSettings,
  needServing,
  type Settings,
  tell,
  withTarget,
} from "../settings/index.js";
import { isSameAddress } from "../transport/index.js";
import { openJournal } from "./journal.js";
import { type JournalledTarget, readJournalled } from "./journalled-targets.js";

/**
 * Deletes and restores what the runs of a journal have left at a target, and says what became of it. Returns 0 if nothing is left, 1 if
 * something is, 3 if that could not be tried.
 */
export async function clean(path: string, flags: Settings): Promise<number> {
  const { targets, isOlder } = await readJournalled(path);
  if (isOlder)
    tell(
      `${safeText(path)} has lines of an older version, which wrote down no addresses: what those runs added is not looked for`,
    );
  const last = targets.at(-1);
  if (last === undefined) return exitCodes.inconclusive;
  const { spec = last.spec, overlays = last.overlays } = flags;
  const recorded = { target: { baseUrl: last.baseUrl, embedded: false }, settings: {} };
  const loaded = await loadSettings({ ...flags, ...defined({ spec, overlays }) }, recorded);
  const { suite, contract, options, target } = loaded;
  const left = entriesOf(targets, target?.baseUrl, path);
  if (isCatalogued(contract)) return describeAnimals(left.created, path);
  if (options.readOnly === true)
    throw new ConfigurationError(
      `nothing but GET may be sent to ${left.baseUrl}: clean deletes what runs have left: take --read-only out, or give --allow-writes`,
    );
  return withTarget(loaded, async (opened, signal) => {
    const journal = openJournal(path);
    const { baseUrl, key, tokens, started } = opened;
    try {
      journal.prepare();
      const cleaned = await cleanTarget(
        suite,
        {
          ...{
            ...options,
            contract,
            baseUrl,
            key,
            signal,
            onCreation: journal.write,
            onChange: journal.write,
          },
          ...defined({ tokens, started }),
        },
        left.journalled,
      );
      await needServing(opened);
      if (cleaned.status === "not tried") {
        tell(safeText(cleaned.reason));
        return exitCodes.inconclusive;
      }
      process.stdout.write(`${describe(cleaned)}\n`);
      if (signal.aborted) return exitCodes.interrupted;
      if (cleaned.trouble !== undefined) tell(safeText(cleaned.trouble));
      if (cleaned.trouble !== undefined) return exitCodes.inconclusive;
      return cleaned.left.length === 0 ? exitCodes.conforms : exitCodes.doesNotConform;
    } finally {
      journal.close();
    }
  });
}

/** @throws ConfigurationError where the journal has nothing about the target */
function entriesOf(
  targets: readonly JournalledTarget[],
  baseUrl: string | undefined,
  path: string,
): JournalledTarget {
  const found = targets.find((each) => baseUrl !== undefined && isSameAddress(each.baseUrl, baseUrl));
  if (found !== undefined) return found;
  const named = targets.map((each) => each.baseUrl).join(", ");
  throw new ConfigurationError(
    `${path} has nothing of ${baseUrl ?? "the embedded server"}: it is about ${safeText(named)}: name that with --target`,
  );
}

/** The Animal Store has no operation that deletes an animal. */
function describeAnimals(created: number, path: string): number {
  const which = created === 1 ? "1 animal is" : `${created} animals are`;
  process.stdout.write(
    `${which} left: the interface has no operation that deletes one; ${safeText(path)} has ${created === 1 ? "its id" : "their ids"}\n`,
  );
  return created === 0 ? exitCodes.conforms : exitCodes.doesNotConform;
}

function describe({ deleted, restored, gone, left }: Cleaned): string {
  const reasons = left.map(({ item, reason }) => (reason === undefined ? item : `${item}: ${reason}`));
  return [
    ...section("deleted", deleted),
    ...section("restored", restored),
    ...section("gone before", gone),
    ...section("left", reasons),
    left.length === 0 ? "nothing is left" : "delete or restore these by hand, or try again later",
  ].join("\n");
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0
    ? []
    : [`${title} (${lines.length}):`, ...lines.map((each) => `  ${safeText(each, 400)}`)];
}

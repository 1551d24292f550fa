import { describeUnjudgedInput, type PlannedOperation, planOperations } from "../contracts/index.js";
import { ConfigurationError, isCatalogued, type LoadedDescription } from "../description/index.js";
import type { Report, RunOptions } from "../engine/index.js";
import { listed, safeText } from "../report/index.js";
import type { Settings } from "../settings/index.js";
import { exitCodes, loadSettings, warnOnStderr } from "../settings/index.js";

/** Lacking values that are named, at most. */
const mostLacking = 40;

/** Parts left out of a description that are named, at most. */
const mostLimitations = 5;

/** Widest column, in characters: a longer text moves the rest of its line to the right. */
const widest = 60;

/**
 * Prints which operations a run with these flags would call, on which items, and why it would not call the others. Sends
 * nothing, and needs no server.
 * @throws ConfigurationError without `--spec`
 */
export async function printPlan(flags: Settings): Promise<number> {
  const chosen = await loadSettings(flags);
  if (isCatalogued(chosen.contract))
    throw new ConfigurationError("--plan needs --spec with a description, a file or an address");
  warnOfLimitations(chosen);
  const planned = planOperations(chosen.contract, permissionOf(chosen.options), {
    operations: chosen.description.operations,
    unreadable: chosen.unreadable,
  });
  const gap = describeUnjudgedInput(chosen.contract);
  process.stdout.write(
    flags.json === true
      ? `${JSON.stringify(planned, null, 2)}\n`
      : `${renderPlan(planned)}${gap === undefined ? "" : `Note: ${gap}.\n`}`,
  );
  return exitCodes.conforms;
}

/** Warns of what is left out of a description: the first of it in words, the rest as a number. */
export function warnOfLimitations({ limitations }: Pick<LoadedDescription, "limitations">): void {
  for (const each of limitations.slice(0, mostLimitations)) warnOnStderr(`left out: ${each}`);
  const unsaid = limitations.length - mostLimitations;
  if (unsaid > 0) warnOnStderr(`left out: ${unsaid} more`);
}

/** Counts the operations that a run did not call; undefined where it called all. */
export function countNotCalled({ contract, options, unreadable }: Planned) {
  const planned = planOperations(contract, permissionOf(options), { unreadable });
  const count = planned.filter(({ called }) => !called).length;
  return count === 0 ? undefined : { count, of: planned.length };
}

/** Returns the values that were lacking for requirements of a report, as `operation.member`. */
export function lackedValues(
  { contract, options }: Omit<Planned, "unreadable">,
  { requirements }: Report,
): readonly string[] {
  const untested = new Set(requirements.filter(({ lacks }) => lacks === "value").map(({ id }) => id));
  const operations = new Set(
    contract.requirements.filter(({ id }) => untested.has(id)).flatMap((each) => each.operations),
  );
  const planned = planOperations(contract, permissionOf(options));
  return planned.filter(({ id }) => operations.has(id)).flatMap(namesLacked);
}

type Planned = Pick<Awaited<ReturnType<typeof loadSettings>>, "contract" | "options" | "unreadable">;

function namesLacked({ id, lacks = [] }: PlannedOperation): readonly string[] {
  return lacks.map((name) => `${id}.${name}`);
}

/** Returns the permissions of a run with these options. */
function permissionOf({ readOnly = false, deletableOnly = false, disposable = false }: Partial<RunOptions>) {
  return { readOnly, deletableOnly, disposable };
}

/** A line for each operation, in aligned columns, and what it comes to. */
function renderPlan(planned: readonly PlannedOperation[]): string {
  const rows = planned.map(({ id, method, path, called, on, reason, remedy, parameters = [], lacks }) => {
    const lack = lacks && `lacks ${lacks.join(", ")}`;
    const why = [reason, remedy && `(${remedy})`, ...parameters, lack].filter((each) => each !== undefined);
    return [called ? "yes" : "no", method, path, id, on, why.join(" ")].map((each) => safeText(each, 300));
  });
  const table = [["called", "method", "path", "operation", "on", "why not, or what is sent"], ...rows];
  const widths = table[0]?.map((_, column) =>
    Math.min(widest, Math.max(...table.map((row) => row[column]?.length ?? 0))),
  );
  const lines = table.map((row) =>
    row
      .map((each, column) => each.padEnd(widths?.[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const called = planned.filter((each) => each.called).length;
  const lacking = planned.flatMap(namesLacked);
  const values =
    lacking.length === 0
      ? ""
      : `\nValues that nothing tells, to be given under "api: values": ${safeText(listed(lacking, mostLacking), 2000)}\n`;
  return `${lines.join("\n")}\n\n${called} of ${planned.length} operations are called. Nothing was sent.\n${values}`;
}

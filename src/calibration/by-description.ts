import { join } from "node:path";
import { type CataloguedContract, readTextFile, specDirectory } from "../description/index.js";
import { readCells } from "./assessment.js";
import type { Instrument, TrialResult } from "./trial.js";
import { planTrials, runTrials } from "./trial-plan.js";

/** Where it stands what forbids a mutant. */
export const sources = ["description", "fact", "document"] as const;

/** A row of `spec/kill-matrix-any.csv`: a mutant, or a variant, as it is judged without the catalogue. */
export interface AnyRow {
  readonly kind: "mutant" | "variant";
  readonly name: string;
  /** The source that forbids the mutant: the description, a fact beside it, or the document alone. */
  readonly by: (typeof sources)[number] | "";
  /** The requirements that are broken, or warned of, by the description alone. */
  readonly description: readonly string[];
  /** Those beside them that are with the facts of `spec/facts.yaml`. */
  readonly facts: readonly string[];
  /** The words that forbid the mutant. */
  readonly sentence: string;
}

/** The file that says which mutants are found by what follows from the description of the Animal Store. */
export const anyMatrixFile = join(specDirectory, "kill-matrix-any.csv");

const header = "kind,name,by,description,facts,sentence";
const separator = "; ";

/** Reads the file. */
export function loadAnyMatrix(): readonly AnyRow[] {
  return readCells(readTextFile(anyMatrixFile)).map(
    ([kind = "", name = "", by = "", description = "", facts = "", sentence = ""]) => ({
      kind: kind as AnyRow["kind"],
      name,
      by: by as AnyRow["by"],
      description: idsIn(description),
      facts: idsIn(facts),
      sentence,
    }),
  );
}

function idsIn(cell: string): readonly string[] {
  return cell.split(separator).filter((id) => id !== "");
}

/** Judges every mutant and every variant by the description, as that of any API. */
export async function judgeByDescription(
  contract: CataloguedContract,
  seed: number,
  onRun: (done: number, all: number) => void,
): Promise<readonly AnyRow[]> {
  const trials = instruments.flatMap((by) =>
    planTrials({ seed, seeds: 1, combinations: 0, whole: true }).map((trial) => ({ ...trial, by })),
  );
  const results: TrialResult[] = [];
  await runTrials(contract, trials, (result) => {
    results.push(result);
    onRun(results.length, trials.length);
  });
  return withResults(loadAnyMatrix(), results);
}

const instruments: readonly Instrument[] = ["description", "facts"];

/** Returns the rows with what these results say of them. */
function withResults(rows: readonly AnyRow[], results: readonly TrialResult[]): readonly AnyRow[] {
  const brokenBy = (by: Instrument, { kind, name }: AnyRow): readonly string[] => {
    const found = results.find(({ trial }) => trial.by === by && trial.names.join() === name);
    if (found === undefined) return [];
    return kind === "mutant" ? [...found.failed, ...found.warned] : found.failed;
  };
  return rows.map((row) => {
    const description = brokenBy("description", row);
    return { ...row, description, facts: brokenBy("facts", row).filter((id) => !description.includes(id)) };
  });
}

/** Is the mutant found, or the variant alarmed at, with the facts or without? */
export function isBroken({ description, facts }: AnyRow): boolean {
  return description.length + facts.length > 0;
}

/** The mutants that rows say are found, and other rows do not; and the variants at which the others alarm. */
export function compareRows(before: readonly AnyRow[], now: readonly AnyRow[]) {
  const isFound = (rows: readonly AnyRow[], { name }: AnyRow): boolean =>
    rows.some((each) => each.kind === "mutant" && each.name === name && isBroken(each));
  const lost = before.filter((row) => isFound(before, row) && !isFound(now, row)).map(({ name }) => name);
  const alarmed = now.filter((row) => row.kind === "variant" && isBroken(row)).map(({ name }) => name);
  return { lost, alarmed };
}

/** The rows as CSV. No cell holds a quote or a line break. */
export function renderAnyMatrix(rows: readonly AnyRow[]): string {
  const cell = (text: string): string => (text.includes(",") ? `"${text}"` : text);
  const lines = rows.map(({ kind, name, by, description, facts, sentence }) =>
    [kind, name, by, description.join(separator), facts.join(separator), sentence].map(cell).join(","),
  );
  return `${[header, ...lines].join("\n")}\n`;
}

/** How many of the mutants are found that each source forbids, for people. */
export function renderFigures(
  rows: readonly AnyRow[],
  { lost, alarmed }: ReturnType<typeof compareRows>,
): string {
  const mutants = rows.filter(({ kind }) => kind === "mutant");
  const figure = (of: readonly AnyRow[]): string =>
    `${of.filter(({ description }) => description.length > 0).length} of ${of.length}, with the facts ${of.filter(isBroken).length}`;
  return [
    ...lost.map((name) => `✗ ${name}: not found any more`),
    ...alarmed.map((name) => `✗ ${name}: a permitted variant, and an alarm`),
    `mutants found by the description: ${figure(mutants)}`,
    ...sources.map(
      (source) => `  forbidden by the ${source}: ${figure(mutants.filter(({ by }) => by === source))}`,
    ),
    `${alarmed.length} of ${rows.length - mutants.length} variants alarmed at`,
  ].join("\n");
}

import { type Contract, groupBy, isCatalogued, type Requirement } from "../description/index.js";
import type { Settings } from "../settings/index.js";
import {
  type ChosenContract,
  chooseContract,
  exitCodes,
  loadSuites,
  warnOnStderr,
} from "../settings/index.js";

/** Prints every requirement, a line each, section by section; or all of them as JSON. */
export async function list({ json = false, ...choice }: Settings): Promise<number> {
  const chosen = await loadListed(choice);
  const { requirements } = chosen.contract;
  const isDescribed = !isCatalogued(chosen.contract);
  const notCalled = isDescribed ? await sectionsNotCalled(chosen.contract) : new Map<string, string>();
  if (json) process.stdout.write(`${JSON.stringify(requirements, null, 2)}\n`);
  const sections = groupBy(json ? [] : requirements, ({ section }) => section);
  const texts = [...sections].map(([section, own]) => {
    const why = notCalled.get(section);
    return `${section}${why === undefined ? "" : `  (not called: ${why})`}\n${linesOf(own)}`;
  });
  const gap = isDescribed && !json ? await describeGap(chosen.contract) : "";
  process.stdout.write(`${texts.join("\n")}${gap}`);
  return exitCodes.conforms;
}

/** Loads the Animal Store's contract; or that of a description, with what the flags and the configuration say of it. */
async function loadListed(choice: Settings): Promise<ChosenContract> {
  if (choice.spec === undefined) return chooseContract(choice);
  const { loadSuite } = await loadSuites();
  return (await loadSuite(choice, { config: choice.config, warn: warnOnStderr })).chosen;
}

/** Says below the list what a run judges nothing of. */
async function describeGap(contract: Contract): Promise<string> {
  const { describeUnjudgedInput } = await import("../contracts/index.js");
  const gap = describeUnjudgedInput(contract);
  return gap === undefined ? "" : `\nNote: ${gap}.\n`;
}

/** A line each. */
export function linesOf(requirements: readonly Requirement[]): string {
  const width = Math.max(10, ...requirements.map(({ id }) => id.length));
  const lines = requirements.map(
    ({ id, level, sentence }) => `  ${id.padEnd(width)} ${level.padEnd(12)} ${sentence}\n`,
  );
  return lines.join("");
}

/** By the section of a described interface, why its operation is not called. */
async function sectionsNotCalled(contract: Contract): Promise<ReadonlyMap<string, string>> {
  // Loaded where it is used: the Animal Store's own contract has no such operation.
  const { describeCaution, findCautions } = await import("../model/index.js");
  const sections = new Map(contract.requirements.map(({ operations: [id = ""], section }) => [id, section]));
  return new Map(
    [...findCautions(contract)].flatMap(([{ id }, caution]) =>
      caution === undefined ? [] : [[sections.get(id) ?? "", describeCaution(caution)] as const],
    ),
  );
}

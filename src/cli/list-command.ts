import { type Contract, groupBy, type Requirement } from "../description/index.js";
import { chooseContract } from "./choose-contract.js";
import { exitCodes } from "./outcome.js";
import type { Settings } from "./settings.js";

/** Prints every requirement, a line each, section by section; or all of them as JSON. */
export async function list({ json = false, ...choice }: Settings): Promise<number> {
  const chosen = await chooseContract(choice);
  const { requirements } = chosen.contract;
  const notCalled =
    chosen.kind === "openapi" ? await sectionsNotCalled(chosen.contract) : new Map<string, string>();
  if (json) process.stdout.write(`${JSON.stringify(requirements, null, 2)}\n`);
  const sections = groupBy(json ? [] : requirements, ({ section }) => section);
  const texts = [...sections].map(([section, own]) => {
    const why = notCalled.get(section);
    return `${section}${why === undefined ? "" : `  (not called: ${why})`}\n${linesOf(own)}`;
  });
  process.stdout.write(texts.join("\n"));
  return exitCodes.conforms;
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

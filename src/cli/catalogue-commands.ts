import { loadContract, type Requirement } from "../description/index.js";
import { mutants, variants } from "../reference/index.js";
import { putsToTest } from "../run/index.js";
import { animalStore } from "../suites/index.js";
import { exitCodes } from "./outcome.js";
import { needRequirement } from "./target-options.js";

/** Prints every requirement, a line each, section by section. */
export async function list(options: { readonly spec?: string }): Promise<number> {
  const { requirements } = loadContract(options.spec);
  let section = "";
  for (const requirement of requirements) {
    if (requirement.section !== section)
      process.stdout.write(`${section === "" ? "" : "\n"}${requirement.section}\n`);
    section = requirement.section;
    process.stdout.write(
      `  ${requirement.id.padEnd(10)} ${requirement.level.padEnd(12)} ${requirement.sentence}\n`,
    );
  }
  return exitCodes.conforms;
}

/** Prints one requirement: its sentence, where it comes from, and what puts it to the test. */
export async function explain(id: string, options: { readonly spec?: string }): Promise<number> {
  const contract = loadContract(options.spec);
  needRequirement(contract, id);
  const requirement = contract.requirements.find((each) => each.id === id.toUpperCase());
  if (requirement !== undefined) process.stdout.write(`${tellRequirement(requirement).join("\n")}\n`);
  return exitCodes.conforms;
}

const consequence: Readonly<Record<Requirement["level"], string>> = {
  must: "a sentence of the document; broken, the server does not conform",
  implied: "the document makes no sense otherwise; broken, the server does not conform",
  advice: "from the standards that the document rests on; broken, it is a warning",
  open: "the document is silent; what the server does is observed",
  informative: "no request can test it",
};

function tellRequirement(requirement: Requirement): string[] {
  const {
    id,
    level,
    section,
    sentence,
    operations,
    accepts,
    name,
    choices = [],
    reason,
    follows,
  } = requirement;
  const own = animalStore.checks.filter((check) => putsToTest(check, id) || check.observes?.includes(id));
  const watching = animalStore.responseChecks.filter((check) => check.requirement === id);
  const proof = mutants.filter(({ breaks }) => breaks === id);
  const played = variants.filter(({ concerns }) => concerns === id);
  return [
    `${id}  ${sentence}`,
    "",
    `level       ${level}: ${consequence[level]}`,
    `section     ${section}`,
    ...(operations.length === 0 ? [] : [`operations  ${operations.join(", ")}`]),
    ...(accepts === undefined ? [] : [`accepts     ${accepts}`]),
    ...(name === undefined ? [] : [`expect      ${name}: ${choices.join(" | ")} (in the configuration)`]),
    ...(reason === undefined ? [] : [`reason      ${reason}`]),
    ...(follows.length === 0
      ? []
      : [`follows     ${follows.join(", ")} (if one of these is broken, it may break, too)`]),
    ...(own.length + watching.length === 0 ? [] : ["", "checks"]),
    ...watching.map(({ title }) => `  on every answer: ${title}`),
    ...own.map((check) => `  ${check.id}: ${check.title}`),
    ...(proof.length === 0 ? [] : ["", `proven by ${proof.length} faults (pedigree calibrate --fault NAME)`]),
    ...proof.map(({ name, why }) => `  ${name}: ${why}`),
    ...(played.length === 0 ? [] : ["", `left alone in ${played.length} permitted choices`]),
    ...played.map(({ name, why }) => `  ${name}: ${why}`),
  ];
}

import { loadMutants, loadVariants } from "../calibration/index.js";
import { isAbout, type ScenarioFacts } from "../checks/index.js";
import {
  ConfigurationError,
  type Contract,
  concerns,
  createAttribution,
  loadContract,
  type Requirement,
} from "../description/index.js";
import { animalStore } from "../suites/index.js";
import { suggestName } from "./names.js";
import { exitCodes } from "./outcome.js";

/** Prints every requirement, a line each, section by section; or all of them as JSON. */
export async function list({ spec, json = false }: { spec?: string; json?: boolean }): Promise<number> {
  const { requirements } = loadContract(spec);
  if (json) process.stdout.write(`${JSON.stringify(requirements, null, 2)}\n`);
  const sections = json ? [] : new Set(requirements.map(({ section }) => section));
  const texts = [...sections].map((section) => {
    const own = requirements.filter((each) => each.section === section);
    const lines = own.map(
      ({ id, level, sentence }) => `  ${id.padEnd(10)} ${level.padEnd(12)} ${sentence}\n`,
    );
    return `${section}\n${lines.join("")}`;
  });
  process.stdout.write(texts.join("\n"));
  return exitCodes.conforms;
}

/** Prints one requirement, or one check: what it says, where it comes from, and how both belong together. */
export async function explain(name: string, { spec }: { readonly spec?: string }): Promise<number> {
  const contract = loadContract(spec);
  const { requirements } = contract;
  const scenarios = animalStore.scenarios(contract);
  const requirement = requirements.find(({ id }) => id === name.toUpperCase());
  const check = scenarios.find(({ id }) => id.toUpperCase() === name.toUpperCase());
  if (requirement === undefined && check === undefined) {
    const known = [...requirements, ...scenarios].map(({ id }) => id);
    const near = suggestName(name.includes("/") ? name : name.toUpperCase(), known);
    throw new ConfigurationError(
      `there is no requirement ${name}, and no check${near} "pedigree list" shows all requirements, "pedigree explain" the checks of one`,
    );
  }
  const lines =
    requirement === undefined ? describeCheck(contract, check) : describeRequirement(contract, requirement);
  process.stdout.write(`${lines.join("\n")}\n`);
  return exitCodes.conforms;
}

/** The scenarios that decide about a requirement, or observe it. */
function scenariosOf(contract: Contract, id: string): readonly ScenarioFacts[] {
  const attribute = createAttribution(contract.requirements);
  return animalStore.scenarios(contract).filter((each) => isAbout(each, id, attribute));
}

function describeCheck(contract: Contract, check: ScenarioFacts | undefined): readonly string[] {
  if (check === undefined) return [];
  const attribute = createAttribution(contract.requirements);
  const decided = contract.requirements.filter(({ id }) => isAbout(check, id, attribute));
  return [
    `${check.id}  ${check.title}`,
    "",
    `phase       ${check.phase}`,
    ...(check.happensOnce === undefined ? [] : [`happens     once: ${check.happensOnce}`]),
    "",
    "requirements",
    ...decided.map(({ id, level, sentence }) => `  ${id} (${level}): ${sentence}`),
  ];
}

const consequence: Readonly<Record<Requirement["level"], string>> = {
  must: "a sentence of the document; broken, the server does not conform",
  implied: "the document makes no sense otherwise; broken, the server does not conform",
  advice: "from the standards that the document rests on; broken, it is a warning",
  open: "the document is silent; what the server does is observed",
  informative: "no request can test it",
};

function describeRequirement(contract: Contract, requirement: Requirement): readonly string[] {
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
  const own = scenariosOf(contract, id);
  const watching = animalStore.responseChecks.filter((check) => concerns(requirement, check.id));
  const proof = loadMutants().filter(({ breaks }) => breaks === id);
  const played = loadVariants().filter(({ concerns }) => concerns === id);
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
    ...watching.map(({ title }) => `  on every response: ${title}`),
    ...own.map((check) => `  ${check.id}: ${check.title}`),
    ...(proof.length === 0
      ? []
      : ["", `proven by ${proof.length} mutants (pedigree calibrate --mutant NAME)`]),
    ...proof.map(({ name, why }) => `  ${name}: ${why}`),
    ...(played.length === 0 ? [] : ["", `left alone in ${played.length} variants`]),
    ...played.map(({ name, why }) => `  ${name}: ${why}`),
  ];
}

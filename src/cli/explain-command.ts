import { stringify } from "yaml";
import { loadMutants, loadVariants } from "../calibration/index.js";
import {
  ConfigurationError,
  type Contract,
  concerns,
  createAttribution,
  isCatalogued,
  type Requirement,
} from "../description/index.js";
import { isAbout, type ScenarioFacts } from "../engine/index.js";
import { safeText } from "../report/index.js";
import type { ChosenContract, Settings } from "../settings/index.js";
import { exitCodes, loadSuite, suggestName, warnOnStderr } from "../settings/index.js";
import { schemaBehind } from "../values/index.js";
import { linesOf } from "./list-command.js";

/** Prints one requirement, or one check: what it says, where it comes from, and how both belong together. */
export async function explain(name: string, choice: Settings): Promise<number> {
  const config = choice.spec === undefined ? null : choice.config;
  const { chosen } = await loadSuite(choice, { config, warn: warnOnStderr });
  const { suite, contract } = chosen;
  const { requirements } = contract;
  const scenarios = suite.scenarios(contract);
  const attribute = createAttribution(requirements);
  const wanted = name.toUpperCase();
  const requirement = requirements.find(({ id }) => id.toUpperCase() === wanted);
  const check = scenarios.find(({ id }) => id.toUpperCase() === wanted);
  const print = (lines: readonly string[]) => process.stdout.write(`${lines.join("\n")}\n`);
  if (requirement !== undefined) {
    const own = scenarios.filter((each) => isAbout(each, requirement.id, attribute));
    const watching = suite.responseChecks(contract).filter((each) => concerns(requirement, each.id));
    print(
      describeRequirement(requirement, {
        watching,
        scenarios: own,
        place: placeOf(chosen, requirement),
        quotation: quotationOf(chosen.contract, requirement),
      }),
    );
  } else if (check !== undefined) {
    const decided = requirements.filter(({ id }) => isAbout(check, id, attribute));
    print(describeCheck(check, decided));
  } else if (contract.operations.has(name)) {
    const own = requirements.filter(({ operations }) => operations.includes(name));
    process.stdout.write(linesOf(own));
  } else {
    const known = [...requirements, ...scenarios].map(({ id }) => id);
    const near = suggestName(name.includes("/") ? name : wanted, known);
    throw new ConfigurationError(
      `there is no requirement ${name}, and no check${near} "pedigree list" shows all requirements, "pedigree explain" the checks of one`,
    );
  }
  return exitCodes.conforms;
}

/** Where the description states it; undefined where there is no such place, and for a catalogue. */
function placeOf(chosen: ChosenContract, requirement: Requirement): string | undefined {
  if (isCatalogued(chosen.contract)) return undefined;
  const [operation = ""] = requirement.operations;
  const schema = schemaBehind(chosen.contract, requirement);
  return (schema && chosen.locate(schema)) ?? chosen.locate(operation);
}

/** Quotes the part of the description that the requirement is about. */
function quotationOf(contract: Contract, requirement: Requirement): readonly string[] {
  const operation = contract.operations.get(requirement.operations[0] ?? "");
  const whole = operation && contract.document.paths?.[operation.path];
  const method = operation?.method.toLowerCase() ?? "";
  const written = Object.entries(whole ?? {}).find(([name]) => name === method)?.[1];
  return quotePart(schemaBehind(contract, requirement) ?? written);
}

/** Lines of a quotation: more are left out. */
const mostLines = 40;

/** Quotes a part of a description as YAML; nothing where there is no such part. */
function quotePart(part: unknown): readonly string[] {
  if (part === undefined) return [];
  const lines = stringify(part, { lineWidth: 100 }).trim().split("\n");
  const shown = lines.slice(0, mostLines).map((line) => `  | ${safeText(line, 1000)}`.trimEnd());
  const more = lines.length - shown.length;
  return more > 0 ? [...shown, `  … and ${more} more lines`] : shown;
}

function describeCheck(check: ScenarioFacts, decided: readonly Requirement[]): readonly string[] {
  return [
    `${check.id}  ${safeText(check.title)}`,
    "",
    ...fact("phase", check.phase),
    ...fact("happens", check.happensOnce && `once: ${check.happensOnce}`),
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

/** The facts about a requirement besides what it says. */
interface ServerContext {
  readonly watching: readonly Pick<ScenarioFacts, "title">[];
  readonly scenarios: readonly ScenarioFacts[];
  readonly place: string | undefined;
  /** Lines of the document. */
  readonly quotation: readonly string[];
}

function describeRequirement(
  requirement: Requirement,
  { watching, scenarios, place, quotation }: ServerContext,
): readonly string[] {
  const { id, level, operations, accepts, name, choices = [], follows } = requirement;
  const mutants = loadMutants().filter(({ breaks }) => breaks === id);
  const variants = loadVariants().filter((variant) => variant.concerns === id);
  const describe = ({ name, why }: { readonly name: string; readonly why: string }) => `  ${name}: ${why}`;
  return [
    `${id}  ${requirement.sentence}`,
    "",
    ...fact("level", `${level}: ${consequence[level]}`),
    ...fact("section", requirement.section),
    ...fact("operations", safeText(operations.join(", "))),
    ...fact("stated at", place && safeText(place)),
    ...fact("proof", requirement.proof),
    ...fact("accepts", accepts),
    ...fact("expect", name && `${name}: ${choices.join(" | ")} (in the configuration)`),
    ...fact("reason", requirement.reason),
    ...fact("follows", follows[0] && `${follows.join(", ")} (if one of these is broken, it may break, too)`),
    ...below("the description says", quotation),
    ...below("checks", [
      ...watching.map(({ title }) => `  on every response: ${title}`),
      ...scenarios.map((check) => `  ${check.id}: ${safeText(check.title)}`),
    ]),
    ...below(`proven by ${mutants.length} mutants (pedigree calibrate --mutant NAME)`, mutants.map(describe)),
    ...below(`left alone in ${variants.length} variants`, variants.map(describe)),
  ];
}

/** A line on one of its facts, if it has that. */
function fact(name: string, text: string | undefined): readonly string[] {
  return text ? [`${name.padEnd(11)} ${text}`] : [];
}

/** Lines below a heading, if there are any. */
function below(heading: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", heading, ...lines];
}

import { closest } from "fastest-levenshtein";
import type { Contract } from "../../description/index.js";
import { suggestName } from "../names.js";
import type { YamlFile } from "./file.js";
import { refuse } from "./place.js";

/** Name of an open point → the choice or choices that the team has decided on. */
export type RawExpectations = Readonly<Record<string, Choice | readonly Choice[]>>;
type Choice = string | number;

/**
 * What is expected of open points, by requirement id.
 * @throws ConfigurationError for a point that the contract does not leave open, or a choice that it does not leave
 */
export function readExpectations(
  file: YamlFile,
  raw: RawExpectations,
  { requirements }: Contract,
): ReadonlyMap<string, readonly string[]> {
  const names = requirements.flatMap(({ name }) => name ?? []);
  const expectations = new Map<string, readonly string[]>();
  for (const [name, expected] of Object.entries(raw)) {
    const point = requirements.find((requirement) => requirement.name === name);
    if (point === undefined)
      return refuse(file, ["expect", name], `there is no such open point${suggestName(name, names)}`);
    const choices = (typeof expected === "object" ? expected : [expected]).map(String);
    const known = point.choices ?? [];
    choices.forEach((choice, index) => {
      if (known.some((each) => fits(choice, each))) return;
      const at = typeof expected === "object" ? ["expect", name, index] : ["expect", name];
      const nearest = closest(choice, [...known]);
      refuse(file, at, `${choice} is none of the choices (${known.join(", ")}); did you mean ${nearest}?`);
    });
    expectations.set(point.id, choices);
  }
  return expectations;
}

/** A 401 is never one of the 4xx: it says that the key is wrong, and the key is good. */
function fits(choice: string, known: string): boolean {
  return choice === known || (known === "4xx" && /^4\d\d$/.test(choice) && choice !== "401");
}

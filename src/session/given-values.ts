import type { Contract, Knowledge } from "../description/index.js";
import { statedJson } from "../generate/index.js";
import type { Json } from "../json/index.js";
import { bodyPlaces } from "../model/index.js";
import type { ApiState } from "./state.js";

/** The value that the user has given for a parameter or member of that name; it counts as used then. */
export function givenValue(
  { contract, requests }: Pick<ApiState, "contract" | "requests">,
  name: string,
): Json | undefined {
  const { values = {} } = contract.known ?? {};
  if (!Object.hasOwn(values, name)) return undefined;
  requests.noteUse("values", name);
  return statedJson(values[name]);
}

/** Has the user given a value for parameters or members of that name? */
export function isGiven({ contract }: Pick<ApiState, "contract">, name: string): boolean {
  return Object.hasOwn(contract.known?.values ?? {}, name);
}

/** Names that the user gives a value for, or says something of, and that no request has. */
export function unknownNames(
  { operations }: Pick<Contract, "operations">,
  { values, computed }: Knowledge,
): readonly string[] {
  const names = new Set(
    [...operations.values()].flatMap((operation) => [
      ...operation.parameters.map(({ name }) => name),
      ...bodyPlaces(operation).map(({ place }) => place.path.at(-1) ?? ""),
    ]),
  );
  return [...Object.keys(values), ...computed].filter((name) => !names.has(name));
}

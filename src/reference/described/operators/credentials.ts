import { placeOf } from "../../../model/index.js";
import { isOpen, isRight, type Presented } from "../credentials.js";
import type { DescribedMutant, MutationOperators } from "./mutant.js";

/** How a server may be wrong about who asks. */
const faults: Readonly<Record<string, (presented: readonly Presented[]) => boolean>> = {
  "serve without a credential": (presented) =>
    presented.every(({ value }) => value === undefined) || presented.some(isRight),
  "serve with any credential": (presented) => presented.some(({ value }) => value !== undefined),
  "serve with the beginning of a credential": (presented) =>
    presented.some(({ value, wanted }) => value?.startsWith(wanted) === true),
};

/** Faults in who is served. */
export const credentialMutants: MutationOperators = (operation, described): readonly DescribedMutant[] => {
  if (isOpen(described, { operation })) return [];
  // The beginning of what is encoded is none of its encoding.
  const isEncoded = placeOf(described, operation)?.kind === "basic";
  const fitting = Object.entries(faults).filter(([operator]) => !isEncoded || !/beginning/.test(operator));
  return fitting.map(([operator, isServed]) => ({
    operator,
    operation: operation.id,
    name: `${operator}: ${operation.id}`,
    deviation: () => ({
      authenticate: (presented, call) =>
        presented.some(isRight) || (call.operation.id === operation.id && isServed(presented)),
    }),
  }));
};

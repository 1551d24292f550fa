import type { UnderivedContract } from "../../../description/index.js";
import { callableOperations } from "../../../model/index.js";

import type { DescribedMutant } from "../handlers.js";
import { lawMutants } from "./law-mutants.js";
import { credentialMutants, requestMutants } from "./request-mutants.js";
import { responseMutants } from "./response-mutants.js";
import { stateMutants } from "./state-mutants.js";

export type { DescribedMutant } from "../handlers.js";

/**
 * The server that keeps a description with one fault each: every mutation operator at every place that it fits, of the
 * operations that the suite may call.
 */
export function deriveMutants(described: UnderivedContract): readonly DescribedMutant[] {
  const operations = callableOperations(described);
  return [responseMutants, requestMutants, credentialMutants, stateMutants, lawMutants].flatMap((operators) =>
    operations.flatMap((operation) => operators(operation, described)),
  );
}

/** Chooses mutants up to a number. Every operator gets the same share, if it has as many, spread over its places. */
export function spreadMutants(all: readonly DescribedMutant[], most: number): readonly DescribedMutant[] {
  const names = [...new Set(all.map(({ operator }) => operator))];
  const operators = names.map((name) => all.filter(({ operator }) => operator === name));
  const rising = operators.toSorted((left, right) => left.length - right.length);
  let left = most;
  const chosen = new Set(
    rising.flatMap((own, index) => {
      const share = Math.min(own.length, Math.floor(left / (rising.length - index)));
      left -= share;
      return Array.from({ length: share }, (_, at) => own[Math.floor((at * own.length) / share)]);
    }),
  );
  return all.filter((each) => chosen.has(each));
}

import type { Contract, LoadedDescription } from "../../description/index.js";
import { wrongExamples } from "../../values/index.js";

/** Returns a sentence, with its place, for each example that its schema does not allow: it is not sent. */
export function exampleFaults(
  { operations }: Pick<Contract, "operations">,
  locate: LoadedDescription["locate"],
): readonly string[] {
  return [...operations.values()].flatMap((operation) =>
    wrongExamples(operation).map(
      (fault) => `${locate(operation.id) ?? "the description"}: ${operation.id}: ${fault} (it is not sent)`,
    ),
  );
}

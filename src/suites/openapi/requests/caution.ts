import { Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { type Caution, describeCaution, isAllowable } from "../../../model/index.js";
import type { ApiScenario } from "./baseline.js";
import { slugOf } from "./requests.js";

/** Says why nothing is tested of an operation that is not called. */
export function uncalledScenario(operation: Operation, caution: Caution): ApiScenario {
  const slug = slugOf(operation);
  return {
    id: `${slug}/valid`,
    title: `${operation.id} is not called`,
    expects: [`${slug}/server-error`],
    phase: "read",
    inputs: () => [null],
    run: async () => {
      const remedy = isAllowable(caution) ? ` ("--allow ${operation.id}" lets the run call it)` : "";
      throw new Skip("untested", `it is not called: ${describeCaution(caution)}${remedy}`);
    },
  };
}

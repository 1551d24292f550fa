import { Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { Caution } from "../resources/harmless.js";
import type { ApiScenario } from "./baseline.js";
import { slugOf } from "./requests.js";

/** Why an operation is not called. */
export function describeCaution(caution: Caution): string {
  switch (caution.kind) {
    case "word":
      return `its name or summary says "${caution.word.slice(0, 40)}"`;
    case "no collection":
      return "it is posted to no collection that is read as a list or item by item";
    case "no item":
      return "it changes or deletes what is no single item";
    case "singleton":
      return caution.exclusion === undefined
        ? "it changes what is there once, as settings are"
        : `it changes what is there once, and has the word or member "${caution.exclusion.slice(0, 40)}"`;
    case "method":
      return "no request of the suite has its method";
    case "stream":
      return "its response is a stream of events, which does not end";
    case "left out":
      return "it is left out";
  }
}

/** Can the user have the operation called all the same? */
export function isAllowable({ kind }: Caution): boolean {
  return kind === "word" || kind === "no collection";
}

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
      const remedy = isAllowable(caution) ? ` ("--allow ${operation.id}" has it called all the same)` : "";
      throw new Skip("untested", `it is not called: ${describeCaution(caution)}${remedy}`);
    },
  };
}

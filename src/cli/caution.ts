import { safeText } from "../report/index.js";
import type { Caution } from "../suites/index.js";

/** Why an operation is not called. */
export function describeCaution(caution: Caution): string {
  switch (caution.kind) {
    case "word":
      return `its name says "${safeText(caution.word, 40)}"`;
    case "no collection":
      return "it is posted to no collection that is read as a list or item by item";
    case "no item":
      return "it changes or deletes what is no single item";
    case "method":
      return "no request of the suite has its method";
    case "left out":
      return "it is left out";
  }
}

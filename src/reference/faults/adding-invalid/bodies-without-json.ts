import { renderJson } from "../../../json/index.js";
import { type Alteration, changeStatus, ofCheck } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** Bodies that are no JSON. */
export const noJsonFaults: readonly Fault[] = [
  {
    name: "trailing-comma-accepted",
    breaks: "CREATE-13",
    why: "a lenient reader",
    alter: (conduct) => repairBodies(conduct, (text) => text.replace(/,\s*\}$/, "}")),
  },
  {
    name: "single-quotes-accepted",
    breaks: "CREATE-13",
    why: "a lenient reader",
    alter: (conduct) => repairBodies(conduct, (text) => text.replaceAll("'", '"')),
  },
  {
    name: "names-without-quotes-accepted",
    breaks: "CREATE-13",
    why: "a lenient reader",
    alter: (conduct) => repairBodies(conduct, (text) => text.replaceAll(/([{,])(\w+):/g, '$1"$2":')),
  },
  {
    name: "comments-accepted",
    breaks: "CREATE-13",
    why: "a reader of configuration files",
    alter: (conduct) => repairBodies(conduct, (text) => text.replaceAll(/\/\*.*?\*\/|\/\/[^\n]*\n/g, "")),
  },
  {
    name: "text-after-the-end-accepted",
    breaks: "CREATE-13",
    why: "the reader stops at the end of the first value",
    alter: (conduct) => repairBodies(conduct, (text) => text.slice(0, text.indexOf("}") + 1)),
  },
  {
    name: "cut-body-completed",
    breaks: "CREATE-13",
    why: "a reader that repairs",
    alter: (conduct) => repairBodies(conduct, (text) => (text.length > 20 ? `${text}}` : text)),
  },
  {
    name: "form-fields-accepted",
    breaks: "CREATE-13",
    why: "every reader that is registered is tried",
    alter: (conduct) =>
      repairBodies(conduct, (text) =>
        renderJson({
          ...Object.fromEntries(new URLSearchParams(text)),
          categoryId: BigInt(/categoryId=(\d+)/.exec(text)?.[1] ?? "x"),
        }),
      ),
  },
  {
    name: "line-break-in-text-accepted",
    breaks: "CREATE-13",
    why: "control characters are let pass",
    alter: (conduct) => repairBodies(conduct, (text) => text.replaceAll("\n", "\\n")),
  },
  {
    name: "leading-nought-accepted",
    breaks: "CREATE-13",
    why: "digits are digits",
    alter: (conduct) => repairBodies(conduct, (text) => text.replaceAll(/:\+?0*(\d)/g, ":$1")),
  },
  {
    name: "unfinished-number-accepted",
    breaks: "CREATE-13",
    why: "numbers are read by strtod",
    alter: (conduct) => repairBodies(conduct, (text) => text.replaceAll(/:(\d+)\./g, ":$1")),
  },
  {
    name: "not-a-number-accepted",
    breaks: "CREATE-13",
    why: "the reader knows NaN, and makes 0 of it",
    alter: (conduct) => repairBodies(conduct, (text) => text.replaceAll(/:(NaN|-?Infinity)/g, ":0")),
  },
  {
    name: "second-object-accepted",
    breaks: "CREATE-13",
    why: "the body is read as a stream of objects",
    alter: (conduct) => repairBodies(conduct, (text) => text.replace(/\}\{.*$/, "}")),
  },
  {
    name: "unknown-escape-accepted",
    breaks: "CREATE-13",
    why: "an unknown escape stands for itself",
    alter: (conduct) => repairBodies(conduct, (text) => text.replaceAll(/\\x/g, "x")),
  },
  {
    name: "no-json-unprocessable",
    breaks: "CREATE-13",
    why: "the validator of the framework says 422",
    alter: (conduct) => changeStatus(conduct, ofCheck("parseBody"), 422),
    consequences: ["CREATE-14", "GEN-2"],
  },
  {
    name: "no-json-fails",
    breaks: "CREATE-13",
    why: "the reader's exception is not caught",
    alter: (conduct) =>
      changeStatus(
        conduct,
        (outcome, request) =>
          ofCheck("parseBody")(outcome, request) && request.headers["content-length"] !== "0",
        500,
      ),
    consequences: ["GEN-3"],
  },
];

/** Reads what is no JSON after it was repaired. */
function repairBodies(conduct: Conduct, repair: (text: string) => string): Alteration {
  return {
    parseBody(text) {
      const read = conduct.parseBody(text);
      if (read.status === "read" || text === "") return read;
      try {
        return conduct.parseBody(repair(text));
      } catch {
        return read;
      }
    },
  };
}

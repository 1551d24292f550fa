import { isJsonObject, type Json, renderJson } from "../../../json/index.js";
import { type Alteration, changeStatus, ofCheck } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";
import { accept } from "./accept-values.js";

/** Names that are no text. */
export const wrongNameFaults: readonly Fault[] = [
  {
    name: "number-as-name-accepted",
    breaks: "CREATE-8",
    why: "numbers are turned into text",
    alter: (conduct) => acceptNames(conduct, (name) => typeof name === "bigint"),
  },
  {
    name: "boolean-as-name-accepted",
    breaks: "CREATE-8",
    why: "booleans are turned into text",
    alter: (conduct) => acceptNames(conduct, (name) => typeof name === "boolean"),
  },
  {
    name: "null-as-name-accepted",
    breaks: "CREATE-8",
    why: "null is taken for the word",
    alter: (conduct) => acceptNames(conduct, (name) => name === null),
  },
  {
    name: "object-as-name-accepted",
    breaks: "CREATE-8",
    why: "anything is turned into text",
    alter: (conduct) => acceptNames(conduct, isJsonObject),
  },
  {
    name: "array-as-name-accepted",
    breaks: "CREATE-8",
    why: "of an array, the first is taken",
    alter: (conduct) => acceptNames(conduct, (name) => Array.isArray(name) && name.length > 0),
  },
  {
    name: "zero-as-name-accepted",
    breaks: "CREATE-8",
    why: "0 is falsy, and slips through the check of the type",
    alter: (conduct) => acceptNames(conduct, (name) => name === 0n),
  },
  {
    name: "wrong-name-unprocessable",
    breaks: "CREATE-8",
    why: "the validator of the framework says 422",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkNameIsString"), 422),
  },
  {
    name: "wrong-name-fails",
    breaks: "CREATE-8",
    why: "a cast without a guard",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkNameIsString"), 500),
    consequences: ["GEN-3"],
  },
  {
    name: "number-as-name-kept",
    breaks: "CREATE-8",
    why: "a document store keeps whatever it is given",
    alter: () => ({ checkNameIsString: () => undefined }),
    consequences: ["PET-1"],
  },
];

function acceptNames(conduct: Conduct, isAccepted: (name: Json) => boolean): Alteration {
  return accept(conduct, "checkNameIsString", "name", (name) =>
    isAccepted(name) ? (typeof name === "string" ? name : renderJson(name)) : undefined,
  );
}

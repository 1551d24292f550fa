import { type Json, parseJson } from "../../../json/index.js";
import { type Alteration, changeStatus, ofCheck } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** Bodies that are JSON, and no object. */
export const noObjectFaults: readonly Fault[] = [
  {
    name: "array-of-one-unwrapped",
    breaks: "CREATE-12",
    why: "a setting of the reader unwraps arrays of one",
    alter: (conduct) => ({
      asObject: (body) => conduct.asObject(Array.isArray(body) ? (body[0] ?? null) : body),
    }),
  },
  {
    name: "object-in-a-string-accepted",
    breaks: "CREATE-12",
    why: "bodies that were encoded twice are decoded twice",
    alter: (conduct) => ({
      asObject(body) {
        const inner = typeof body === "string" ? parseJson(body) : undefined;
        return conduct.asObject(inner?.status === "valid" ? inner.value : body);
      },
    }),
  },
  {
    name: "null-as-body-accepted",
    breaks: "CREATE-12",
    why: "null is bound to an empty record, which is not validated",
    alter: (conduct) => acceptBodies(conduct, (body) => body === null),
  },
  {
    name: "empty-array-as-body-accepted",
    breaks: "CREATE-12",
    why: "an empty array is an empty object in PHP",
    alter: (conduct) => acceptBodies(conduct, (body) => Array.isArray(body) && body.length === 0),
  },
  {
    name: "word-as-body-accepted",
    breaks: "CREATE-12",
    why: "a constructor from text takes it for the name",
    alter: (conduct) => acceptBodies(conduct, (body) => typeof body === "string"),
  },
  {
    name: "number-as-body-accepted",
    breaks: "CREATE-12",
    why: "a number has no members that could be wrong",
    alter: (conduct) => acceptBodies(conduct, (body) => typeof body === "bigint"),
  },
  {
    name: "boolean-as-body-accepted",
    breaks: "CREATE-12",
    why: "false is taken for no body, and true for any",
    alter: (conduct) => acceptBodies(conduct, (body) => typeof body === "boolean"),
  },
  {
    name: "array-as-body-unprocessable",
    breaks: "CREATE-12",
    why: "the validator of the framework says 422",
    alter: (conduct) => changeStatus(conduct, ofCheck("asObject"), 422),
  },
];

/** Takes bodies that are no object for an empty animal. */
function acceptBodies(conduct: Conduct, isAccepted: (body: Json) => boolean): Alteration {
  return {
    asObject: (body) => (isAccepted(body) ? { name: "New animal", categoryId: 1n } : conduct.asObject(body)),
  };
}

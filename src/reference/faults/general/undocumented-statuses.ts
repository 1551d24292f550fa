import { changeReply, changeStatus, noBody, ofCheck, ofKind } from "../../alterations.js";
import type { Fault } from "../fault.js";

/** Statuses that the document does not name for the operation. */
export const undocumentedStatusFaults: readonly Fault[] = [
  {
    name: "same-name-conflicts",
    breaks: "GEN-2",
    why: "the name is a unique column, and a violation is mapped to 409",
    alter(conduct) {
      const names = new Set<unknown>();
      return {
        checkFurther(body, store) {
          if (names.has(body["name"])) return "the name is taken";
          names.add(body["name"]);
          return conduct.checkFurther(body, store);
        },
        ...changeStatus(conduct, ofCheck("checkFurther"), 409),
      };
    },
  },
  {
    name: "unknown-category-conflicts",
    breaks: "GEN-2",
    why: "a foreign key that is not there is mapped to 409",
    alter: (conduct) => ({
      checkFurther: ({ categoryId }) => (categoryId === 1n ? undefined : "no such category"),
      ...changeStatus(conduct, ofCheck("checkFurther"), 409),
    }),
  },
  {
    name: "markup-in-names-forbidden",
    breaks: "GEN-2",
    why: "an application firewall takes the name for an attack",
    alter: (conduct) => ({
      checkFurther: ({ name }) => (/<script|DROP TABLE/.test(`${name}`) ? "attack suspected" : undefined),
      ...changeStatus(conduct, ofCheck("checkFurther"), 403),
    }),
  },
  {
    name: "odd-limit-redirected",
    breaks: "GEN-2",
    why: "a bad page size leads back to the first page",
    alter: (conduct) =>
      changeReply(conduct, ofKind("invalid-parameter"), ({ headers }) => ({
        status: 302,
        headers: { ...headers, Location: "/v1/pets" },
        ...noBody,
      })),
  },
  {
    name: "emoji-in-names-conflicts",
    breaks: "GEN-2",
    why: "the database has three bytes for a character, and a filter says so with 409",
    alter: (conduct) => ({
      checkFurther: ({ name }) => (/[\u{10000}-\u{10ffff}]/u.test(`${name}`) ? "not storable" : undefined),
      ...changeStatus(conduct, ofCheck("checkFurther"), 409),
    }),
  },
];

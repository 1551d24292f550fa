import type { Json, JsonObject } from "../../../json/index.js";
import { type Alteration, changeReply, changeStatus, ofCheck, withMembers } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** Animals without a name or a category. */
export const missingMemberFaults: readonly Fault[] = [
  {
    name: "missing-name-accepted",
    breaks: "CREATE-6",
    why: "an absent name becomes an empty one",
    alter: (conduct) => acceptNameless(conduct, () => true),
  },
  {
    name: "missing-name-unprocessable",
    breaks: "CREATE-6",
    why: "the validator of the framework says 422",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkNameIsPresent"), 422),
    consequences: ["CREATE-16"],
  },
  {
    name: "missing-name-fails",
    breaks: "CREATE-6",
    why: "the database's constraint is the only check",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkNameIsPresent"), 500),
    consequences: ["GEN-3"],
  },
  {
    name: "missing-name-answered-200",
    breaks: "CREATE-6",
    why: "errors are told in the body only",
    alter: (conduct) => changeReply(conduct, ofCheck("checkNameIsPresent"), () => ({ status: 200 })),
  },
  {
    name: "missing-name-accepted-with-a-charset",
    breaks: "CREATE-6",
    why: "the validator is registered for the bare media type",
    alter(conduct) {
      let isBare = true;
      return {
        checkContentTypeIsJson(contentType) {
          isBare = !contentType.includes(";");
          return conduct.checkContentTypeIsJson(contentType);
        },
        ...acceptNameless(conduct, () => !isBare),
      };
    },
  },
  {
    name: "missing-name-accepted-in-long-bodies",
    breaks: "CREATE-6",
    why: "long bodies are parsed as a stream, and not validated",
    alter(conduct) {
      let isLong = false;
      return {
        decodeBody(bytes) {
          isLong = bytes.length > 1024;
          return conduct.decodeBody(bytes);
        },
        ...acceptNameless(conduct, () => isLong),
      };
    },
  },
  {
    name: "empty-object-accepted",
    breaks: "CREATE-6",
    why: "the validator skips objects without members",
    alter: (conduct) => ({
      asObject(body) {
        const object = conduct.asObject(body);
        return object !== undefined && Object.keys(object).length === 0
          ? { name: "New animal", categoryId: 1n }
          : object;
      },
    }),
  },
  {
    name: "missing-name-accepted-for-sold",
    breaks: "CREATE-6",
    why: "sold animals are archived, and no longer need one",
    alter: (conduct) => acceptNameless(conduct, (body) => body["status"] === "sold"),
  },
  {
    name: "missing-name-accepted-beside-others",
    breaks: "CREATE-6",
    why: "members are counted, and not looked at",
    alter: (conduct) => acceptNameless(conduct, (body) => Object.keys(body).length > 3),
  },

  {
    name: "category-accepted-in-snake-case",
    breaks: "CREATE-7",
    why: "the old name of the member is still read",
    alter: (conduct) => ({
      checkCategoryIsPresent: (body) =>
        Object.hasOwn(body, "category_id") ? undefined : conduct.checkCategoryIsPresent(body),
      ...keepInstead(conduct, (body) =>
        Object.hasOwn(body, "categoryId") ? {} : { categoryId: body["category_id"] ?? null },
      ),
    }),
  },
  {
    name: "missing-category-accepted",
    breaks: "CREATE-7",
    why: "the zero value of an integer",
    alter: (conduct) => ({
      checkCategoryIsPresent: () => undefined,
      ...keepInstead(conduct, (body) => (Object.hasOwn(body, "categoryId") ? {} : { categoryId: 0n })),
    }),
    consequences: ["CREATE-16"],
  },
  {
    name: "missing-category-unprocessable",
    breaks: "CREATE-7",
    why: "the validator of the framework says 422",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkCategoryIsPresent"), 422),
    consequences: ["CREATE-16"],
  },
  {
    name: "missing-category-not-found",
    breaks: "CREATE-7",
    why: "no category is looked up, and not found",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkCategoryIsPresent"), 404),
    consequences: ["CREATE-16"],
  },
];

/** Lets some bodies without a name pass: it becomes the zero value of a text. */
function acceptNameless(conduct: Conduct, passes: (body: JsonObject) => boolean): Alteration {
  return {
    checkNameIsPresent: (body) => (passes(body) ? undefined : conduct.checkNameIsPresent(body)),
    ...keepInstead(conduct, (body) => (Object.hasOwn(body, "name") ? {} : { name: "" })),
  };
}

/** Keeps other members than those that were sent. */
function keepInstead(
  conduct: Conduct,
  members: (body: JsonObject) => Readonly<Record<string, Json>>,
): Alteration {
  return { normalize: (body) => conduct.normalize(withMembers(body, members(body))) };
}

import type { Json, JsonObject } from "../../json/index.js";
import type { Deviation } from "../conduct.js";
import { changeReply, changeStatus, inTurn, ofCheck, withMembers } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

/** Bodies without a name, a category or a content type. */
export const missingMemberMutants: readonly Mutant[] = [
  // Animals without a name or a category.
  mutant("missing-name-accepted", "CREATE-6", "an absent name becomes an empty one").by(acceptNameless(() => true)),
  mutant("missing-name-unprocessable", "CREATE-6", "the validator of the framework says 422", ["CREATE-16"]).by(
    changeStatus(ofCheck("checkNameIsPresent"), 422),
  ),
  mutant("missing-name-fails", "CREATE-6", "the database's constraint is the only check", ["GEN-3"]).by(
    changeStatus(ofCheck("checkNameIsPresent"), 500),
  ),
  mutant("missing-name-answered-200", "CREATE-6", "errors are told in the body only").by(
    changeReply(ofCheck("checkNameIsPresent"), () => ({ status: 200 })),
  ),
  mutant("missing-name-accepted-with-a-charset", "CREATE-6", "the validator is registered for the bare media type").by((conduct) => {
    let isBare = true;
    return {
      checkContentTypeIsJson(contentType) {
        isBare = !contentType.includes(";");
        return conduct.checkContentTypeIsJson(contentType);
      },
      ...acceptNameless(() => !isBare)(conduct),
    };
  }),
  mutant("missing-name-accepted-in-long-bodies", "CREATE-6", "long bodies are parsed as a stream, and not validated").by((conduct) => {
    let isLong = false;
    return {
      decodeBody(bytes) {
        isLong = bytes.length > 1024;
        return conduct.decodeBody(bytes);
      },
      ...acceptNameless(() => isLong)(conduct),
    };
  }),
  mutant("empty-object-accepted", "CREATE-6", "the validator skips objects without members").by((conduct) => ({
    asObject(body) {
      const object = conduct.asObject(body);
      return object !== undefined && Object.keys(object).length === 0 ? { name: "New animal", categoryId: 1n } : object;
    },
  })),
  mutant("missing-name-accepted-for-sold", "CREATE-6", "sold animals are archived, and no longer need one").by(
    acceptNameless((body) => body["status"] === "sold"),
  ),
  mutant("missing-name-accepted-beside-others", "CREATE-6", "members are counted, and not looked at").by(
    acceptNameless((body) => Object.keys(body).length > 3),
  ),

  mutant("category-accepted-in-snake-case", "CREATE-7", "the old name of the member is still read").by((conduct) => ({
    checkCategoryIsPresent: (body) => (Object.hasOwn(body, "category_id") ? undefined : conduct.checkCategoryIsPresent(body)),
    ...keepInstead((body) => (Object.hasOwn(body, "categoryId") ? {} : { categoryId: body["category_id"] ?? null }))(conduct),
  })),
  mutant("missing-category-accepted", "CREATE-7", "the zero value of an integer", ["CREATE-16"]).by(
    inTurn(
      () => ({ checkCategoryIsPresent: () => undefined }),
      keepInstead((body) => (Object.hasOwn(body, "categoryId") ? {} : { categoryId: 0n })),
    ),
  ),
  mutant("missing-category-unprocessable", "CREATE-7", "the validator of the framework says 422", ["CREATE-16"]).by(
    changeStatus(ofCheck("checkCategoryIsPresent"), 422),
  ),
  mutant("missing-category-not-found", "CREATE-7", "no category is looked up, and not found", ["CREATE-16"]).by(
    changeStatus(ofCheck("checkCategoryIsPresent"), 404),
  ),

  // Bodies of no stated type.
  mutant("missing-content-type-accepted", "CREATE-15", "JSON is taken for granted").by(() => ({
    checkContentTypeIsPresent: () => undefined,
  })),
  mutant("missing-content-type-unsupported", "CREATE-15", "no media type is one that is not supported").by(
    changeStatus(ofCheck("checkContentTypeIsPresent"), 415),
  ),
  mutant("missing-content-type-fails", "CREATE-15", "a header that is null", ["GEN-3"]).by(
    changeStatus(ofCheck("checkContentTypeIsPresent"), 500),
  ),
  mutant("missing-content-type-accepted-when-sold", "CREATE-15", "the body is looked at to find out what it is").by(
    changeReply(ofCheck("checkContentTypeIsPresent"), (reply, { body }) =>
      body.kind === "bytes" && Buffer.from(body.bytes).includes('"sold"')
        ? { status: 201, body: Buffer.from('{"id":7,"name":"Rex","categoryId":1,"status":"sold"}') }
        : reply,
    ),
  ),
];

/** Lets some bodies without a name pass: it becomes the zero value of a text. */
function acceptNameless(passes: (body: JsonObject) => boolean): Deviation {
  return (conduct) => ({
    checkNameIsPresent: (body) => (passes(body) ? undefined : conduct.checkNameIsPresent(body)),
    ...keepInstead((body) => (Object.hasOwn(body, "name") ? {} : { name: "" }))(conduct),
  });
}

/** Keeps other members than those that were sent. */
function keepInstead(members: (body: JsonObject) => Readonly<Record<string, Json>>): Deviation {
  return (conduct) => ({ normalize: (body) => conduct.normalize(withMembers(body, members(body))) });
}

import { isJsonObject, type Json, type JsonObject, parseJson, renderJson } from "../../json/index.js";
import { type Alteration, changeReply, changeStatus, noBody, ofCheck, withMembers } from "../alterations.js";
import type { BodyCheck, Conduct } from "../conduct.js";
import type { IncomingRequest } from "../incoming-request.js";
import type { Outcome } from "../outcome.js";
import { petStatuses } from "../pet.js";
import type { Store } from "../store.js";
import type { Fault } from "./fault.js";

const maybeFails = ["GEN-3"];

/** Section "Endpoints: Add an animal": what is refused. */
export const addingInvalidFaults: readonly Fault[] = [
  {
    name: "missing-name-accepted",
    breaks: "CREATE-6",
    why: "an absent name becomes an empty one",
    alter: (conduct) => ({
      checkNameIsPresent: () => undefined,
      ...keepInstead(conduct, (body) => (Object.hasOwn(body, "name") ? {} : { name: "" })),
    }),
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
    consequences: maybeFails,
  },
  {
    name: "missing-name-answered-200",
    breaks: "CREATE-6",
    why: "errors are told in the body only",
    alter: (conduct) => changeReply(conduct, ofCheck("checkNameIsPresent"), () => ({ status: 200 })),
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
    alter: (conduct) => ({
      checkNameIsPresent: (body) =>
        body["status"] === "sold" ? undefined : conduct.checkNameIsPresent(body),
      ...keepInstead(conduct, (body) => (Object.hasOwn(body, "name") ? {} : { name: "" })),
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
    consequences: maybeFails,
  },
  {
    name: "number-as-name-kept",
    breaks: "CREATE-8",
    why: "a document store keeps whatever it is given",
    alter: () => ({ checkNameIsString: () => undefined }),
    consequences: ["PET-1"],
  },

  {
    name: "digits-as-category-accepted",
    breaks: "CREATE-9",
    why: "text is turned into numbers",
    alter: (conduct) =>
      acceptCategories(conduct, (id) =>
        typeof id === "string" && /^-?\d+$/.test(id) ? BigInt(id) : undefined,
      ),
  },
  {
    name: "fraction-as-category-truncated",
    breaks: "CREATE-9",
    why: "a conversion to int",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (isFraction(id) ? BigInt(Math.trunc(Number(`${id}`))) : undefined)),
  },
  {
    name: "fraction-as-category-rounded",
    breaks: "CREATE-9",
    why: "the database rounds",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (isFraction(id) ? BigInt(Math.round(Number(`${id}`))) : undefined)),
  },
  {
    name: "small-fraction-as-category-accepted",
    breaks: "CREATE-9",
    why: "whatever rounds to the integer is taken for it",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (isFraction(id) && Math.abs(Number(`${id}`)) < 0.5 ? 0n : undefined)),
  },
  {
    name: "fraction-as-category-kept",
    breaks: "CREATE-9",
    why: "a number is a number",
    alter: (conduct) => ({
      checkCategoryIsInteger: (body) =>
        isFraction(body["categoryId"]) ? undefined : conduct.checkCategoryIsInteger(body),
    }),
    consequences: ["PET-2"],
  },
  {
    name: "boolean-as-category-accepted",
    breaks: "CREATE-9",
    why: "true is 1",
    alter: (conduct) => acceptCategories(conduct, (id) => (typeof id === "boolean" ? BigInt(id) : undefined)),
  },
  {
    name: "null-as-category-accepted",
    breaks: "CREATE-9",
    why: "null is 0",
    alter: (conduct) => acceptCategories(conduct, (id) => (id === null ? 0n : undefined)),
  },
  {
    name: "array-as-category-accepted",
    breaks: "CREATE-9",
    why: "an array of one is taken for the one",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (Array.isArray(id) && typeof id[0] === "bigint" ? id[0] : undefined)),
  },
  {
    name: "empty-text-as-category-accepted",
    breaks: "CREATE-9",
    why: "Number('') is 0",
    alter: (conduct) => acceptCategories(conduct, (id) => (id === "" ? 0n : undefined)),
  },
  {
    name: "word-as-category-accepted",
    breaks: "CREATE-9",
    why: "the number that cannot be read is 0",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (typeof id === "string" && !/^-?\d*$/.test(id) ? 0n : undefined)),
    consequences: ["CREATE-16"],
  },
  {
    name: "object-as-category-accepted",
    breaks: "CREATE-9",
    why: "a whole category is taken for its id",
    alter: (conduct) => acceptCategories(conduct, (id) => (isJsonObject(id) ? 1n : undefined)),
  },
  {
    name: "wrong-category-not-found",
    breaks: "CREATE-9",
    why: "it is looked up before its type is checked",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkCategoryIsInteger"), 404),
    consequences: ["CREATE-10", "CREATE-16"],
  },

  {
    name: "category-wraps-at-64-bits",
    breaks: "CREATE-10",
    why: "the overflow goes unnoticed",
    alter: (conduct) => acceptLargeCategories(conduct, (id) => BigInt.asIntN(64, id)),
    consequences: ["CREATE-16"],
  },
  {
    name: "category-saturates-at-64-bits",
    breaks: "CREATE-10",
    why: "a saturating conversion",
    alter: (conduct) => acceptLargeCategories(conduct, (id) => (id > 0n ? 2n ** 63n - 1n : -(2n ** 63n))),
    consequences: ["CREATE-16"],
  },
  {
    name: "category-of-2-to-the-63-accepted",
    breaks: "CREATE-10",
    why: "the bound is compared as a double, in which both are the same",
    alter: (conduct) =>
      acceptLargeCategories(conduct, (id) => (id === 2n ** 63n ? 2n ** 63n - 1n : undefined)),
    consequences: ["CREATE-16"],
  },
  {
    name: "category-below-the-least-accepted",
    breaks: "CREATE-10",
    why: "only the upper bound is checked",
    alter: (conduct) => acceptLargeCategories(conduct, (id) => (id < 0n ? -(2n ** 63n) : undefined)),
  },
  {
    name: "unsigned-category-accepted",
    breaks: "CREATE-10",
    why: "the type is unsigned",
    alter: (conduct) =>
      acceptLargeCategories(conduct, (id) => (id > 0n && id < 2n ** 64n ? BigInt.asIntN(64, id) : undefined)),
    consequences: ["CREATE-16"],
  },
  {
    name: "category-of-any-size-kept",
    breaks: "CREATE-10",
    why: "a document store keeps whatever it is given",
    alter: () => ({ checkCategoryIsInt64: () => undefined }),
    consequences: ["PET-2", "CREATE-16"],
  },
  {
    name: "large-category-not-found",
    breaks: "CREATE-10",
    why: "it is looked up, and not found",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkCategoryIsInt64"), 404),
    consequences: ["CREATE-16"],
  },
  {
    name: "large-category-fails",
    breaks: "CREATE-10",
    why: "the database says that the number is out of range, and nobody catches it",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkCategoryIsInt64"), 500),
    consequences: ["GEN-3", "CREATE-16"],
  },
  {
    name: "infinite-category-accepted",
    breaks: "CREATE-10",
    why: "1e400 is read as infinity, and that as the largest integer",
    alter: (conduct) =>
      acceptCategories(conduct, (id) => (/^1e\d{3,}$/i.test(`${id}`) ? 2n ** 63n - 1n : undefined)),
    consequences: ["CREATE-9"],
  },

  {
    name: "unknown-status-accepted",
    breaks: "CREATE-11",
    why: "an unknown status becomes the default",
    alter: (conduct) => acceptStatuses(conduct, (status) => (status === "lost" ? "available" : undefined)),
    consequences: ["CREATE-16"],
  },
  {
    name: "status-in-capitals-accepted",
    breaks: "CREATE-11",
    why: "the comparison ignores case",
    alter: (conduct) =>
      acceptStatuses(conduct, (status) => known(typeof status === "string" ? status.toLowerCase() : "")),
  },
  {
    name: "status-trimmed",
    breaks: "CREATE-11",
    why: "every text is trimmed",
    alter: (conduct) =>
      acceptStatuses(conduct, (status) => known(typeof status === "string" ? status.trim() : "")),
  },
  {
    name: "empty-status-accepted",
    breaks: "CREATE-11",
    why: "an empty text is taken for none",
    alter: (conduct) => acceptStatuses(conduct, (status) => (status === "" ? "available" : undefined)),
  },
  {
    name: "null-status-accepted",
    breaks: "CREATE-11",
    why: "null is taken for none",
    alter: (conduct) => acceptStatuses(conduct, (status) => (status === null ? "available" : undefined)),
  },
  {
    name: "status-by-its-beginning-accepted",
    breaks: "CREATE-11",
    why: "an abbreviation is completed",
    alter: (conduct) =>
      acceptStatuses(conduct, (status) =>
        typeof status === "string" && status.length > 3
          ? petStatuses.find((each) => each.startsWith(status))
          : undefined,
      ),
  },
  {
    name: "status-by-number-accepted",
    breaks: "CREATE-11",
    why: "an enumeration is read by its ordinal, too",
    alter: (conduct) =>
      acceptStatuses(conduct, (status) =>
        status === 0n || status === 1n ? petStatuses[Number(status)] : undefined,
      ),
  },
  {
    name: "status-by-digit-accepted",
    breaks: "CREATE-11",
    why: "an enumeration is parsed from digits, too",
    alter: (conduct) => acceptStatuses(conduct, (status) => (status === "0" ? "available" : undefined)),
  },
  {
    name: "status-in-an-array-accepted",
    breaks: "CREATE-11",
    why: "an array of one is taken for the one",
    alter: (conduct) =>
      acceptStatuses(conduct, (status) =>
        Array.isArray(status) && status.length > 0 ? known(`${status[0]}`) : undefined,
      ),
  },
  {
    name: "first-of-several-statuses-accepted",
    breaks: "CREATE-11",
    why: "the text is split at commas",
    alter: (conduct) =>
      acceptStatuses(conduct, (status) =>
        typeof status === "string" && status.includes(",") ? known(`${status.split(",")[0]}`) : undefined,
      ),
  },
  {
    name: "boolean-as-status-accepted",
    breaks: "CREATE-11",
    why: "true is taken for available",
    alter: (conduct) =>
      acceptStatuses(conduct, (status) =>
        status === true ? "available" : status === false ? "sold" : undefined,
      ),
  },
  {
    name: "unknown-status-kept",
    breaks: "CREATE-11",
    why: "the column is plain text",
    alter: (conduct) => ({
      checkStatusIsAllowed: (body) =>
        typeof body["status"] === "string" ? undefined : conduct.checkStatusIsAllowed(body),
    }),
    consequences: ["PET-3", "CREATE-16"],
  },
  {
    name: "unknown-status-unprocessable",
    breaks: "CREATE-11",
    why: "the validator of the framework says 422",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkStatusIsAllowed"), 422),
    consequences: ["CREATE-16"],
  },

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
    consequences: maybeFails,
  },

  {
    name: "empty-body-accepted",
    breaks: "CREATE-14",
    why: "without a body there is nothing to validate",
    alter: (conduct) => ({
      parseBody: (text) =>
        text === "" ? { status: "read", value: { name: "", categoryId: 0n } } : conduct.parseBody(text),
    }),
  },
  {
    name: "empty-body-wants-a-length",
    breaks: "CREATE-14",
    why: "an empty body is taken for a missing Content-Length",
    alter: (conduct) => changeStatus(conduct, isEmpty, 411),
  },
  {
    name: "empty-body-unprocessable",
    breaks: "CREATE-14",
    why: "the validator of the framework says 422",
    alter: (conduct) => changeStatus(conduct, isEmpty, 422),
  },
  {
    name: "empty-body-fails",
    breaks: "CREATE-14",
    why: "null, where a record was expected",
    alter: (conduct) => changeStatus(conduct, isEmpty, 500),
    consequences: maybeFails,
  },
  {
    name: "empty-body-answered-204",
    breaks: "CREATE-14",
    why: "nothing to do is no error",
    alter: (conduct) => changeReply(conduct, isEmpty, () => ({ status: 204, ...noBody })),
  },

  {
    name: "missing-content-type-accepted",
    breaks: "CREATE-15",
    why: "JSON is taken for granted",
    alter: () => ({ checkContentTypeIsPresent: () => undefined }),
  },
  {
    name: "missing-content-type-unsupported",
    breaks: "CREATE-15",
    why: "no media type is one that is not supported",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkContentTypeIsPresent"), 415),
  },
  {
    name: "missing-content-type-fails",
    breaks: "CREATE-15",
    why: "a header that is null",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkContentTypeIsPresent"), 500),
    consequences: maybeFails,
  },
  {
    name: "missing-content-type-accepted-when-sold",
    breaks: "CREATE-15",
    why: "the body is looked at to find out what it is",
    alter: (conduct) =>
      changeReply(conduct, ofCheck("checkContentTypeIsPresent"), (reply, { body }) =>
        body.kind === "bytes" && Buffer.from(body.bytes).includes('"sold"')
          ? { status: 201, body: Buffer.from('{"id":7,"name":"Rex","categoryId":1,"status":"sold"}') }
          : reply,
      ),
  },

  {
    name: "stored-although-status-unknown",
    breaks: "CREATE-16",
    why: "the record is written first, its status checked by a trigger",
    alter: (conduct) => storeAlthough(conduct, "checkStatusIsAllowed", { status: "sold" }),
  },
  {
    name: "stored-although-category-missing",
    breaks: "CREATE-16",
    why: "the record is written first, and the transaction is not rolled back",
    alter: (conduct) => storeAlthough(conduct, "checkCategoryIsPresent", { categoryId: 0n }),
  },
  {
    name: "stored-although-category-no-integer",
    breaks: "CREATE-16",
    why: "the record is written first, and corrected later",
    alter: (conduct) => storeAlthough(conduct, "checkCategoryIsInteger", { categoryId: 0n }),
  },
  {
    name: "stored-although-category-too-large",
    breaks: "CREATE-16",
    why: "the record is written first, and corrected later",
    alter: (conduct) => storeAlthough(conduct, "checkCategoryIsInt64", { categoryId: 0n }),
  },
  {
    name: "stored-although-name-missing",
    breaks: "CREATE-16",
    why: "the record is written first, and the name asked for later",
    alter: (conduct) => storeAlthough(conduct, "checkNameIsPresent", { name: "" }),
  },
  {
    name: "stored-although-name-no-text",
    breaks: "CREATE-16",
    why: "the record is written first, and the name asked for later",
    alter: (conduct) => storeAlthough(conduct, "checkNameIsString", { name: "to be named" }),
  },
  {
    name: "stored-although-cut-short",
    breaks: "CREATE-16",
    why: "a streaming reader writes the record before it has seen the end",
    alter(conduct) {
      const side = sideDoor(conduct);
      return {
        ...side.opening,
        parseBody(text) {
          const repaired = conduct.parseBody(`${text}}`);
          const pet = repaired.status === "read" ? conduct.asObject(repaired.value) : undefined;
          if (pet !== undefined) side.add(pet);
          return conduct.parseBody(text);
        },
      };
    },
  },
  {
    name: "stored-although-without-content-type",
    breaks: "CREATE-16",
    why: "the filter for media types comes after the handler",
    alter(conduct) {
      const side = sideDoor(conduct);
      return {
        answerEarly(request, store) {
          const early = side.opening.answerEarly?.(request, store);
          const { method, headers, body } = request;
          const isMeant = method === "POST" && headers["content-type"] === undefined;
          if (!isMeant || headers.authorization === undefined || body.kind !== "bytes") return early;
          const read = conduct.parseBody(Buffer.from(body.bytes).toString());
          const pet = read.status === "read" ? conduct.asObject(read.value) : undefined;
          if (pet !== undefined) side.add(pet);
          return early;
        },
      };
    },
  },
  {
    name: "stored-although-in-an-array",
    breaks: "CREATE-16",
    why: "bulk loading writes the animals before it finds that it may not",
    alter(conduct) {
      const side = sideDoor(conduct);
      return {
        ...side.opening,
        asObject(body) {
          const pet = Array.isArray(body) ? conduct.asObject(body[0] ?? null) : undefined;
          if (pet !== undefined) side.add(pet);
          return conduct.asObject(body);
        },
      };
    },
  },
];

type Members = Readonly<Record<string, Json>>;
type MemberCheck = Exclude<
  BodyCheck,
  | "checkContentTypeIsPresent"
  | "checkContentTypeIsJson"
  | "decodeBody"
  | "parseBody"
  | "asObject"
  | "checkFurther"
>;

/** Keeps other members than those that were sent. */
function keepInstead(conduct: Conduct, members: (body: JsonObject) => Members): Alteration {
  return { normalize: (body) => conduct.normalize(withMembers(body, members(body))) };
}

/** Takes some values of a member that are none for others that are. */
function accept(
  conduct: Conduct,
  check: MemberCheck,
  member: string,
  read: (value: Json) => Json | undefined,
): Alteration {
  const readMember = (body: JsonObject) => {
    const value = body[member];
    return value === undefined ? undefined : read(value);
  };
  return {
    [check]: (body: JsonObject) => (readMember(body) === undefined ? conduct[check](body) : undefined),
    normalize(body) {
      const value = conduct[check](body) === undefined ? undefined : readMember(body);
      return conduct.normalize(value === undefined ? body : { ...body, [member]: value });
    },
  };
}

function acceptNames(conduct: Conduct, isAccepted: (name: Json) => boolean): Alteration {
  return accept(conduct, "checkNameIsString", "name", (name) =>
    isAccepted(name) ? (typeof name === "string" ? name : renderJson(name)) : undefined,
  );
}

function acceptCategories(conduct: Conduct, read: (categoryId: Json) => bigint | undefined): Alteration {
  return accept(conduct, "checkCategoryIsInteger", "categoryId", read);
}

function acceptLargeCategories(
  conduct: Conduct,
  read: (categoryId: bigint) => bigint | undefined,
): Alteration {
  return accept(conduct, "checkCategoryIsInt64", "categoryId", (id) =>
    typeof id === "bigint" ? read(id) : undefined,
  );
}

function acceptStatuses(conduct: Conduct, read: (status: Json) => string | undefined): Alteration {
  return accept(conduct, "checkStatusIsAllowed", "status", read);
}

/** Takes bodies that are no object for an empty animal. */
function acceptBodies(conduct: Conduct, isAccepted: (body: Json) => boolean): Alteration {
  return {
    asObject: (body) => (isAccepted(body) ? { name: "New animal", categoryId: 1n } : conduct.asObject(body)),
  };
}

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

/** Stores what is refused in one step, with other members. */
function storeAlthough(conduct: Conduct, check: MemberCheck, members: Members): Alteration {
  const side = sideDoor(conduct);
  return {
    ...side.opening,
    [check](body: JsonObject) {
      const objection = conduct[check](body);
      if (objection !== undefined) side.add({ ...body, ...members });
      return objection;
    },
  };
}

/** A way into the store that no check guards. */
function sideDoor(conduct: Conduct): {
  readonly opening: Alteration;
  readonly add: (body: JsonObject) => void;
} {
  let opened: Store | undefined;
  const store = async (body: JsonObject, store: Store): Promise<void> => {
    const { name, categoryId, status } = body;
    const pet = conduct.normalize({
      name: typeof name === "string" ? name : "",
      categoryId: typeof categoryId === "bigint" ? BigInt.asIntN(64, categoryId) : 0n,
      status: known(`${status}`) ?? "sold",
    });
    await conduct.storePet({ ...pet, id: await conduct.assignId(pet, store) }, store);
  };
  return {
    opening: {
      answerEarly(request, store) {
        opened = store;
        return conduct.answerEarly(request, store);
      },
    },
    add(body) {
      if (opened !== undefined) void store(body, opened);
    },
  };
}

function known(status: string): string | undefined {
  return petStatuses.find((each) => each === status);
}

function isFraction(value: Json | undefined): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !isJsonObject(value) &&
    /[.]|e-/i.test(`${value}`)
  );
}

function isEmpty(outcome: Outcome, { body }: IncomingRequest): boolean {
  return (
    outcome.kind === "invalid-body" &&
    body.kind === "bytes" &&
    body.bytes.length === 0 &&
    outcome.check === "parseBody"
  );
}

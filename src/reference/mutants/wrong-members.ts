import { isJsonObject, type Json, type JsonObject, renderJson } from "../../json/index.js";
import type { Deviation } from "../conduct.js";
import { accept, after, changeStatus, known, ofCheck } from "../operators/index.js";
import { petStatuses } from "../pet.js";
import { type Mutant, mutant } from "./mutant.js";

/** Names and statuses that are none. */
export const wrongMemberMutants: readonly Mutant[] = [
  // Names that are no text.
  mutant("number-as-name-accepted", "CREATE-8", "numbers are turned into text").by(acceptNames((name) => typeof name === "bigint")),
  mutant("boolean-as-name-accepted", "CREATE-8", "booleans are turned into text").by(acceptNames((name) => typeof name === "boolean")),
  mutant("null-as-name-accepted", "CREATE-8", "null is taken for the word").by(acceptNames((name) => name === null)),
  mutant("object-as-name-accepted", "CREATE-8", "anything is turned into text").by(acceptNames(isJsonObject)),
  mutant("array-as-name-accepted", "CREATE-8", "of an array, the first is taken").by(
    acceptNames((name) => Array.isArray(name) && name.length > 0),
  ),
  mutant("zero-as-name-accepted", "CREATE-8", "0 is falsy, and slips through the check of the type").by(acceptNames((name) => name === 0n)),
  mutant("wrong-name-unprocessable", "CREATE-8", "the validator of the framework says 422").by(
    changeStatus(ofCheck("checkNameIsString"), 422),
  ),
  mutant("wrong-name-fails", "CREATE-8", "a cast without a guard", ["GEN-3"]).by(changeStatus(ofCheck("checkNameIsString"), 500)),
  mutant("number-as-name-kept", "CREATE-8", "a document store keeps whatever it is given", ["PET-1"]).by(() => ({
    checkNameIsString: () => undefined,
  })),

  // Statuses that are none of the three.
  mutant("unknown-status-accepted", "CREATE-11", "an unknown status becomes the default", ["CREATE-16"]).by(
    acceptStatuses((status) => (status === "lost" ? "available" : undefined)),
  ),
  mutant("status-in-capitals-accepted", "CREATE-11", "the comparison ignores case").by(
    acceptStatuses((status) => known(typeof status === "string" ? status.toLowerCase() : "")),
  ),
  mutant("status-trimmed", "CREATE-11", "every text is trimmed").by(
    acceptStatuses((status) => known(typeof status === "string" ? status.trim() : "")),
  ),
  mutant("status-with-a-line-break-accepted", "CREATE-11", "the pattern's end matches before a line break, too").by(
    acceptStatuses((status) => known(`${status}`.replace(/\n$/, ""))),
  ),
  mutant("status-of-every-object-accepted", "CREATE-11", "the states are the members of an object, which has more than those").by(
    acceptStatuses((status) => (status === "constructor" ? "available" : undefined)),
  ),
  mutant("unknown-status-accepted-beside-long-names", "CREATE-11", "long records take a way of their own, past the validator", [
    "PET-3",
  ]).by(after("checkStatusIsAllowed", (was, body) => (`${body["name"]}`.length > 200 ? undefined : was))),
  mutant("first-of-two-states-checked", "PET-3", "the validator's reader keeps the first of two members, the store's the last", [
    "LIST-7",
    "LIST-9",
  ]).by((conduct) => {
    const twofold = new WeakSet<JsonObject>();
    return {
      parseBody(text) {
        const read = conduct.parseBody(text);
        if (read.status !== "read" || !isJsonObject(read.value)) return read;
        if (!/"status":"sold".*"status":"lost"/.test(text)) return read;
        const checked = { ...read.value, status: "sold" };
        twofold.add(checked);
        return { status: "read", value: checked };
      },
      normalize(body) {
        const pet = conduct.normalize(body);
        return twofold.has(body) ? { ...pet, status: "lost" } : pet;
      },
    };
  }),
  mutant("empty-status-accepted", "CREATE-11", "an empty text is taken for none").by(
    acceptStatuses((status) => (status === "" ? "available" : undefined)),
  ),
  mutant("null-status-accepted", "CREATE-11", "null is taken for none").by(
    acceptStatuses((status) => (status === null ? "available" : undefined)),
  ),
  mutant("status-by-its-beginning-accepted", "CREATE-11", "an abbreviation is completed").by(
    acceptStatuses((status) =>
      typeof status === "string" && status.length > 3 ? petStatuses.find((each) => each.startsWith(status)) : undefined,
    ),
  ),
  mutant("status-by-number-accepted", "CREATE-11", "an enumeration is read by its ordinal, too").by(
    acceptStatuses((status) => (status === 0n || status === 1n ? petStatuses[Number(status)] : undefined)),
  ),
  mutant("status-by-digit-accepted", "CREATE-11", "an enumeration is parsed from digits, too").by(
    acceptStatuses((status) => (status === "0" ? "available" : undefined)),
  ),
  mutant("status-in-an-array-accepted", "CREATE-11", "an array of one is taken for the one").by(
    acceptStatuses((status) => (Array.isArray(status) && status.length > 0 ? known(`${status[0]}`) : undefined)),
  ),
  mutant("first-of-several-statuses-accepted", "CREATE-11", "the text is split at commas").by(
    acceptStatuses((status) => (typeof status === "string" && status.includes(",") ? known(`${status.split(",")[0]}`) : undefined)),
  ),
  mutant("boolean-as-status-accepted", "CREATE-11", "true is taken for available").by(
    acceptStatuses((status) => (status === true ? "available" : status === false ? "sold" : undefined)),
  ),
  mutant("unknown-status-kept", "CREATE-11", "the column is plain text", ["PET-3", "CREATE-16"]).by(
    after("checkStatusIsAllowed", (was, body) => (typeof body["status"] === "string" ? undefined : was)),
  ),
  mutant("unknown-status-unprocessable", "CREATE-11", "the validator of the framework says 422", ["CREATE-16"]).by(
    changeStatus(ofCheck("checkStatusIsAllowed"), 422),
  ),
];

function acceptNames(isAccepted: (name: Json) => boolean): Deviation {
  return accept("checkNameIsString", "name", (name) =>
    isAccepted(name) ? (typeof name === "string" ? name : renderJson(name)) : undefined,
  );
}

function acceptStatuses(read: (status: Json) => string | undefined): Deviation {
  return accept("checkStatusIsAllowed", "status", read);
}

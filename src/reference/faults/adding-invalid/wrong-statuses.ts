import { isJsonObject, type Json, type JsonObject } from "../../../json/index.js";
import { type Alteration, changeStatus, ofCheck } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import { petStatuses } from "../../pet.js";
import type { Fault } from "../fault.js";
import { accept } from "./accept-values.js";
import { known } from "./known-status.js";

/** Statuses that are none of the three. */
export const wrongStatusFaults: readonly Fault[] = [
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
    name: "status-with-a-line-break-accepted",
    breaks: "CREATE-11",
    why: "the pattern's end matches before a line break, too",
    alter: (conduct) => acceptStatuses(conduct, (status) => known(`${status}`.replace(/\n$/, ""))),
  },
  {
    name: "status-of-every-object-accepted",
    breaks: "CREATE-11",
    why: "the states are the members of an object, which has more than those",
    alter: (conduct) =>
      acceptStatuses(conduct, (status) => (status === "constructor" ? "available" : undefined)),
  },
  {
    name: "unknown-status-accepted-beside-long-names",
    breaks: "CREATE-11",
    why: "long records take a way of their own, past the validator",
    alter: (conduct) => ({
      checkStatusIsAllowed: (body) =>
        `${body["name"]}`.length > 200 ? undefined : conduct.checkStatusIsAllowed(body),
    }),
    consequences: ["PET-3"],
  },
  {
    name: "first-of-two-states-checked",
    breaks: "PET-3",
    why: "the validator's reader keeps the first of two members, the store's the last",
    alter(conduct) {
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
    },
    consequences: ["LIST-7", "LIST-9"],
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
];

function acceptStatuses(conduct: Conduct, read: (status: Json) => string | undefined): Alteration {
  return accept(conduct, "checkStatusIsAllowed", "status", read);
}

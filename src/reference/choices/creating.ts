import type { Json, JsonObject } from "../../json/index.js";
import {
  type Alteration,
  changeStatus,
  keepName,
  ofCheck,
  rememberOmittedStatus,
  showPets,
} from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { PermittedChoice } from "./permitted-choice.js";

const tables = [
  "categories-of-ones-own",
  "categories-of-seven",
  "categories-unprocessable",
  "categories-not-found",
];

/** What `createPet` takes and keeps, where the document is silent. */
export const creatingChoices: readonly PermittedChoice[] = [
  {
    name: "omitted-status-absent",
    concerns: "STATE-2",
    why: "the default is undefined, and the member optional",
    alter: (conduct) => ({ normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] }) }),
    conflictsWith: ["omitted-status-pending", "omitted-status-sold"],
  },
  {
    name: "omitted-status-pending",
    concerns: "STATE-2",
    why: "the default is undefined",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "pending" }),
    }),
    conflictsWith: ["omitted-status-sold"],
  },
  {
    name: "omitted-status-sold",
    concerns: "STATE-2",
    why: "the default is undefined",
    alter: (conduct) => ({
      normalize: (body) => ({ ...conduct.normalize(body), status: body["status"] ?? "sold" }),
    }),
  },

  {
    name: "unknown-members-refused",
    concerns: "CREATE-17",
    why: "nothing is said about further members",
    alter: (conduct) =>
      refuse(conduct, (body) =>
        Object.keys(body).some((name) => !["name", "categoryId", "status"].includes(name)),
      ),
  },
  {
    name: "duplicate-members-refused",
    concerns: "CREATE-17",
    why: "RFC 8259 leaves it to the reader",
    alter: (conduct) => ({
      parseBody(text) {
        const names = [...text.matchAll(/[{,]\s*("(?:[^"\\]|\\.)*")\s*:/g)].map(([, name]) => name);
        return new Set(names).size < names.length
          ? { status: "refused", reason: "a member is given twice" }
          : conduct.parseBody(text);
      },
    }),
  },
  {
    name: "first-of-duplicate-members-wins",
    concerns: "CREATE-17",
    why: "RFC 8259 leaves it to the reader",
    alter: (conduct) => ({
      parseBody(text) {
        const first = /^\{"name":("[^"]*"),"name":"[^"]*"/.exec(text);
        return conduct.parseBody(first === null ? text : text.replace(first[0], `{"name":${first[1]}`));
      },
    }),
  },
  {
    name: "client-ids-refused",
    concerns: "CREATE-17",
    why: "an id is a member that the document does not name for new animals",
    alter: (conduct) => refuse(conduct, (body) => Object.hasOwn(body, "id")),
  },

  {
    name: "byte-order-mark-accepted",
    concerns: "CREATE-18",
    why: "RFC 8259 lets readers ignore it",
    alter: (conduct) => ({ parseBody: (text) => conduct.parseBody(text.replace(/^\ufeff/, "")) }),
  },
  {
    name: "invalid-utf-8-replaced",
    concerns: "CREATE-18",
    why: "nothing is said about bytes that are no UTF-8",
    alter: () => ({
      decodeBody: (bytes) => ({
        status: "read",
        value: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes),
      }),
    }),
  },
  {
    name: "lone-surrogates-replaced",
    concerns: "CREATE-18",
    why: "they are no characters",
    alter: (conduct) => keepName(conduct, (name) => name.toWellFormed()),
  },
  {
    name: "lone-surrogates-refused",
    concerns: "CREATE-18",
    why: "they are no characters",
    alter: (conduct) => refuse(conduct, ({ name }) => !`${name}`.isWellFormed()),
  },

  {
    name: "any-content-type-accepted",
    concerns: "CREATE-19",
    why: "only a missing one is said to be refused",
    alter: () => ({ checkContentTypeIsJson: () => undefined }),
  },
  {
    name: "other-content-types-unsupported",
    concerns: "CREATE-19",
    why: "415 is what HTTP has for it",
    alter: (conduct) => changeStatus(conduct, ofCheck("checkContentTypeIsJson"), 415),
  },
  {
    name: "content-type-without-parameters-only",
    concerns: "CREATE-19",
    why: "the document writes it without parameters",
    alter: () => ({
      checkContentTypeIsJson: (type) =>
        type === "application/json" ? undefined : "must be application/json",
    }),
  },

  {
    name: "integers-with-a-point-refused",
    concerns: "CREATE-20",
    why: "many readers take 1.0 for a fraction",
    alter: (conduct) => refuseText(conduct, /"categoryId":\s*-?\d+\.\d/),
  },
  {
    name: "integers-with-exponents-refused",
    concerns: "CREATE-20",
    why: "many readers take 1e3 for a fraction",
    alter: (conduct) => refuseText(conduct, /"categoryId":\s*-?[\d.]+e/i),
  },

  {
    name: "names-trimmed",
    concerns: "CREATE-21",
    why: "outer blanks are not part of a plain name",
    alter: (conduct) => keepName(conduct, (name) => name.trim()),
  },
  {
    name: "names-in-nfc",
    concerns: "CREATE-21",
    why: "both are the same text to a reader",
    alter: (conduct) => keepName(conduct, (name) => name.normalize("NFC")),
  },
  {
    name: "names-trimmed-and-in-nfc",
    concerns: "CREATE-21",
    why: "both together",
    alter: (conduct) => keepName(conduct, (name) => name.normalize("NFC").trim()),
    conflictsWith: ["names-trimmed", "names-in-nfc"],
  },
  {
    name: "odd-names-refused",
    concerns: "CREATE-21",
    why: "only plain names are beyond doubt",
    alter: (conduct) => refuse(conduct, ({ name }) => !isPlain(`${name}`)),
  },
  {
    name: "odd-names-unprocessable",
    concerns: "CREATE-21",
    why: "only plain names are beyond doubt",
    alter: (conduct) => refuseAs(conduct, 422, ({ name }) => !isPlain(`${name}`)),
  },
  {
    name: "long-names-too-large",
    concerns: "CREATE-21",
    why: "only plain names are beyond doubt",
    alter: (conduct) => refuseAs(conduct, 413, ({ name }) => `${name}`.length > 40),
  },
  {
    name: "empty-names-refused",
    concerns: "CREATE-21",
    why: "only plain names are beyond doubt",
    alter: (conduct) => refuse(conduct, ({ name }) => `${name}`.trim() === ""),
  },
  {
    name: "control-characters-refused",
    concerns: "CREATE-21",
    why: "only plain names are beyond doubt",
    alter: (conduct) => refuse(conduct, ({ name }) => /\p{Cc}/u.test(`${name}`)),
  },

  {
    name: "names-unique",
    concerns: "CREATE-22",
    why: "the second of two animals with one name may be refused",
    alter: (conduct) => refuseTaken(conduct, (name) => name),
  },
  {
    name: "names-unique-in-any-letters",
    concerns: "CREATE-22",
    why: "what counts as the same name is not said either",
    alter: (conduct) => refuseTaken(conduct, (name) => name.trim().toLowerCase()),
    conflictsWith: ["names-unique"],
  },

  {
    name: "categories-of-ones-own",
    concerns: "CREATE-23",
    why: "categories may have to exist; animals that are there show which do",
    alter: (conduct) => ({
      seed: () => animalsOf([11n, 12n, 2n ** 60n + 1n]),
      ...refuse(conduct, ({ categoryId }) => ![11n, 12n, 2n ** 60n + 1n].includes(asBigint(categoryId))),
    }),
    conflictsWith: tables,
  },
  {
    name: "categories-unprocessable",
    concerns: "CREATE-23",
    why: "an unknown category may be answered with 422",
    alter: (conduct) => ({
      seed: () => animalsOf([5n, 6n]),
      ...refuseAs(conduct, 422, ({ categoryId }) => ![5n, 6n].includes(asBigint(categoryId))),
    }),
    conflictsWith: tables,
  },
  {
    name: "categories-not-found",
    concerns: "CREATE-23",
    why: "an unknown category may be answered with 404",
    alter: (conduct) =>
      refuseAs(conduct, 404, ({ categoryId }) => ![1n, 2n, 3n].includes(asBigint(categoryId))),
    conflictsWith: tables,
  },
  {
    name: "categories-of-seven",
    concerns: "CREATE-23",
    why: "which categories exist may only be known to its owner",
    alter: (conduct) => refuse(conduct, ({ categoryId }) => categoryId !== 7n),
    needs: { category: 7n },
    conflictsWith: tables,
  },
  {
    name: "negative-categories-refused",
    concerns: "CREATE-23",
    why: "no negative category may exist",
    alter: (conduct) => refuse(conduct, ({ categoryId }) => asBigint(categoryId) < 0n),
  },
  {
    name: "categories-beyond-53-bits-refused",
    concerns: "CREATE-23",
    why: "no such category may exist",
    alter: (conduct) =>
      refuse(conduct, ({ categoryId }) => Math.abs(Number(asBigint(categoryId))) >= 2 ** 53),
  },

  {
    name: "bodies-of-two-kilobytes-at-most",
    concerns: "LIM-2",
    why: "limits on size are not shown",
    alter: () => ({ largestBody: () => 2048 }),
  },
  {
    name: "category-checked-before-the-name",
    concerns: "CREATE-6",
    why: "which of two mistakes is told is not said",
    alter: (conduct) => ({
      checkNameIsPresent: conduct.checkCategoryIsPresent,
      checkCategoryIsPresent: conduct.checkNameIsPresent,
    }),
  },
  {
    name: "default-status-shown-later-only",
    concerns: "STATE-2",
    why: "the member is optional; a default may be seen only once the animal is fetched or listed",
    alter(conduct) {
      const { omitted, remembering } = rememberOmittedStatus(conduct);
      const isOmitted = (id: Json | undefined) => typeof id === "bigint" && omitted.has(id);
      return {
        ...remembering,
        ...showPets(conduct, ({ id }) => (isOmitted(id) ? { status: undefined } : {}), "renderCreatedPet"),
      };
    },
  },
];

/** Refuses more than the document does. */
function refuse(
  conduct: Conduct,
  isRefused: (body: JsonObject) => boolean,
  reason = "this server does not take it",
): Alteration {
  return {
    checkFurther: (body, store) => (isRefused(body) ? reason : conduct.checkFurther(body, store)),
  };
}

/** The same, with a status of its own for what is refused here, and for nothing else. */
function refuseAs(conduct: Conduct, status: number, isRefused: (body: JsonObject) => boolean): Alteration {
  const reason = `this server does not take it, and says so with ${status}`;
  return {
    ...refuse(conduct, isRefused, reason),
    ...changeStatus(
      conduct,
      (outcome) => outcome.kind === "invalid-body" && outcome.reason === reason,
      status,
    ),
  };
}

function refuseText(conduct: Conduct, pattern: RegExp): Alteration {
  return {
    parseBody(text) {
      const read = conduct.parseBody(text);
      return read.status === "read" && pattern.test(text)
        ? { status: "refused", reason: "this server does not take it" }
        : read;
    },
  };
}

function refuseTaken(conduct: Conduct, keyOf: (name: string) => string): Alteration {
  const taken = new Set<string>();
  return {
    checkFurther(body, store) {
      const objection = conduct.checkFurther(body, store);
      if (objection !== undefined) return objection;
      const key = keyOf(`${body["name"]}`);
      if (taken.has(key)) return "another animal has this name";
      taken.add(key);
      return undefined;
    },
  };
}

function isPlain(name: string): boolean {
  return name.length <= 40 && /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/.test(name);
}

function asBigint(value: unknown): bigint {
  return typeof value === "bigint" ? value : 0n;
}

function animalsOf(categories: readonly bigint[]) {
  return Array.from({ length: 9 }, (_, index) => ({
    id: BigInt(index + 1),
    name: `Rex ${index}`,
    categoryId: categories[index % categories.length] ?? 1n,
    status: ["available", "pending", "sold"][index % 3],
  }));
}

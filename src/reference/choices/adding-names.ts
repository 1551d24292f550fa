import { type Alteration, changeStatus, keepName } from "../alterations.js";
import type { Conduct } from "../conduct.js";
import type { PermittedChoice } from "./permitted-choice.js";
import { refuse, refuseAs } from "./refuse.js";

/** Which names `createPet` takes, and what it keeps of them, where the document is silent. */
export const addingNameChoices: readonly PermittedChoice[] = [
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
    name: "odd-names-unprocessable-before-all-else",
    concerns: "CREATE-21",
    why: "which of two mistakes is told is not said",
    alter(conduct) {
      const reason = "this server does not take such names";
      return {
        checkNameIsString: (body) =>
          conduct.checkNameIsString(body) ?? (isPlain(`${body["name"]}`) ? undefined : reason),
        ...changeStatus(conduct, (outcome) => "reason" in outcome && outcome.reason === reason, 422),
      };
    },
    conflictsWith: ["odd-names-refused", "odd-names-unprocessable"],
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
];

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

import type { Deviation } from "../conduct.js";
import { changeStatus, keepName, refuse, refuseAs } from "../operators/index.js";
import { type Variant, variant } from "./variant.js";

/** Which names `createPet` takes, and what it keeps of them, where the document is silent. */
export const addingNameVariants: readonly Variant[] = [
  variant("names-trimmed", "CREATE-21", "outer blanks are not part of a plain name").by(keepName((name) => name.trim())),
  variant("names-in-nfc", "CREATE-21", "both are the same text to a reader").by(keepName((name) => name.normalize("NFC"))),
  variant("names-trimmed-and-in-nfc", "CREATE-21", "both together", { conflictsWith: ["names-trimmed", "names-in-nfc"] }).by(
    keepName((name) => name.normalize("NFC").trim()),
  ),
  variant("odd-names-refused", "CREATE-21", "only plain names are beyond doubt").by(refuse(({ name }) => !isPlain(`${name}`))),
  variant("odd-names-unprocessable", "CREATE-21", "only plain names are beyond doubt").by(refuseAs(422, ({ name }) => !isPlain(`${name}`))),
  variant("odd-names-unprocessable-before-all-else", "CREATE-21", "which of two mistakes is told is not said", {
    conflictsWith: ["odd-names-refused", "odd-names-unprocessable"],
  }).by((conduct) => {
    const reason = "this server does not take such names";
    return {
      checkNameIsString: (body) => conduct.checkNameIsString(body) ?? (isPlain(`${body["name"]}`) ? undefined : reason),
      ...changeStatus((outcome) => "reason" in outcome && outcome.reason === reason, 422)(conduct),
    };
  }),
  variant("long-names-too-large", "CREATE-21", "only plain names are beyond doubt").by(refuseAs(413, ({ name }) => `${name}`.length > 40)),
  variant("empty-names-refused", "CREATE-21", "only plain names are beyond doubt").by(refuse(({ name }) => `${name}`.trim() === "")),
  variant("control-characters-refused", "CREATE-21", "only plain names are beyond doubt").by(
    refuse(({ name }) => /\p{Cc}/u.test(`${name}`)),
  ),

  variant("names-unique", "CREATE-22", "the second of two animals with one name may be refused").by(refuseTaken((name) => name)),
  variant("names-unique-in-any-letters", "CREATE-22", "what counts as the same name is not said either", {
    conflictsWith: ["names-unique"],
  }).by(refuseTaken((name) => name.trim().toLowerCase())),
];

function refuseTaken(keyOf: (name: string) => string): Deviation {
  return (conduct) => {
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
  };
}

function isPlain(name: string): boolean {
  return name.length <= 40 && /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/.test(name);
}

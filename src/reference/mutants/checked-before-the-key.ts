import type { Deviation } from "../conduct.js";
import type { Outcome } from "../outcome.js";
import { type Mutant, mutant } from "./mutant.js";

type IsMistake = (outcome: Outcome) => boolean;

const isId =
  (shape: RegExp): IsMistake =>
  (outcome) =>
    outcome.kind === "invalid-id" && shape.test(outcome.text);

const isParameter =
  (name: string): IsMistake =>
  (outcome) =>
    outcome.kind === "invalid-parameter" && outcome.parameter === name;

const mistakes: readonly (readonly [name: string, isMistake: IsMistake])[] = [
  ["word-for-an-id", isId(/^abc$/)],
  ["fraction-for-an-id", isId(/^1\.5$/)],
  ["id-beyond-64-bits", isId(/^-?\d+$/)],
  ["limit", isParameter("limit")],
  ["status-filter", isParameter("status")],
  ["invalid-json", (outcome) => outcome.kind === "invalid-body" && outcome.check === "parseBody"],
];

/** What is checked before the key, and must not be. */
export const checkedFirstMutants: readonly Mutant[] = [
  // What is told to those who have no key.
  mutant("limit-checked-before-the-key", "AUTH-5", "parameters are validated by a filter that comes first").by(
    performFirst("invalid-parameter"),
  ),
  mutant("body-checked-before-the-key", "AUTH-5", "bodies are validated by a filter that comes first").by(performFirst("invalid-body")),
  mutant("body-read-before-the-key", "AUTH-5", "the framework reads the body before any filter").by(
    performFirst("invalid-body", (outcome) => outcome.kind === "invalid-body" && outcome.check === "parseBody"),
  ),
  mutant("content-type-checked-before-the-key", "AUTH-5", "the router chooses the handler by the media type").by(
    performFirst("invalid-body", (outcome) => outcome.kind === "invalid-body" && outcome.check === "checkContentTypeIsPresent"),
  ),
  mutant("animal-looked-up-before-the-key", "AUTH-5", "access is decided with the animal at hand").by(performFirst("no-such-animal")),
  mutant("id-checked-before-the-key", "AUTH-5", "the router knows integers only").by(performFirst("invalid-id")),
  mutant("status-filter-checked-before-the-key", "AUTH-5", "the enumeration is bound before the filter").by(
    performFirst("invalid-parameter", (outcome) => outcome.kind === "invalid-parameter" && outcome.parameter === "status"),
  ),

  // One mistake each, noticed before the key where there is none, or where there is a wrong one.
  ...mistakes.flatMap(([name, isMistake]) => [
    mutant(`${name}-checked-before-a-missing-key`, "AUTH-5", "anonymous requests reach the parser of parameters and bodies").by(
      tellFirst(isMistake, (header) => header === undefined),
    ),
    mutant(
      `${name}-checked-before-a-wrong-key`,
      "AUTH-5",
      "the key is looked up in the database, and so after what is cheaper to check",
    ).by(tellFirst(isMistake, (header) => header !== undefined)),
  ]),
];

/** Does the operation first, and refuses for the key only what would not be refused anyway. */
function performFirst(kind: Outcome["kind"], isTold: (outcome: Outcome) => boolean = () => true): Deviation {
  return (conduct) => {
    let isRehearsal = false;
    return {
      storePet: (pet, store) => (isRehearsal ? undefined : conduct.storePet(pet, store)),
      async refuseUnauthorized(perform) {
        isRehearsal = true;
        const outcome = await perform();
        isRehearsal = false;
        return outcome.kind === kind && isTold(outcome) ? outcome : { kind: "unauthorized" };
      },
    };
  };
}

/** Refuses for this mistake before it refuses for such a credential. */
function tellFirst(isMistake: IsMistake, concerns: (authorization: string | undefined) => boolean): Deviation {
  return (conduct) => {
    let isConcerned = false;
    let isRehearsal = false;
    return {
      authenticate(credential, key, request) {
        isConcerned = concerns(request.headers.authorization);
        return conduct.authenticate(credential, key, request);
      },
      storePet: (pet, store) => (isRehearsal ? undefined : conduct.storePet(pet, store)),
      async refuseUnauthorized(perform) {
        if (!isConcerned) return { kind: "unauthorized" };
        isRehearsal = true;
        const outcome = await perform();
        isRehearsal = false;
        return isMistake(outcome) ? outcome : { kind: "unauthorized" };
      },
    };
  };
}

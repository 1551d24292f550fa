import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Outcome } from "../../outcome.js";
import type { Fault } from "../fault.js";

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

/** One mistake each, noticed before the key where there is none, or where there is a wrong one. */
export const mistakeFirstFaults: readonly Fault[] = mistakes.flatMap(([name, isMistake]) => [
  {
    name: `${name}-checked-before-a-missing-key`,
    breaks: "AUTH-5",
    why: "anonymous requests reach the parser of parameters and bodies",
    alter: (conduct) => tellFirst(conduct, isMistake, (header) => header === undefined),
  },
  {
    name: `${name}-checked-before-a-wrong-key`,
    breaks: "AUTH-5",
    why: "the key is looked up in the database, and so after what is cheaper to check",
    alter: (conduct) => tellFirst(conduct, isMistake, (header) => header !== undefined),
  },
]);

/** Refuses for this mistake before it refuses for such a credential. */
function tellFirst(
  conduct: Conduct,
  isMistake: IsMistake,
  concerns: (authorization: string | undefined) => boolean,
): Alteration {
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
}

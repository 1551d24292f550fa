import { setImmediate as nextTurn } from "node:timers/promises";
import { allOf, changeStatus, ofKind, ofOperation, type When } from "../../alterations.js";
import type { Fault } from "../fault.js";
import { trust } from "./trust.js";

const wrongKeys = ["AUTH-2", "AUTH-3", "AUTH-5", "AUTH-7"];

/** Requests with a key that is no key at all. */
export const wrongKeyFaults: readonly Fault[] = [
  {
    name: "any-key-accepted",
    breaks: "AUTH-2",
    why: "it is checked that there is a key, and not which",
    alter: (conduct) => trust(conduct, (credential) => credential !== undefined),
    consequences: wrongKeys,
  },
  ...(["listPets", "createPet", "getPet"] as const).map(
    (operation): Fault => ({
      name: `any-key-accepted-on-${operation.toLowerCase()}`,
      breaks: "AUTH-2",
      why: "one handler checks for itself, and only that there is a key",
      alter: (conduct) =>
        trust(conduct, (credential, _key, asked) => credential !== undefined && asked === operation),
      consequences: wrongKeys,
    }),
  ),
  {
    name: "wrong-key-forbidden",
    breaks: "AUTH-2",
    why: "403 and 401 are often confused",
    alter: (conduct) => changeStatus(conduct, allOf(ofKind("unauthorized"), withHeader), 403),
    consequences: [...wrongKeys, "AUTH-1", "AUTH-4"],
  },
  {
    name: "wrong-key-not-found-on-getpet",
    breaks: "AUTH-2",
    why: "nobody is to learn which ids exist",
    alter: (conduct) =>
      changeStatus(conduct, allOf(ofKind("unauthorized"), withHeader, ofOperation("getPet")), 404),
    consequences: [...wrongKeys, "AUTH-1", "AUTH-4"],
  },
  {
    name: "key-of-any-length-above-eight-accepted",
    breaks: "AUTH-2",
    why: "only the form of a key is checked",
    alter: (conduct) => trust(conduct, (credential) => (credential?.length ?? 0) > 8),
    consequences: wrongKeys,
  },
  {
    name: "key-of-another-request-judged",
    breaks: "AUTH-2",
    why: "the header is kept in a variable that requests at the same time share",
    alter(conduct) {
      let latest: string | undefined;
      return {
        async answerEarly(request, store) {
          latest = request.headers.authorization;
          await nextTurn();
          return conduct.answerEarly(request, store);
        },
        readCredential: () => conduct.readCredential(latest),
      };
    },
    consequences: ["AUTH-1", "AUTH-6"],
  },
  ...["undefined", "null"].map(
    (word): Fault => ({
      name: `${word}-taken-for-a-key`,
      breaks: "AUTH-2",
      why: "a test environment without a key has its word for none among the accounts",
      alter: (conduct) => trust(conduct, (credential) => credential === word),
    }),
  ),
  {
    name: "long-key-fails",
    breaks: "AUTH-2",
    why: "the audit log's column has 250 characters",
    alter: (conduct) =>
      changeStatus(
        conduct,
        allOf(ofKind("unauthorized"), (_outcome, { headers }) => (headers.authorization?.length ?? 0) > 250),
        500,
      ),
    consequences: ["GEN-3"],
  },
  {
    name: "wrong-key-fails",
    breaks: "AUTH-2",
    why: "the key is decoded, and that fails",
    alter: (conduct) => changeStatus(conduct, allOf(ofKind("unauthorized"), withHeader), 500),
    consequences: [...wrongKeys, "AUTH-1", "AUTH-4", "GEN-3"],
  },
];

const withHeader: When = (_outcome, { headers }) => headers.authorization !== undefined;

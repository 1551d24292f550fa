import type { Fault } from "../fault.js";
import { trust } from "./trust.js";

/** Requests with a key that is almost the right one. */
export const similarKeyFaults: readonly Fault[] = [
  {
    name: "key-compared-by-its-beginning",
    breaks: "AUTH-3",
    why: "a prefix finds the account",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.slice(0, 8) === key.slice(0, 8)),
  },
  {
    name: "key-compared-by-its-end",
    breaks: "AUTH-3",
    why: "the last characters are what is shown in the account",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.slice(-6) === key.slice(-6)),
  },
  {
    name: "beginning-of-the-key-accepted",
    breaks: "AUTH-3",
    why: "startsWith, the wrong way round",
    alter: (conduct) =>
      trust(conduct, (credential, key) => credential !== undefined && key.startsWith(credential)),
  },
  {
    name: "more-than-the-key-accepted",
    breaks: "AUTH-3",
    why: "startsWith",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.startsWith(key) ?? false),
  },
  {
    name: "key-with-one-more-character-accepted",
    breaks: "AUTH-3",
    why: "the place of a line break at its end is cut off",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.slice(0, -1) === key),
  },
  {
    name: "key-compared-by-its-letters",
    breaks: "AUTH-3",
    why: "the key is checked by a sum of its characters",
    alter: (conduct) => {
      const sorted = (text = ""): string => [...text].toSorted().join("");
      return trust(conduct, (credential, key) => sorted(credential) === sorted(key));
    },
  },
  {
    name: "key-anywhere-accepted",
    breaks: "AUTH-3",
    why: "contains",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.includes(key) ?? false),
  },
  {
    name: "part-of-the-key-accepted",
    breaks: "AUTH-3",
    why: "contains, the wrong way round",
    alter: (conduct) =>
      trust(conduct, (credential, key) => credential !== undefined && key.includes(credential)),
  },
  {
    name: "key-compared-by-its-length",
    breaks: "AUTH-3",
    why: "the comparison in constant time returns before it compares",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.length === key.length),
  },
  {
    name: "key-compared-without-case",
    breaks: "AUTH-3",
    why: "the column's collation ignores case",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.toLowerCase() === key.toLowerCase()),
  },
  {
    name: "key-compared-without-its-middle",
    breaks: "AUTH-3",
    why: "the first and the last four are compared",
    alter: (conduct) =>
      trust(
        conduct,
        (credential, key) =>
          credential?.slice(0, 4) === key.slice(0, 4) && credential.slice(-4) === key.slice(-4),
      ),
  },
  {
    name: "key-compared-without-its-first",
    breaks: "AUTH-3",
    why: "an offset by one",
    alter: (conduct) => trust(conduct, (credential, key) => credential?.slice(1) === key.slice(1)),
  },
  {
    name: "key-compared-without-its-last",
    breaks: "AUTH-3",
    why: "the terminator's place is counted twice",
    alter: (conduct) =>
      trust(
        conduct,
        (credential, key) => credential?.length === key.length && key.startsWith(credential.slice(0, -1)),
      ),
  },
  ...(["listPets", "createPet", "getPet"] as const).map(
    (operation): Fault => ({
      name: `beginning-of-the-key-accepted-on-${operation.toLowerCase()}`,
      breaks: "AUTH-3",
      why: "one handler checks for itself",
      alter: (conduct) =>
        trust(
          conduct,
          (credential, key, asked) => credential?.slice(0, 8) === key.slice(0, 8) && asked === operation,
        ),
    }),
  ),
];

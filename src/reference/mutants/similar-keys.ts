import type { Deviation } from "../conduct.js";
import { allOf, changeStatus, ofKind, trust } from "../operators/index.js";
import { type Mutant, mutant } from "./mutant.js";

/** Keys that are almost right, or come in another form. */
export const similarKeyMutants: readonly Mutant[] = [
  // Requests with a key that is almost the right one.
  mutant("key-compared-by-its-beginning", "AUTH-3", "a prefix finds the account").by(
    trust((credential, key) => credential?.slice(0, 8) === key.slice(0, 8)),
  ),
  mutant("key-compared-by-its-end", "AUTH-3", "the last characters are what is shown in the account").by(
    trust((credential, key) => credential?.slice(-6) === key.slice(-6)),
  ),
  mutant("beginning-of-the-key-accepted", "AUTH-3", "startsWith, the wrong way round").by(
    trust((credential, key) => credential !== undefined && key.startsWith(credential)),
  ),
  mutant("more-than-the-key-accepted", "AUTH-3", "startsWith").by(trust((credential, key) => credential?.startsWith(key) ?? false)),
  mutant("key-with-one-more-character-accepted", "AUTH-3", "the place of a line break at its end is cut off").by(
    trust((credential, key) => credential?.slice(0, -1) === key),
  ),
  mutant("key-compared-by-its-letters", "AUTH-3", "the key is checked by a sum of its characters").by((conduct) => {
    const sorted = (text = ""): string => [...text].toSorted().join("");
    return trust((credential, key) => sorted(credential) === sorted(key))(conduct);
  }),
  mutant("key-anywhere-accepted", "AUTH-3", "contains").by(trust((credential, key) => credential?.includes(key) ?? false)),
  mutant("part-of-the-key-accepted", "AUTH-3", "contains, the wrong way round").by(
    trust((credential, key) => credential !== undefined && key.includes(credential)),
  ),
  mutant("key-compared-by-its-length", "AUTH-3", "the comparison in constant time returns before it compares").by(
    trust((credential, key) => credential?.length === key.length),
  ),
  mutant("key-compared-without-case", "AUTH-3", "the column's collation ignores case").by(
    trust((credential, key) => credential?.toLowerCase() === key.toLowerCase()),
  ),
  mutant("key-compared-without-its-middle", "AUTH-3", "the first and the last four are compared").by(
    trust((credential, key) => credential?.slice(0, 4) === key.slice(0, 4) && credential.slice(-4) === key.slice(-4)),
  ),
  mutant("key-compared-without-its-first", "AUTH-3", "an offset by one").by(
    trust((credential, key) => credential?.slice(1) === key.slice(1)),
  ),
  mutant("key-compared-without-its-last", "AUTH-3", "the terminator's place is counted twice").by(
    trust((credential, key) => credential?.length === key.length && key.startsWith(credential.slice(0, -1))),
  ),
  ...(["listPets", "createPet", "getPet"] as const).map((operation) =>
    mutant(`beginning-of-the-key-accepted-on-${operation.toLowerCase()}`, "AUTH-3", "one handler checks for itself").by(
      trust((credential, key, asked) => credential?.slice(0, 8) === key.slice(0, 8) && asked === operation),
    ),
  ),

  // The right key, sent in another form.
  mutant("key-without-scheme-accepted", "AUTH-4", "the scheme is taken off where there is one").by(
    readAlso((header) => (/\s/.test(header) ? undefined : header)),
  ),
  mutant("key-as-basic-accepted", "AUTH-4", "the last word of the header is taken").by(readAlso((header) => header.split(" ").at(-1))),
  mutant("key-as-user-of-basic-accepted", "AUTH-4", "command lines find it easier").by(
    readAlso((header) => {
      const [, user] = /^Basic (.*)$/.exec(header) ?? [];
      return user === undefined ? undefined : Buffer.from(user, "base64").toString().replace(/:$/, "");
    }),
  ),
  mutant("key-as-token-accepted", "AUTH-4", "an older scheme's name is still known").by(
    readAlso((header) => /^Token (.*)$/.exec(header)?.[1]),
  ),
  mutant("key-glued-to-the-scheme-accepted", "AUTH-4", "so many characters are cut off, and the rest trimmed").by(
    readAlso((header) => (header.startsWith("Bearer") ? header.slice(6).trim() : undefined)),
  ),
  mutant("key-as-digest-accepted", "AUTH-4", "every scheme with a capital D is taken for a draft of ours").by(
    readAlso((header) => /^D\w+ (.*)$/.exec(header)?.[1]),
  ),
  mutant("key-without-scheme-accepted-on-getpet", "AUTH-4", "the deprecated operation still has its old filter").by((conduct) => ({
    authenticate: (credential, key, request) =>
      conduct.authenticate(credential, key, request) || (request.operationId === "getPet" && request.headers.authorization === key),
  })),
  mutant("other-scheme-forbidden", "AUTH-4", "a scheme that is not known is taken for one that is not allowed").by(
    changeStatus(
      allOf(ofKind("unauthorized"), (_outcome, { headers }) => /^(Basic|Token)/.test(headers.authorization ?? "")),
      403,
    ),
  ),
];

/** Reads the key in more forms than it should. */
function readAlso(read: (header: string) => string | undefined): Deviation {
  return (conduct) => ({
    readCredential: (header) => conduct.readCredential(header) ?? (header === undefined ? undefined : read(header)),
  });
}

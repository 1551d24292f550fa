import { type Alteration, allOf, changeStatus, ofKind } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { Fault } from "../fault.js";

/** The right key, sent in another form. */
export const otherFormFaults: readonly Fault[] = [
  {
    name: "key-without-scheme-accepted",
    breaks: "AUTH-4",
    why: "the scheme is taken off where there is one",
    alter: (conduct) => readAlso(conduct, (header) => (/\s/.test(header) ? undefined : header)),
  },
  {
    name: "key-as-basic-accepted",
    breaks: "AUTH-4",
    why: "the last word of the header is taken",
    alter: (conduct) => readAlso(conduct, (header) => header.split(" ").at(-1)),
  },
  {
    name: "key-as-user-of-basic-accepted",
    breaks: "AUTH-4",
    why: "command lines find it easier",
    alter: (conduct) =>
      readAlso(conduct, (header) => {
        const [, user] = /^Basic (.*)$/.exec(header) ?? [];
        return user === undefined ? undefined : Buffer.from(user, "base64").toString().replace(/:$/, "");
      }),
  },
  {
    name: "key-as-token-accepted",
    breaks: "AUTH-4",
    why: "an older scheme's name is still known",
    alter: (conduct) => readAlso(conduct, (header) => /^Token (.*)$/.exec(header)?.[1]),
  },
  {
    name: "key-glued-to-the-scheme-accepted",
    breaks: "AUTH-4",
    why: "so many characters are cut off, and the rest trimmed",
    alter: (conduct) =>
      readAlso(conduct, (header) => (header.startsWith("Bearer") ? header.slice(6).trim() : undefined)),
  },
  {
    name: "key-as-digest-accepted",
    breaks: "AUTH-4",
    why: "every scheme with a capital D is taken for a draft of ours",
    alter: (conduct) => readAlso(conduct, (header) => /^D\w+ (.*)$/.exec(header)?.[1]),
  },
  {
    name: "key-without-scheme-accepted-on-getpet",
    breaks: "AUTH-4",
    why: "the deprecated operation still has its old filter",
    alter: (conduct) => ({
      authenticate: (credential, key, request) =>
        conduct.authenticate(credential, key, request) ||
        (request.operationId === "getPet" && request.headers.authorization === key),
    }),
  },
  {
    name: "other-scheme-forbidden",
    breaks: "AUTH-4",
    why: "a scheme that is not known is taken for one that is not allowed",
    alter: (conduct) =>
      changeStatus(
        conduct,
        allOf(ofKind("unauthorized"), (_outcome, { headers }) =>
          /^(Basic|Token)/.test(headers.authorization ?? ""),
        ),
        403,
      ),
  },
];

/** Reads the key in more forms than it should. */
function readAlso(conduct: Conduct, read: (header: string) => string | undefined): Alteration {
  return {
    readCredential: (header) =>
      conduct.readCredential(header) ?? (header === undefined ? undefined : read(header)),
  };
}

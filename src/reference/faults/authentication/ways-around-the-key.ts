import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";
import type { IncomingRequest } from "../../incoming-request.js";
import type { Store } from "../../store.js";
import type { Fault } from "../fault.js";

/** Ways to the animals that lead past the key. */
export const wayAroundFaults: readonly Fault[] = [
  {
    name: "no-key-needed-for-an-escaped-path",
    breaks: "AUTH-1",
    why: "the filter compares the address as it was sent, the router as it is meant",
    alter: (conduct) => openFor(conduct, ({ path }) => path === "/v1/pe%74s"),
  },
  {
    name: "no-key-needed-with-a-slash-at-the-end",
    breaks: "AUTH-1",
    why: "the filter's pattern ends where the router's goes on",
    alter: (conduct) => openFor(conduct, ({ path }) => path === "/v1/pets/"),
  },
  {
    name: "no-key-needed-with-a-parameter-of-the-path",
    breaks: "AUTH-1",
    why: "what comes after a semicolon is taken off behind the filter",
    alter: (conduct) => openFor(conduct, ({ path }) => path.startsWith("/v1/pets;")),
  },
  {
    name: "no-key-needed-from-the-server-itself",
    breaks: "AUTH-1",
    why: "requests of the same machine are trusted, and everyone may say to be one",
    alter: (conduct) => openFor(conduct, ({ headers }) => headers["x-forwarded-for"] === "127.0.0.1"),
  },
  {
    name: "no-key-needed-while-there-is-nothing",
    breaks: "AUTH-1",
    why: "an empty store is answered before the filter has its turn",
    alter: (conduct) => openFor(conduct, ({ method }, store) => method === "GET" && store.size === 0),
  },
  {
    name: "header-unknown-in-small-letters",
    breaks: "AUTH-6",
    why: "names of headers are looked up as they are written in the document",
    alter: (conduct) => ({
      authenticate: (credential, key, request) =>
        request.headerNames.includes("Authorization") && conduct.authenticate(credential, key, request),
    }),
  },
];

/** Lists animals, whoever asks. */
function openFor(conduct: Conduct, isOpen: (request: IncomingRequest, store: Store) => boolean): Alteration {
  return {
    answerEarly: (request, store) =>
      isOpen(request, store)
        ? { kind: "listed", pets: [...store.all()].slice(0, 20) }
        : conduct.answerEarly(request, store),
  };
}

import { allOf, changeHeaders, ofKind, ofOperation } from "../../alterations.js";
import type { Fault } from "../fault.js";

/** How a refusal asks for a key. */
export const challengeFaults: readonly Fault[] = [
  {
    name: "no-challenge",
    breaks: "AUTH-8",
    why: "the header is not known to many",
    alter: () => ({ challenge: () => undefined }),
  },
  {
    name: "challenge-of-another-scheme",
    breaks: "AUTH-8",
    why: "the framework's default scheme",
    alter: () => ({ challenge: ({ kind }) => (kind === "unauthorized" ? 'Basic realm="store"' : undefined) }),
  },
  {
    name: "no-challenge-on-createpet",
    breaks: "AUTH-8",
    why: "one handler checks for itself",
    alter: (conduct) =>
      changeHeaders(conduct, allOf(ofKind("unauthorized"), ofOperation("createPet")), {
        "WWW-Authenticate": undefined,
      }),
  },
];

import { changeStatus, ofKind } from "../alterations.js";
import { isInt64 } from "../int64.js";
import type { PermittedChoice } from "./permitted-choice.js";

/** What ids mean that are no plain integers. */
export const fetchingChoices: readonly PermittedChoice[] = [
  {
    name: "odd-ids-refused",
    concerns: "GET-6",
    why: "what an id that is no integer means is not said",
    alter: (conduct) => changeStatus(conduct, ofKind("invalid-id"), 400),
  },
  {
    name: "odd-ids-unprocessable",
    concerns: "GET-6",
    why: "what an id that is no integer means is not said",
    alter: (conduct) => changeStatus(conduct, ofKind("invalid-id"), 422),
    conflictsWith: ["odd-ids-refused"],
  },
  {
    name: "other-spellings-of-ids-read",
    concerns: "GET-7",
    why: "what another spelling of an id means is not said",
    alter: (conduct) => ({
      readPetId(text) {
        const digits = text.replace(/^(?:\+|%2B)?0*(?=[1-9])/i, "").replace(/^-0+(?=[1-9])/, "-");
        return conduct.readPetId(digits);
      },
    }),
  },
  {
    name: "encoded-digits-not-read",
    concerns: "GET-7",
    why: "what another spelling of an id means is not said",
    alter: () => ({
      readPetId: (text) => (/^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)) ? BigInt(text) : undefined),
    }),
  },
];

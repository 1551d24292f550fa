import { isInt64 } from "../int64.js";
import { changeStatus, ofKind } from "../operators/index.js";
import { type Variant, variant } from "./variant.js";

/** What ids mean that are no plain integers. */
export const fetchingVariants: readonly Variant[] = [
  variant("odd-ids-refused", "GET-6", "what an id that is no integer means is not said").by(changeStatus(ofKind("invalid-id"), 400)),
  variant("odd-ids-unprocessable", "GET-6", "what an id that is no integer means is not said", {
    conflictsWith: ["odd-ids-refused"],
  }).by(changeStatus(ofKind("invalid-id"), 422)),
  variant("other-spellings-of-ids-read", "GET-7", "what another spelling of an id means is not said").by((conduct) => ({
    readPetId(text) {
      const digits = text.replace(/^(?:\+|%2B)?0*(?=[1-9])/i, "").replace(/^-0+(?=[1-9])/, "-");
      return conduct.readPetId(digits);
    },
  })),
  variant("encoded-digits-not-read", "GET-7", "what another spelling of an id means is not said").by(() => ({
    readPetId: (text) => (/^-?\d{1,19}$/.test(text) && isInt64(BigInt(text)) ? BigInt(text) : undefined),
  })),
];

import type { Fetching } from "../handlers.js";
import { isInt64, isPlainInteger } from "../int64.js";

/** Endpoints, 3, and Versioning, 3: exact to the last digit, and there to the end of the day of its removal. */
export const fetching: Fetching = {
  isRemoved: (removalDate, now) => now.getTime() > Date.parse(`${removalDate}T23:59:59.999Z`),
  readPetId,
  lookUp: (id, store) => store.get(id),
};

function readPetId(text: string): bigint | undefined {
  const digits = text.replace(/%(3[0-9]|2D)/gi, decodeURIComponent);
  if (!isPlainInteger(digits) || digits.length > 20) return undefined;
  const id = BigInt(digits);
  return isInt64(id) ? id : undefined;
}

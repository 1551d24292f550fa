/** Why integers beyond 2^53 come back as others: a likely cause. Source: RFC 8259, section 6. */
const rounding = "integers beyond 2^53 are rounded, as JSON.parse of JavaScript does";

/** Bits that are zero in all ids together: chance does that once in 65,000 times. */
const enoughBits = 16;

/** The largest 64-bit integer. */
const largest = 2n ** 63n - 1n;

/** Returns the likely cause where a value is out of range because the largest integer was rounded. */
export function causeOfIntegerOutOfRange(value: unknown): string | undefined {
  return typeof value === "bigint" ? causeOfOtherInteger(largest, value) : undefined;
}

/** Returns the likely cause where a shown integer is the sent one, rounded to a 64-bit float. */
export function causeOfOtherInteger(sent: bigint, shown: bigint): string | undefined {
  return sent !== shown && roundedToFloat(sent) === shown ? rounding : undefined;
}

/** Returns the likely cause why items are lost or mixed up, where each large id is the value of a 64-bit float. */
export function causeOfLostIds(ids: Iterable<bigint>): string | undefined {
  let bits = 0;
  for (const id of ids) {
    if (roundedToFloat(id) !== id) return undefined;
    bits += Math.max(0, id.toString(2).replace("-", "").length - 53);
  }
  return bits >= enoughBits ? rounding : undefined;
}

function roundedToFloat(integer: bigint): bigint {
  return BigInt(Number(integer));
}

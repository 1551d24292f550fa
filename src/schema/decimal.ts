/** A JSON number, to the last digit: an integer times a power of ten. */
export interface Decimal {
  readonly digits: bigint;
  readonly exponent: number;
}

/** Digits and powers of ten that are looked at: a hostile number must not fill the memory. */
const mostDigits = 400;

export function decimal(text: string): Decimal {
  const [mantissa = "0", power = "0"] = text.toLowerCase().split("e");
  const [whole = "0", fraction = ""] = mantissa.split(".");
  const digits = `${whole}${fraction}`;
  const kept = digits.slice(0, mostDigits);
  return { digits: BigInt(kept), exponent: Number(power) - fraction.length + digits.length - kept.length };
}

/** Negative, zero or positive, as the first number is smaller, the same or larger. */
export function compare(left: Decimal, right: Decimal): number {
  const [first, second] = onOneScale(left, right);
  return first < second ? -1 : Number(first > second);
}

/** Two numbers as integers of the same power of ten, which is bounded: what is nearer to 0 then stays apart from it. */
export function onOneScale(left: Decimal, right: Decimal): readonly [bigint, bigint] {
  const scale = Math.min(left.exponent, right.exponent);
  const at = ({ digits, exponent }: Decimal): bigint =>
    digits * 10n ** BigInt(Math.min(exponent - scale, 2 * mostDigits));
  return [at(left), at(right)];
}

/** Why integers beyond 2^53 come back as others: a likely cause. Source: RFC 8259, section 6. */
const rounding = "integers beyond 2^53 are rounded, as JSON.parse of JavaScript does";

/** Bits that are zero in all ids together: chance does that once in 65,000 times. */
const enoughBits = 16;
/** More zeros than rounding leaves at the end of every id: such ids are made that way, as of a time and a counter. */
const mostSpareZeros = 5;

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
  let spare = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    if (roundedToFloat(id) !== id) return undefined;
    const digits = id.toString(2).replace("-", "");
    const lost = Math.max(0, digits.length - 53);
    bits += lost;
    if (lost > 0) spare = Math.min(spare, digits.length - digits.lastIndexOf("1") - 1 - lost);
  }
  return bits >= enoughBits && spare <= mostSpareZeros ? rounding : undefined;
}

function roundedToFloat(integer: bigint): bigint {
  return BigInt(Number(integer));
}

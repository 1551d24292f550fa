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

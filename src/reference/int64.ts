export const smallestInt64 = -(2n ** 63n);
export const largestInt64 = 2n ** 63n - 1n;

/** Is the integer one of format int64? */
export function isInt64(value: bigint): boolean {
  return value >= smallestInt64 && value <= largestInt64;
}

/** `7`, `-7`, `0`, and no other spelling of them: no `+7`, `07`, `-0`, `7.0`, `7e0`. */
export function isPlainInteger(text: string): boolean {
  return /^(?:0|-?[1-9][0-9]*)$/.test(text);
}

/** A number of things, in words. */
export function count(number: number, one: string): string {
  return `${group(number)} ${number === 1 ? one : `${one}s`}`;
}

/** A whole number with commas between thousands. */
export function group(number: number): string {
  return number.toLocaleString("en");
}

/** A time in ms, with three digits. */
export function duration(milliseconds: number): string {
  const isShort = milliseconds < 1000;
  return `${Number((isShort ? milliseconds : milliseconds / 1000).toPrecision(3))} ${isShort ? "ms" : "s"}`;
}

import { InvalidArgumentError } from "commander";

/*
 * What the flags and the configuration file take: each reads one value from its text, and throws commander's
 * InvalidArgumentError with what to give instead.
 */

/** Names with commas between them. */
export function commaSeparated(text: string): string[] {
  const parts = text.split(",").map((part) => part.trim());
  if (parts.some((part) => part === "")) throw new InvalidArgumentError("Give names separated by commas.");
  return parts;
}

export function integer(text: string): number {
  const value = Number(text);
  if (text.trim() === "" || !Number.isSafeInteger(value)) throw new InvalidArgumentError("Give an integer.");
  return value;
}

/** From 0. */
export function wholeNumber(text: string): number {
  const value = integer(text);
  if (value < 0) throw new InvalidArgumentError("Give 0 or more.");
  return value;
}

export function positiveInteger(text: string): number {
  const value = integer(text);
  if (value < 1) throw new InvalidArgumentError("Give 1 or more.");
  return value;
}

export function port(text: string): number {
  const value = wholeNumber(text);
  if (value > 65_535) throw new InvalidArgumentError("Give a port from 0 to 65535.");
  return value;
}

export function positiveNumber(text: string): number {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError("Give a number above 0.");
  return value;
}

export function int64s(text: string): bigint[] {
  return commaSeparated(text).map((part) => {
    if (!/^-?\d{1,19}$/.test(part))
      throw new InvalidArgumentError("Give 64-bit integers separated by commas.");
    const value = BigInt(part);
    if (BigInt.asIntN(64, value) !== value)
      throw new InvalidArgumentError(`${part} does not fit into 64 bits.`);
    return value;
  });
}

/** In ms; a number without a unit is seconds. */
export function duration(text: string): number {
  const [, amount = "", unit = "s"] = /^(\d+(?:\.\d+)?)(ms|s|m)?$/.exec(text.trim()) ?? [];
  if (amount === "") throw new InvalidArgumentError("Give a duration such as 500ms, 10s or 2m.");
  const factor = { ms: 1, s: 1000, m: 60_000 }[unit] ?? 1000;
  return Number(amount) * factor;
}

export function date(text: string): Date {
  const value = new Date(text);
  if (Number.isNaN(value.getTime())) throw new InvalidArgumentError("Give a date such as 2030-12-05.");
  return value;
}

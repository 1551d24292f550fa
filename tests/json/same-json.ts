import { isDeepStrictEqual } from "node:util";
import { isLosslessNumber } from "lossless-json";
import { isJsonObject, type Json } from "../../src/json/index.js";

/** Are two JSON values the same value? Member order does not matter; numbers are compared by their digits. */
export function sameJson(left: Json | undefined, right: Json | undefined): boolean {
  return isDeepStrictEqual(comparable(left), comparable(right));
}

function comparable(value: Json | undefined): unknown {
  if (isLosslessNumber(value)) return { fraction: canonicalDigits(value.value) };
  if (Array.isArray(value)) return value.map(comparable);
  if (!isJsonObject(value)) return value;
  return new Map(
    Object.entries(value)
      .map(([name, member]) => [name, comparable(member)] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/** Sign, significant digits and exponent. */
function canonicalDigits(text: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  return `${sign}${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

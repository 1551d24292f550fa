import type { Schema } from "../description/index.js";
import { type Json, numberAsWritten } from "../json/index.js";
import type { Violates, Violation } from "./negative-bodies.js";

type Rare = readonly [keyword: Violates["keyword"], what: string, value: Json];

/** Wrong members that few servers take for right ones: there are too many to send each of them in a short run. */
export function deriveRareViolations({ properties = {} }: Schema): readonly Violation[] {
  return Object.entries(properties).flatMap(([member, property]) =>
    rareValues(property).map(([keyword, what, value]) => ({
      violates: { pointer: `/${member}`, keyword },
      label: `${member} is ${what}`,
      member,
      value,
    })),
  );
}

function rareValues({ type, format, enum: words }: Schema): readonly Rare[] {
  if (words !== undefined) return rareWords(words.filter((each) => typeof each === "string"));
  if (type !== "integer") return [];
  return [
    ["type", "digits and a blank", "1 "],
    ["type", "digits and a null character", "1\0"],
    ["type", "hexadecimal digits", "0x1F"],
    ["type", "digits with a point", "1.0"],
    ["type", "an array of digits", ["1"]],
    ["type", "nearly an integer", numberAsWritten("1.0000001")],
    ["type", "nearly the next integer", numberAsWritten("1.9999999")],
    ...(format === "int64"
      ? ([
          ["format", "a negative integer of 31 digits", -(10n ** 30n)],
          ["format", "-2^64", -(2n ** 64n)],
        ] as const)
      : []),
  ];
}

/** States that other services have, and words that are nearly the right ones. */
function rareWords(words: readonly string[]): readonly Rare[] {
  const others = ["reserved", "adopted", "archived", "deleted", "unknown", "none", "null", "true", "*", "%"];
  const altered = words.flatMap((word) => [
    `${word}\0`,
    `${word}s`,
    `un${word}`,
    `\ufeff${word}`,
    `${word}\u200b`,
    `"${word}"`,
    word.slice(0, 1) + word.slice(2),
    // In letters of full width.
    word.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
  ]);
  const values = [...new Set([...others, ...altered])].filter((each) => !words.includes(each));
  return values.map((value) => ["enum", JSON.stringify(value), value]);
}

import * as fc from "fast-check";
import { type Json, numberAsWritten, parseJson } from "../../src/json/index.js";

/** The value of a JSON text that must be valid. */
export function valueIn(text: string): Json {
  const result = parseJson(text);
  if (result.status === "invalid") throw new Error(`${text.slice(0, 40)}: ${result.reason}`);
  return result.value;
}

/** Any lossless JSON value: integers beyond 2^53, exact fractions, lone surrogates, `__proto__` and other hostile names. */
export function losslessJson(): fc.Arbitrary<Json> {
  const fraction = fc
    .tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 1, max: 9 }))
    .map(([whole, tenth]) => numberAsWritten(`${whole}.${tenth}`));
  const hostile = fc.constantFrom("__proto__", "constructor", "toJSON", "length", "isLosslessNumber", "$int");
  // fast-check's own unit "binary" takes 0.6 s to set up, and has no lone surrogates.
  const codeUnit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));
  return fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.constantFrom<Json>(null, true, false),
      fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }),
      fraction,
      fc.string({ unit: codeUnit, maxLength: 8 }),
      fc.array(tie("value"), { maxLength: 3 }),
      fc.dictionary(fc.oneof(fc.string({ maxLength: 6 }), hostile), tie("value"), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
    ),
  })).value;
}

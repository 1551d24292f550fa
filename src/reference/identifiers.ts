const bits = 63n;
const factor = 0x5851f42d4c957f2dn;

/**
 * A source of identifiers that are positive, never the same twice, spread over all of int64, and
 * therefore mostly beyond 2^53: a counter scrambled by a bijection, so that no look-up is needed.
 */
export function createIdentifiers(): () => bigint {
  let counter = 0x1d3c_5b79_8a64_2f01n;
  return () => {
    counter += 1n;
    return scramble(counter);
  };
}

/** One to one on 0 … 2^63-1, with 0 staying 0: odd factors and xor-shifts can each be undone. */
function scramble(value: bigint): bigint {
  const multiplied = BigInt.asUintN(Number(bits), value * factor);
  const folded = multiplied ^ (multiplied >> 32n);
  return BigInt.asUintN(Number(bits), folded * factor);
}

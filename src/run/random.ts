import { createHash } from "node:crypto";

/**
 * The one source of everything that a run makes up. The same seed gives the same, in the same order.
 * @param seed any integer
 * @param part tells tokens from those of other runs with this seed
 */
export function createRandomSource(seed: number, part = "") {
  let drawn = 0;
  const draw = (purpose: string): Buffer => createHash("sha256").update(`${seed}/${purpose}`).digest();
  return {
    /** Eight small letters, unlike any given before: what makes a name one of a kind. */
    marker: (): string => {
      drawn += 1;
      const letters = [...draw(`${part}token ${drawn}`).subarray(0, 8)];
      return letters.map((byte) => String.fromCharCode(97 + (byte % 26))).join("");
    },
    /** A positive integer of 63 bits. */
    int64: (): bigint => {
      drawn += 1;
      return BigInt.asUintN(62, draw(`int64 ${drawn}`).readBigUInt64BE()) + 2n ** 62n;
    },
    /** A seed of 32 bits for one purpose, whatever else was drawn before. */
    seedFor: (purpose: string): number => draw(`seed ${purpose}`).readInt32BE(),
  };
}

/** Numbers from 0 up to 1 for the pauses before retries: a source of their own, since retries must not change what is sent. */
export function createJitter(seed: number): () => number {
  const { int64 } = createRandomSource(seed);
  return () => Number(BigInt.asUintN(32, int64())) / 2 ** 32;
}

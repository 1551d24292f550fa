import { createHash } from "node:crypto";

/** The one source of everything that a run makes up. The same seed gives the same, in the same order. */
export interface RandomSource {
  /** Eight small letters, unlike any given before: what makes a name one of a kind. */
  readonly token: () => string;
  /** A positive integer of 63 bits. */
  readonly int64: () => bigint;
  /** A seed of 32 bits for one purpose, whatever else was drawn before. */
  readonly seedFor: (purpose: string) => number;
}

/** @param seed any integer */
export function createRandomSource(seed: number): RandomSource {
  let drawn = 0;
  const draw = (purpose: string): Buffer => createHash("sha256").update(`${seed}/${purpose}`).digest();
  return {
    token: () => {
      drawn += 1;
      const letters = [...draw(`token ${drawn}`).subarray(0, 8)];
      return letters.map((byte) => String.fromCharCode(97 + (byte % 26))).join("");
    },
    int64: () => {
      drawn += 1;
      return BigInt.asUintN(62, draw(`int64 ${drawn}`).readBigUInt64BE()) + 2n ** 62n;
    },
    seedFor: (purpose) => draw(`seed ${purpose}`).readInt32BE(),
  };
}

/** Numbers from 0 up to 1 for the pauses before retries: a source of their own, since retries must not change what is sent. */
export function createJitter(seed: number): () => number {
  const { int64 } = createRandomSource(seed);
  return () => Number(BigInt.asUintN(32, int64())) / 2 ** 32;
}

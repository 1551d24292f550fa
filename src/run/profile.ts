import { randomInt } from "node:crypto";

/** How thorough a run is. */
export type ProfileName = "gate" | "nightly" | "certification";

/** What a profile's name stands for. */
export interface Profile {
  readonly name: ProfileName;
  /** Random cases for each check that has some. */
  readonly randomCases: number;
  /** How many items of one state there are to be: above 100, the filtered list shows whether it obeys the maximum. */
  readonly crowd: number;
  /** How many items a run may add unless another bound is given. */
  readonly maxCreated: number;
  /** How long a run may take, in ms: a target that always asks to wait must not keep it for ever. */
  readonly longest: number;
  /** Is a requirement that could not be tested a reason not to conform? */
  readonly requireTested: boolean;
  /** The seed, unless one is given. */
  readonly seed: () => number;
}

const minute = 60_000;

/** The profiles, by name. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  /** The same cases each time: a deploy must not depend on luck. */
  gate: {
    name: "gate",
    randomCases: 1,
    crowd: 0,
    maxCreated: 150,
    longest: 15 * minute,
    requireTested: false,
    seed: () => 1,
  },
  /** Other cases each night. */
  nightly: {
    name: "nightly",
    randomCases: 60,
    crowd: 102,
    maxCreated: 380,
    longest: 120 * minute,
    requireTested: false,
    seed: () => randomInt(2 ** 31),
  },
  /** The same cases for every vendor, and more of them. */
  certification: {
    name: "certification",
    randomCases: 25,
    crowd: 102,
    maxCreated: 290,
    longest: 60 * minute,
    requireTested: true,
    seed: () => 1,
  },
};

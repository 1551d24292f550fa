import type { ProfileName } from "../../run/index.js";
import { type Given, given } from "../given.js";
import { duration } from "../values.js";
import type { YamlFile } from "./file.js";
import { refuse } from "./place.js";

/** Changes to a profile as they stand in the file. */
export interface RawProfile {
  readonly "random-cases"?: number;
  readonly longest?: string | number;
  readonly "max-created"?: number;
  readonly "require-tested"?: boolean;
  readonly seed?: number;
  readonly rate?: number;
}

/** What a profile is to do otherwise. `longest` in ms. */
export type ProfileChanges = Given<{
  readonly randomCases: number | undefined;
  readonly longest: number | undefined;
  readonly maxCreated: number | undefined;
  readonly requireTested: boolean | undefined;
  readonly seed: number | undefined;
  readonly rate: number | undefined;
}>;

/** @throws ConfigurationError where certification is to certify what was not tested */
export function readProfiles(
  file: YamlFile,
  raw: Readonly<Partial<Record<ProfileName, RawProfile>>>,
): Readonly<Partial<Record<ProfileName, ProfileChanges>>> {
  if (raw.certification?.["require-tested"] === false) {
    const path = ["profiles", "certification", "require-tested"];
    refuse(file, path, "certification always requires everything to be tested: leave it out");
  }
  return given({
    gate: readProfile(raw.gate),
    nightly: readProfile(raw.nightly),
    certification: readProfile(raw.certification),
  });
}

function readProfile(raw: RawProfile | undefined): ProfileChanges | undefined {
  if (raw === undefined) return undefined;
  return given({
    randomCases: raw["random-cases"],
    longest: raw.longest === undefined ? undefined : duration(String(raw.longest)),
    maxCreated: raw["max-created"],
    requireTested: raw["require-tested"],
    seed: raw.seed,
    rate: raw.rate,
  });
}

import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { Contract } from "../../description/index.js";
import type { FormatName } from "../../report/index.js";
import type { ProfileName, Waiver } from "../../run/index.js";
import { isAddress, readBaseUrl } from "../address.js";
import { suggestName } from "../names.js";
import { type RawExpectations, readExpectations } from "./expectations.js";
import { loadConfigurationFile, type YamlFile } from "./file.js";
import { configurationFile } from "./file-name.js";
import { readAt, refuse } from "./place.js";
import { type ProfileChanges, type RawProfile, readProfiles } from "./profiles.js";
import { type ConfiguredTarget, pathIn, type RawTarget, readTargets } from "./targets.js";
import { readWaivers } from "./waivers.js";

/** What the configuration file says. */
export interface Configuration {
  /** As it was found or given. */
  readonly path: string;
  /** In which its commands run. */
  readonly folder: string;
  /** The target to judge where none is named: a name or an address. */
  readonly target: string | undefined;
  readonly targets: ReadonlyMap<string, ConfiguredTarget>;
  readonly profile: ProfileName | undefined;
  readonly profiles: Readonly<Partial<Record<ProfileName, ProfileChanges>>>;
  /** Requirement id → choices. */
  readonly expectations: ReadonlyMap<string, readonly string[]>;
  readonly waivers: readonly Waiver[];
  /** Where the waivers stand, as `pedigree.config.yaml:40`. */
  readonly waiversPlace: string;
  readonly reports: {
    readonly folder: string | undefined;
    readonly formats: readonly FormatName[] | undefined;
  };
  readonly strict: boolean | undefined;
}

/** The file's value once the schema has approved of it. */
interface RawConfiguration {
  readonly target?: string;
  readonly targets?: Readonly<Record<string, RawTarget>>;
  readonly profile?: ProfileName;
  readonly profiles?: Readonly<Partial<Record<ProfileName, RawProfile>>>;
  readonly expect?: RawExpectations;
  readonly waivers?: readonly Waiver[];
  readonly reports?: { readonly folder?: string; readonly formats?: readonly FormatName[] };
  readonly strict?: boolean;
}

/**
 * Reads and checks the configuration file.
 * @param path the file; if absent, `pedigree.config.yaml` in the working directory, if there is one
 * @returns undefined where there is none
 * @throws ConfigurationError with file, line and reason, for the first thing that is wrong in it
 */
export function loadConfiguration(path: string | undefined, contract: Contract): Configuration | undefined {
  if (path === undefined && !existsSync(configurationFile)) return undefined;
  const file = loadConfigurationFile(path ?? configurationFile);
  const raw = file.value as RawConfiguration;
  const folder = dirname(file.path);
  const targets = readTargets(file, raw.targets ?? {}, folder);
  checkDefaultTarget(file, raw.target, [...targets.keys()]);
  const reports = raw.reports ?? {};
  return {
    path: file.path,
    folder,
    target: raw.target,
    targets,
    profile: raw.profile,
    profiles: readProfiles(file, raw.profiles ?? {}),
    expectations: readExpectations(file, raw.expect ?? {}, contract),
    waivers: readWaivers(file, raw.waivers ?? [], contract),
    waiversPlace: `${file.path}:${file.lineOf(["waivers"])}`,
    reports: {
      folder: reports.folder === undefined ? undefined : pathIn(folder, reports.folder),
      formats: reports.formats,
    },
    strict: raw.strict,
  };
}

function checkDefaultTarget(file: YamlFile, target: string | undefined, names: readonly string[]): void {
  if (target === undefined || names.includes(target)) return;
  if (isAddress(target)) readAt(file, ["target"], () => readBaseUrl(target));
  else refuse(file, ["target"], `there is no target ${target}${suggestName(target, names)}`);
}

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ConfigurationError, loadYamlFile } from "../../src/description/index.js";
import { type Configuration, readConfiguration } from "../../src/settings/configuration/configuration.js";
import {
  type ResolvedSettings,
  resolveSettings,
  type SettingsSources,
} from "../../src/settings/resolve-settings.js";
import { temporaryFolder } from "../cli/pedigree.js";
import { contract } from "../servers/judging.js";

/** Writes a configuration into a folder of its own. */
export function writeConfiguration(text: string): { readonly folder: string; readonly path: string } {
  const folder = temporaryFolder();
  const path = join(folder, "pedigree.config.yaml");
  writeFileSync(path, text);
  return { folder, path };
}

/** Reads a configuration. */
export function configure(text: string): Configuration {
  return readConfiguration(loadYamlFile(writeConfiguration(text).path), contract);
}

/** What somebody is refused with, without the folder of the file. */
export function refusalOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    if (error instanceof ConfigurationError)
      return error.message.replaceAll(/\S*\/(?=pedigree\.config)/g, "");
    throw error;
  }
  throw new Error("it was not refused");
}

interface ServerContext {
  /** The configuration. */
  readonly text?: string;
  readonly environment?: NodeJS.ProcessEnv;
  /** Is there no flag with a key? */
  readonly keyless?: boolean;
}

/** What flags, environment and a configuration come to, and what is said of it. */
export function settle(
  flags: SettingsSources["flags"],
  { text, environment = {}, keyless = false }: ServerContext = {},
): ResolvedSettings & { readonly warnings: readonly string[] } {
  const warnings: string[] = [];
  const settings = resolveSettings({
    flags: keyless ? flags : { key: "flag-key", ...flags },
    environment,
    configuration: text === undefined ? undefined : configure(text),
    contract,
    warn: (sentence) => warnings.push(sentence),
  });
  return { ...settings, warnings };
}

/** The configuration that `init` writes, with every example taken at its word. */
export function uncommented(template: string): string {
  return template
    .split("\n")
    .map((line) => line.replace(/^# (?!yaml-language-server)/, ""))
    .join("\n");
}

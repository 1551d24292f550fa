import { placesOf } from "./choose-contract.js";
import { hideKeys, keysOfEnvironment, placesIn, refuseExposedKey } from "./exposed-keys.js";
import { warnOfOldIds } from "./known-names.js";
import { loadSuite } from "./load-suite.js";
import { addressStatedBy, resolveSettings, type SettingsSources } from "./resolve-settings.js";
import type { Settings } from "./settings.js";
import { type Warn, warnOnStderr } from "./warn.js";

/**
 * Loads the suite and the configuration that the flags of a command name, and resolves the settings of all of them.
 * @throws ConfigurationError for the first thing that is wrong, or where reports would show a key
 */
export async function loadSettings(flags: Settings, recorded?: SettingsSources["recorded"]) {
  const warnings: string[] = [];
  let keys: readonly string[] = [flags.key ?? ""];
  const warn: Warn = (sentence) => void warnings.push(sentence);
  try {
    const asked = { ...flags, strict: flags.strict ?? recorded?.settings.strict };
    const { chosen, configuration } = await loadSuite(asked, { config: flags.config, warn });
    const onOldId = warnOfOldIds(warn);
    for (const [old, id] of configuration?.oldIds ?? []) onOldId(old, id);
    const sources = {
      flags,
      statedAddress: addressStatedBy(chosen, flags.spec),
      environment: process.env,
      configuration,
      contract: chosen.contract,
      recorded,
      warn,
    };
    const { contract, ...resolved } = resolveSettings(sources);
    const { key = "", secondKey = "" } = resolved.target ?? {};
    keys = [key, secondKey, flags.key ?? ""];
    refuseExposedKey([...keysOfEnvironment(), ...keys], {
      ...placesOf(chosen),
      ...placesIn(chosen.contract, resolved.options),
    });
    return { ...chosen, contract, configuration, ...resolved };
  } finally {
    for (const each of warnings) warnOnStderr(hideKeys([...keysOfEnvironment(), ...keys])(each));
  }
}

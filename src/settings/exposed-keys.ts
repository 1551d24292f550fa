import { ConfigurationError, type Contract } from "../description/index.js";
import { type RunOptions, textsIn } from "../engine/index.js";
import { createHoldsKey, createRedactWhole, type Redact } from "../transport/index.js";

/** The data that a command prints and reports, by the place where the user finds it. */
export type Places = Readonly<Record<string, unknown>>;

/** Returns the keys of the environment, whichever command runs. */
export function keysOfEnvironment(): readonly string[] {
  const { PEDIGREE_API_KEY: first, PEDIGREE_SECOND_API_KEY: second } = process.env;
  return [first, second].map((key) => key?.trim() ?? "").filter((key) => key !== "");
}

/**
 * Ends a command whose output would show a key, before there is any. A server that serves its own description may have put it
 * there.
 * @throws ConfigurationError that does not show it
 */
export function refuseExposedKey(keys: readonly string[], places: Places): void {
  const holders = keys.map(createHoldsKey);
  if (holders.length === 0) return;
  for (const [place, data] of Object.entries(places))
    for (const text of textsIn(data))
      if (holders.some((holds) => holds(text)))
        throw new ConfigurationError(
          `the API key stands in ${place}, and reports would show it: take it out there, or use another key`,
        );
}

/** Returns the texts of the configuration and the flags that stand in reports. */
export function placesIn({ known }: Contract, options: Partial<RunOptions>): Places {
  const { expectations, waivers, targetName, spec, overlays } = options;
  return {
    "the configuration": [known, expectations, waivers, targetName],
    "the name of the description or of an overlay": [spec, overlays],
  };
}

/** Hides keys in a sentence of ours that may quote a file, each where it stands whole. */
export function hideKeys(keys: readonly string[]): Redact {
  const redacts = keys.map(createRedactWhole);
  return (text) => redacts.reduce((hidden, redact) => redact(hidden), text);
}

import { writeFileSync } from "node:fs";
import { ConfigurationError } from "../description/index.js";
import { configurationFile } from "./configuration/load-configuration.js";
import { renderTemplate } from "./configuration/template.js";
import { exitCodes } from "./outcome.js";

/**
 * Writes a configuration file, in which everything is explained, into the working directory.
 * @throws ConfigurationError if there is one already, or if none can be written
 */
export async function init({ force = false }: { readonly force?: boolean }): Promise<number> {
  const text = renderTemplate();
  try {
    writeFileSync(configurationFile, text, { flag: force ? "w" : "wx" });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigurationError(
      code === "EEXIST"
        ? `${configurationFile} is there already: --force overwrites it`
        : `${configurationFile} cannot be written (${code})`,
    );
  }
  process.stdout.write(
    `${configurationFile} was written. Name a target in it, then: pedigree run --target NAME\n`,
  );
  return exitCodes.conforms;
}

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { checkYamlFile, loadYamlFile, specDirectory, type YamlFile } from "../../description/index.js";

export type { YamlFile };

/**
 * Reads a file of which the schema of the configuration approves.
 * @throws ConfigurationError with file, line and reason, for the first thing of which it does not
 */
export function loadConfigurationFile(path: string): YamlFile {
  const file = loadYamlFile(path);
  // Everything commented out is no mistake.
  const filled = { ...file, value: file.value ?? {} };
  const ajv = new Ajv2020({ allErrors: true, strict: false, verbose: true });
  addFormats.default(ajv, ["date"]);
  const schema: unknown = JSON.parse(readFileSync(join(specDirectory, "config.schema.json"), "utf8"));
  checkYamlFile(filled, ajv.compile(schema as Readonly<Record<string, unknown>>));
  return filled;
}

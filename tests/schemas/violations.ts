import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { parse } from "yaml";

/** A file of the project, by its path in it. */
export function readYaml(path: string): unknown {
  return parse(readFileSync(new URL(`../../${path}`, import.meta.url), "utf8"));
}

/** What a schema finds wrong in a file. */
export function violations(schema: string, value: unknown): readonly string[] {
  const ajv = new Ajv({ allErrors: true, strict: false });
  addFormats.default(ajv);
  const validate = ajv.compile(readYaml(`tests/schemas/${schema}`) as object);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

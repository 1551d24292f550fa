import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { specDirectory } from "../description/index.js";
import type { Report } from "../run/index.js";
import { safeText } from "./safe-text.js";

let compiled: ValidateFunction<Report> | undefined;

/** Holds a value against the schema of reports. Returns the report, or the first mistake in it as a sentence. */
export function validateReport(value: unknown): Report | string {
  compiled ??= compile();
  return compiled(value) ? value : tellMistake(compiled.errors?.[0]);
}

function compile(): ValidateFunction<Report> {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv, ["date", "date-time"]);
  const schema = JSON.parse(readFileSync(join(specDirectory, "report.schema.json"), "utf8")) as object;
  return ajv.compile<Report>(schema);
}

function tellMistake(error: ErrorObject | undefined): string {
  if (error === undefined) return "it is not as it should be";
  const { instancePath, keyword, params, message = "is not as it should be" } = error;
  const place = instancePath
    .split("/")
    .slice(1)
    .map((part) => safeText(part.replaceAll("~1", "/").replaceAll("~0", "~"), 60))
    .join(" › ");
  const detail =
    keyword === "additionalProperties"
      ? `has ${safeText(String(params["additionalProperty"]), 60)}, which is not known`
      : keyword === "const"
        ? `must be ${String(params["allowedValue"])}`
        : message;
  return `${place === "" ? "it" : place} ${detail}`;
}

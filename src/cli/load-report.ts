import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ErrorObject } from "ajv";
import { ConfigurationError, readTextFile, specDirectory, UnreadableFile } from "../contract/index.js";
import { safeText } from "../report/index.js";
import type { Report } from "../run/index.js";

/** A larger text does not fit into a string of V8. In bytes. */
const mostOfReport = 256 * 1024 * 1024;
/** Levels of arrays and objects in a report; ours has a dozen, and what a check was tried with. */
const mostLevels = 200;

/**
 * Reads a report, which may come from anyone, and holds it against its schema.
 * @throws ConfigurationError with the first thing that is wrong
 */
export async function loadReport(path: string): Promise<Report> {
  const value = parse(path);
  const refuse = (reason: string): never => {
    throw new ConfigurationError(`${path} is no report of this version of pedigree: ${reason}`);
  };
  if (isDeeper(value, mostLevels)) return refuse(`it has more than ${mostLevels} levels`);
  const { Ajv2020 } = await import("ajv/dist/2020.js");
  const { default: addFormats } = await import("ajv-formats");
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv, ["date", "date-time"]);
  const schema: unknown = JSON.parse(readFileSync(join(specDirectory, "report.schema.json"), "utf8"));
  const validate = ajv.compile<Report>(schema as Readonly<Record<string, unknown>>);
  return validate(value) ? value : refuse(tellMistake(validate.errors?.[0]));
}

function parse(path: string): unknown {
  try {
    return JSON.parse(readTextFile(path, { most: mostOfReport }));
  } catch (error) {
    const reason = error instanceof UnreadableFile ? error.message : "is no JSON";
    throw new ConfigurationError(`${path} ${reason}: give a report.json`);
  }
}

function isDeeper(value: unknown, levels: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; depth <= levels && level.length > 0; depth += 1)
    level = level.flatMap((each) => (typeof each === "object" && each !== null ? Object.values(each) : []));
  return level.length > 0;
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

import type { ErrorObject, ValidateFunction } from "ajv";
import { closest, distance } from "fastest-levenshtein";
import { ConfigurationError } from "./configuration-error.js";
import type { YamlFile } from "./yaml-file.js";

/**
 * Holds a file against a compiled JSON Schema. Where ajv is `verbose`, the refusal names the nearest key or value
 * there is, and tells a text with a pattern by its schema's title.
 * @throws ConfigurationError with file, line and reason of the first violation.
 */
export function checkYamlFile(file: YamlFile, validate: ValidateFunction): void {
  if (validate(file.value)) return;
  const besides = new Set(["if", "oneOf", "anyOf", "propertyNames"]);
  const errors = (validate.errors ?? []).filter((each) => !besides.has(each.keyword));
  // A key that is written wrong is missing, too: the wrong one says more.
  const error = errors.find((each) => each.keyword === "additionalProperties") ?? errors[0];
  if (error === undefined) throw new ConfigurationError(`${file.path}:1: is not as it should be`);
  const path = pathOf(error);
  const where = path.length === 0 ? "the file" : path.join(" › ");
  throw new ConfigurationError(`${file.path}:${file.lineOf(path)}: ${where}: ${reasonOf(error)}`);
}

function pathOf(error: ErrorObject): string[] {
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  const named = unknownKeyOf(error) ?? error.propertyName;
  return named === undefined ? path : [...path, named];
}

/** The key that is too much, or the one that is nearly the one that is missing. */
function unknownKeyOf({ params, data, parentSchema }: ErrorObject): string | undefined {
  const extra: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
  if (typeof extra === "string") return extra;
  const missing: unknown = params["missingProperty"];
  if (typeof missing !== "string" || data === undefined) return undefined;
  const { properties = {} } = (parentSchema ?? {}) as SchemaOfValue;
  const others = Object.keys(data as object).filter((key) => !Object.hasOwn(properties, key));
  return others.find((key) => distance(key, missing) < missing.length / 2);
}

function reasonOf(error: ErrorObject): string {
  const schema = (error.parentSchema ?? {}) as SchemaOfValue;
  const unknown = unknownKeyOf(error);
  if (unknown !== undefined) {
    const missing: unknown = error.params["missingProperty"];
    const known = typeof missing === "string" ? [missing] : Object.keys(schema.properties ?? {});
    return `is not known here${suggest(unknown, known)}`;
  }
  switch (error.keyword) {
    case "enum": {
      const allowed = (error.params["allowedValues"] as unknown[]).map(String);
      const nearest = typeof error.data === "string" ? suggest(error.data, allowed) : "";
      return `must be one of ${allowed.join(", ")}${nearest}`;
    }
    case "const":
      return `must be ${String(error.params["allowedValue"])}`;
    case "type":
      if (error.params["type"] === "string" && ["number", "boolean"].includes(typeof error.data))
        return "must be a text: put it in quotes";
      break;
  }
  const isAboutForm = ["type", "pattern", "format", "minProperties", "maxProperties"].includes(error.keyword);
  const hasForm = ["pattern", "format", "maxProperties"].some((keyword) => Object.hasOwn(schema, keyword));
  if (isAboutForm && hasForm && schema.title !== undefined) return `must be ${schema.title}`;
  return error.message ?? "is not as it should be";
}

/** What a reason needs of the schema that was broken; there only where ajv is `verbose`. */
interface SchemaOfValue {
  readonly title?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

function suggest(given: string, known: readonly string[]): string {
  return known.length === 0 ? "" : `; did you mean ${closest(given, known)}?`;
}

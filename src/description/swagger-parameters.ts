import { isObject } from "./references.js";
import { movedReference, schemaOf, splitSchema } from "./swagger-schema.js";

type Members = Readonly<Record<string, unknown>>;

/** Is it a parameter that OpenAPI 3 knows as a body, or as a part of one? */
export function isOfBody(parameter: unknown): boolean {
  return isObject(parameter) && /^(body|formData)$/.test(String(parameter["in"]));
}

/** A parameter of Swagger 2.0, in path, query or header, as one of OpenAPI 3.0. */
export function parameterOf(parameter: unknown): unknown {
  if (!isObject(parameter)) return parameter;
  if (parameter["$ref"] !== undefined) return { ...parameter, $ref: movedReference(parameter["$ref"]) };
  const { schema, others } = splitSchema(parameter);
  const { schema: given = schema, ...rest } = others;
  return { ...rest, schema: given === schema ? schema : schemaOf(given), ...styleOf(parameter) };
}

/** How a list is written. Source: Swagger 2.0, `collectionFormat`; OpenAPI 3.0.3, section 4.7.12.2. */
function styleOf({ type, in: place, collectionFormat = "csv" }: Members): Members {
  if (type !== "array" || collectionFormat === "tsv") return {};
  const isForm = place === "query" || place === "formData";
  if (collectionFormat === "multi") return { style: "form", explode: true };
  if (collectionFormat === "ssv" && isForm) return { style: "spaceDelimited", explode: false };
  if (collectionFormat === "pipes" && isForm) return { style: "pipeDelimited", explode: false };
  return { style: isForm ? "form" : "simple", explode: false };
}

const formTypes = ["application/x-www-form-urlencoded", "multipart/form-data"];

/**
 * The body that parameters `in: body` and `in: formData` make together; undefined where there is none.
 * @param consumes media types
 */
export function bodyOf(parameters: readonly unknown[], consumes: readonly string[]): Members | undefined {
  const [whole] = parameters.filter((each) => isObject(each) && each["in"] === "body") as Members[];
  if (whole !== undefined) {
    const { name: _, in: _in, schema, required = false, ...others } = whole;
    const content = { schema: schemaOf(schema ?? {}) };
    return { ...others, required, content: Object.fromEntries(consumes.map((type) => [type, content])) };
  }
  const fields = parameters.filter((each) => isObject(each) && each["in"] === "formData") as Members[];
  return fields.length === 0 ? undefined : formOf(fields, consumes);
}

function formOf(fields: readonly Members[], consumes: readonly string[]): Members {
  const isFile = fields.some(({ type }) => type === "file");
  const stated = consumes.filter((each) => formTypes.includes(each));
  const types =
    stated.length > 0 ? stated : [isFile ? "multipart/form-data" : "application/x-www-form-urlencoded"];
  const required = fields.filter((each) => each["required"] === true).map(({ name }) => name);
  const properties = fields.map((field) => {
    const { schema, others } = splitSchema(field);
    const { description } = others;
    return [field["name"], { ...(schema as Members), ...(description === undefined ? {} : { description }) }];
  });
  const encoding = fields.flatMap((field) => {
    const style = styleOf(field);
    return Object.keys(style).length === 0 ? [] : [[field["name"], style]];
  });
  const schema = {
    type: "object",
    properties: Object.fromEntries(properties) as Members,
    ...(required.length === 0 ? {} : { required }),
  };
  const content = { schema, ...(encoding.length === 0 ? {} : { encoding: Object.fromEntries(encoding) }) };
  return { required: required.length > 0, content: Object.fromEntries(types.map((type) => [type, content])) };
}

import { isObject } from "./references.js";

type Members = Readonly<Record<string, unknown>>;

/** Where what a reference of Swagger 2.0 leads to stands in OpenAPI 3.0. */
const moved = { "#/definitions/": "schemas", "#/parameters/": "parameters", "#/responses/": "responses" };

/** A reference of Swagger 2.0 as one of OpenAPI 3.0. */
export function movedReference(reference: unknown): unknown {
  if (typeof reference !== "string") return reference;
  const [from, to] = Object.entries(moved).find(([prefix]) => reference.startsWith(prefix)) ?? [];
  return from === undefined ? reference : `#/components/${to}/${reference.slice(from.length)}`;
}

/** A schema of Swagger 2.0 as one of OpenAPI 3.0. */
export function schemaOf(schema: unknown): unknown {
  if (!isObject(schema)) return schema;
  const { "x-nullable": isNullable, discriminator, type, ...others } = schema;
  const converted = Object.fromEntries(
    Object.entries(others).map(([keyword, value]) => [keyword, keywordOf(keyword, value)]),
  );
  return {
    ...(type === undefined ? {} : { type: type === "file" ? "string" : type }),
    ...converted,
    ...(type === "file" ? { format: "binary" } : {}),
    ...(isNullable === true ? { nullable: true } : {}),
    ...(typeof discriminator === "string" ? { discriminator: { propertyName: discriminator } } : {}),
  };
}

function keywordOf(keyword: string, value: unknown): unknown {
  if (keyword === "$ref") return movedReference(value);
  if (keyword === "properties" && isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, schemaOf(each)]));
  if (/^(allOf|anyOf|oneOf)$/.test(keyword) && Array.isArray(value)) return value.map(schemaOf);
  return /^(items|additionalProperties|not)$/.test(keyword) ? schemaOf(value) : value;
}

/** Members of parameters and headers that belong to their schema, from Swagger 2.0, sections "Parameter" and "Header". */
const ofSchema =
  /^(type|format|items|default|maximum|exclusiveMaximum|minimum|exclusiveMinimum|maxLength|minLength|pattern|maxItems|minItems|uniqueItems|enum|multipleOf|x-nullable)$/;

/** Splits what is said of a parameter or a header without a schema: into its schema, and the rest. */
export function splitSchema(field: Members): { readonly schema: unknown; readonly others: Members } {
  const { collectionFormat: _, ...members } = field;
  const of = (isMeant: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(members).filter(([name]) => isMeant(name)));
  const schema = schemaOf(withoutFormat(of((name) => ofSchema.test(name))));
  // OpenAPI 3 knows no list between tabs: it may be any text.
  const isTabbed = field["collectionFormat"] === "tsv";
  return { schema: isTabbed ? { type: "string" } : schema, others: of((name) => !ofSchema.test(name)) };
}

/** Items of items say how they are joined, which OpenAPI 3 does not know. */
function withoutFormat(schema: Members): Members {
  const { collectionFormat: _, items, ...others } = schema;
  return items === undefined ? others : { ...others, items: isObject(items) ? withoutFormat(items) : items };
}

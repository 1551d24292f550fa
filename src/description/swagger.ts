import { fileOf, type Origin } from "./bundle.js";
import type { Path, YamlFile } from "./file.js";
import { methods } from "./operation.js";
import { atPointer, isObject, isReference } from "./references.js";
import { movedReference, schemaOf, splitSchema } from "./swagger-schema.js";

type Members = Readonly<Record<string, unknown>>;

/** The means by which a part is converted. */
interface Conversion {
  readonly root: Members;
  /** Writes down where something was written. */
  readonly keep: <Value>(path: Path, value: Value) => Value;
}

/** Is it a description of Swagger 2.0? */
export function isSwagger({ value }: YamlFile): boolean {
  return isObject(value) && /^2(\.|$)/.test(String(value["swagger"]));
}

/** A description of Swagger 2.0 as one of OpenAPI 3.0. Its parts are found where they were written. */
export function convertSwagger(file: YamlFile): YamlFile {
  const origins = new Map<object, Origin>();
  const root = file.value as Members;
  const keep: Conversion["keep"] = (path, value) => {
    if (typeof value === "object" && value !== null) origins.set(value, { file, path });
    return value;
  };
  const { swagger, host, basePath, schemes, consumes, produces, ...others } = root;
  const { definitions, parameters, responses, securityDefinitions, paths, ...rest } = others;
  const conversion = { root, keep };
  const shared = isObject(parameters) ? Object.entries(parameters).filter(([, each]) => !isOfBody(each)) : [];
  const convert = (name: string, parts: unknown, each: (part: unknown, path: Path) => unknown) =>
    mapped(parts, (part, key) => keep([name, key], each(part, [name, key])));
  const value = {
    ...rest,
    openapi: "3.0.3",
    servers: serversOf(root),
    components: {
      schemas: convert("definitions", definitions, schemaOf),
      parameters: convert("parameters", Object.fromEntries(shared), parameterOf),
      responses: convert("responses", responses, (each, path) =>
        responseOf(each, typesOf("", mediaTypes("produces", root)), { ...conversion, path }),
      ),
      securitySchemes: convert("securityDefinitions", securityDefinitions, schemeOf),
    },
    paths: convert("paths", paths, (each, path) => itemOf(each, { ...conversion, path })),
  };
  return fileOf(file, value, origins);
}

/** The same members, each converted; what is no object is left for the check of the form. */
function mapped(members: unknown, convert: (member: unknown, name: string) => unknown): unknown {
  if (!isObject(members)) return members ?? {};
  const entries = Object.entries(members);
  return Object.fromEntries(
    entries.map(([name, each]) => [name, name.startsWith("x-") ? each : convert(each, name)]),
  );
}

function serversOf({ host, basePath, schemes }: Members): readonly object[] {
  const path = typeof basePath === "string" ? basePath : "/";
  if (typeof host !== "string") return [{ url: path }];
  const named = Array.isArray(schemes) ? (schemes as readonly unknown[]).map(String) : [];
  const web = named.filter((each) => /^https?$/.test(each));
  return (web.length > 0 ? web : ["https"]).map((scheme) => ({ url: `${scheme}://${host}${path}` }));
}

/** Those of an operation, else of the document. Where none are stated, JSON is sent, and anything may come back. */
function mediaTypes(member: "consumes" | "produces", ...sources: readonly Members[]): readonly string[] {
  const stated = sources.map((each) => each[member]).find(Array.isArray) as readonly unknown[] | undefined;
  const types = (stated ?? []).filter((each) => typeof each === "string");
  if (types.length > 0) return types;
  return member === "consumes" ? ["application/json"] : ["*/*"];
}

/** The media types of a success need not be those of a refusal. */
function typesOf(status: string, produced: readonly string[]): readonly string[] {
  return status.startsWith("2") ? produced : [...new Set([...produced, "*/*"])];
}

type Placed = Conversion & { readonly path: Path };

function itemOf(item: unknown, { root, keep, path }: Placed): unknown {
  if (!isObject(item)) return item;
  const { parameters: shared = [], ...others } = item;
  const { ordinary, bodies } = parametersOf(shared, { root, keep, path });
  const operations = Object.entries(others).map(([name, each]) => {
    const isOperation = (methods as readonly string[]).includes(name) && isObject(each);
    const at = [...path, name];
    return [
      name,
      isOperation ? keep(at, operationOf(each, bodies, { root, keep, path: at })) : each,
    ] as const;
  });
  return {
    ...(item["parameters"] === undefined ? {} : { parameters: ordinary }),
    ...Object.fromEntries(operations),
  };
}

function operationOf(operation: Members, shared: readonly unknown[], { root, keep, path }: Placed): Members {
  const { parameters, responses, consumes, produces, schemes, ...others } = operation;
  const { ordinary, bodies } = parametersOf(parameters ?? [], { root, keep, path });
  const nameOf = (each: unknown): string => `${(each as Members)["in"]} ${(each as Members)["name"]}`;
  const own = new Set(bodies.map(nameOf));
  const all = [...shared.filter((each) => !own.has(nameOf(each))), ...bodies];
  const body = bodyOf(all, mediaTypes("consumes", operation, root));
  const types = mediaTypes("produces", operation, root);
  return {
    ...others,
    ...(parameters === undefined ? {} : { parameters: ordinary }),
    ...(body === undefined ? {} : { requestBody: keep([...path, "parameters"], body) }),
    ...(responses === undefined
      ? {}
      : {
          responses: mapped(responses, (each, status) => {
            const at = [...path, "responses", status];
            // One that is shared has the media types of the operation, where that states some.
            const isOwn = isReference(each) && produces !== undefined;
            const response = isOwn ? (atPointer(root, each.$ref)?.value ?? each) : each;
            return keep(at, responseOf(response, typesOf(status, types), { root, keep, path: at }));
          }),
        }),
  };
}

/** Parameters, apart: those that stay such, and those that make a body. */
function parametersOf(parameters: unknown, { root, keep, path }: Placed) {
  if (!Array.isArray(parameters)) return { ordinary: parameters, bodies: [] };
  const followed = (parameters as readonly unknown[]).map((written, index) => ({
    at: [...path, "parameters", index],
    written,
    parameter: isReference(written) ? atPointer(root, written.$ref)?.value : written,
  }));
  return {
    ordinary: followed
      .filter(({ parameter }) => !isOfBody(parameter))
      .map(({ at, written }) => keep(at, parameterOf(written))),
    bodies: followed.filter(({ parameter }) => isOfBody(parameter)).map(({ parameter }) => parameter),
  };
}

function responseOf(response: unknown, types: readonly string[], { keep, path }: Placed): unknown {
  if (!isObject(response)) return response;
  if (response["$ref"] !== undefined) return { ...response, $ref: movedReference(response["$ref"]) };
  const { schema, headers, examples, ...others } = response;
  const converted = keep([...path, "schema"], schemaOf(schema));
  const contentOf = (type: string) => [type, { schema: converted, ...exampleOf(examples, type) }];
  return {
    ...others,
    ...(headers === undefined ? {} : { headers: mapped(headers, headerOf) }),
    ...(schema === undefined ? {} : { content: Object.fromEntries(types.map(contentOf)) }),
  };
}

function exampleOf(examples: unknown, type: string): object {
  return isObject(examples) && examples[type] !== undefined ? { example: examples[type] } : {};
}

function headerOf(header: unknown): unknown {
  if (!isObject(header)) return header;
  const { schema, others } = splitSchema(header);
  return { ...others, schema };
}

/** By the names of Swagger 2.0. */
const flows: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

function schemeOf(scheme: unknown): unknown {
  if (!isObject(scheme)) return scheme;
  const { type, flow, authorizationUrl, tokenUrl, scopes = {}, ...others } = scheme;
  if (type === "basic") return { ...others, type: "http", scheme: "basic" };
  if (type !== "oauth2") return scheme;
  const details = {
    ...(authorizationUrl === undefined ? {} : { authorizationUrl }),
    ...(tokenUrl === undefined ? {} : { tokenUrl }),
    scopes,
  };
  return { ...others, type, flows: { [flows[String(flow)] ?? String(flow)]: details } };
}

/** Is it a parameter that OpenAPI 3 knows as a body, or as a part of one? */
function isOfBody(parameter: unknown): boolean {
  return isObject(parameter) && /^(body|formData)$/.test(String(parameter["in"]));
}

/** A parameter of Swagger 2.0, in path, query or header, as one of OpenAPI 3.0. */
function parameterOf(parameter: unknown): unknown {
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
function bodyOf(parameters: readonly unknown[], consumes: readonly string[]): Members | undefined {
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

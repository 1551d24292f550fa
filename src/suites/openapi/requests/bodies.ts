import { essenceOf, type Operation, type Schema } from "../../../description/index.js";
import { type AnySchema, bytesBody, type CaseBody, NoValue, plainSchema } from "../../../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../../../json/index.js";

/** Between the parts of a multipart body. Source: RFC 2046, section 5.1.1. */
const boundary = "pedigree-7d3f9c1b";

/** Is a body of this type JSON, so that every value of it can be of every type? */
export function isJsonType(mediaType: string): boolean {
  const type = essenceOf(mediaType);
  return /[/+]json$/.test(type) && type !== "application/json-patch+json";
}

/** Is a body of this type one line of names and texts? */
export function isFormType(mediaType: string): boolean {
  return essenceOf(mediaType) === "application/x-www-form-urlencoded";
}

/** The header line that says what a body is. */
export function contentTypeOf(mediaType: string): string {
  return essenceOf(mediaType) === "multipart/form-data"
    ? `multipart/form-data; boundary=${boundary}`
    : mediaType.replace(/\*/g, "plain");
}

/** A value as a body of a media type, with the schema of that body. @throws NoValue if it cannot be written in it */
export function encodeBody(mediaType: string, value: Json, schema: Schema = {}): CaseBody {
  if (isJsonType(mediaType)) return { kind: "text", text: renderJson(value) };
  const type = essenceOf(mediaType);
  if (isFormType(type)) return { kind: "text", text: `${formOf(value)}` };
  if (type === "multipart/form-data") return { kind: "text", text: partsOf(value, schema) };
  if (type.startsWith("text/") && typeof value === "string") return { kind: "text", text: value };
  if (type === "application/octet-stream" && typeof value === "string") return bytesBody(Buffer.from(value));
  throw new NoValue(`no body of type ${mediaType} is made`);
}

/**
 * A value that can be written in a body of a media type: a form has no objects, so that those are left out that may be.
 * Source: OpenAPI 3.1, section 4.8.15.
 */
export function writableIn(mediaType: string, value: Json, { required = [] }: AnySchema): Json {
  if (isJsonType(mediaType) || !isJsonObject(value)) return value;
  const fits = ([name, member]: readonly [string, Json]): boolean =>
    required.includes(name) || [member].flat().every((each) => !isJsonObject(each) && !Array.isArray(each));
  return Object.fromEntries(Object.entries(value).filter(fits));
}

/** A value as the body of an operation. @throws NoValue if it cannot be written so */
export function encodeFor({ body }: Operation, value: Json): CaseBody {
  return encodeBody(body?.mediaType ?? "", value, body?.schema);
}

/** Names and texts: of a list, one for each item. */
function fieldsOf(value: Json): [name: string, text: string][] {
  if (!isJsonObject(value)) throw new NoValue("its form has no fields");
  return Object.entries(value).flatMap(([name, member]) =>
    (Array.isArray(member) ? (member as readonly Json[]) : [member]).map((each) => {
      if (isJsonObject(each) || Array.isArray(each)) throw new NoValue(`${name} of its form is no text`);
      return [name, typeof each === "string" ? each : renderJson(each)] satisfies [string, string];
    }),
  );
}

/** Source: WHATWG URL, section 5.2. */
function formOf(value: Json): URLSearchParams {
  return new URLSearchParams(fieldsOf(value));
}

/** A part that is a file has a file name, by which servers know it. Source: RFC 7578, section 4. */
function partsOf(value: Json, schema: Schema): string {
  const { properties = {} } = plainSchema(schema);
  const lineOf = (name: string): string => {
    const line = `Content-Disposition: form-data; name="${name.replaceAll('"', "%22")}"`;
    const isFile = isBinary(plainSchema(properties[name] ?? {}));
    return isFile ? `${line}; filename="pedigree.bin"\r\nContent-Type: application/octet-stream` : line;
  };
  const parts = fieldsOf(value).map(([name, text]) => `--${boundary}\r\n${lineOf(name)}\r\n\r\n${text}\r\n`);
  return `${parts.join("")}--${boundary}--\r\n`;
}

/** Is it a file, or a list of files? Source: OpenAPI 3.0.3, section 4.7.14.2; OpenAPI 3.1, section 4.8.14.3. */
function isBinary(schema: AnySchema): boolean {
  const { format, contentMediaType, items } = schema as AnySchema & { readonly contentMediaType?: string };
  if (items !== undefined) return isBinary(plainSchema(items));
  return (
    format === "binary" ||
    /^(image|audio|video|application\/(octet-stream|pdf|zip))\b/i.test(contentMediaType ?? "")
  );
}

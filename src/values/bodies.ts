import { type Content, type Encoding, essenceOf, type Operation, type Schema } from "../description/index.js";
import { isJsonObject, type Json, renderJson } from "../json/index.js";
import { addressOf, plainPath } from "../model/index.js";
import { type AnySchema, NoValue, plainSchema, type Shape } from "../schema/index.js";
import { bytesBody, type Case, type CaseBody } from "../transport/index.js";
import { hasParts, inText, isEncodable, renderQuery } from "./parameter-values.js";

/** Between the parts of a multipart body. Source: RFC 2046, section 5.1.1. */
const boundary = "pedigree-7d3f9c1b";

/** Is it a type of files, which may be empty? */
export function isFileType(mediaType: string): boolean {
  return /^(application\/octet-stream|image\/|audio\/|video\/)/i.test(mediaType);
}

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

/** The description of a body, without its media type. */
type BodyContent = Partial<Pick<Content, "schema" | "encoding">>;

/** The same request, with a body that is said to be of a media type; of none, where that is null. */
export function withMediaType(request: Case, mediaType: string | null): Case {
  const others = request.headers.filter(([name]) => name.toLowerCase() !== "content-type");
  const type = mediaType === null ? [] : [["Content-Type", mediaType] as const];
  return { ...request, headers: [...others, ...type] };
}

/** A value as a body of a media type, by what is described of it. @throws NoValue if it cannot be written in it */
export function encodeBody(mediaType: string, value: Json, described: BodyContent = {}): CaseBody {
  if (isJsonType(mediaType)) return { kind: "text", text: renderJson(value) };
  const type = essenceOf(mediaType);
  if (isFormType(type)) return { kind: "text", text: `${formOf(value, described)}` };
  if (type === "multipart/form-data") return { kind: "text", text: partsOf(value, described) };
  if (type.startsWith("text/") && typeof value === "string") return { kind: "text", text: value };
  if (type === "application/octet-stream" && typeof value === "string") return bytesBody(Buffer.from(value));
  throw new NoValue(`it cannot be encoded as ${mediaType}`);
}

/**
 * A value that can be written in a body of a media type: members of a form that have parts are left out where they may be,
 * unless the description says how they are written. Source: OpenAPI 3.1, section 4.8.15.
 */
export function writableIn(
  mediaType: string,
  value: Json,
  { schema = {}, encoding = {} }: BodyContent,
): Json {
  if (isJsonType(mediaType) || !isJsonObject(value)) return value;
  const { required = [] } = plainSchema(schema);
  const fits = ([name, member]: readonly [string, Json]): boolean =>
    required.includes(name) || isEncodable(() => fieldsOfMember(name, member, encoding[name]));
  return Object.fromEntries(Object.entries(value).filter(fits));
}

/** A value as the body of an operation. @throws NoValue if it cannot be written so */
export function encodeFor({ body }: Operation, value: Json): CaseBody {
  return encodeBody(body?.mediaType ?? "", value, body);
}

/** A field of a form: a name and a text, and the type of that where it is not plain. */
interface Field {
  readonly name: string;
  readonly text: string;
  readonly type?: string;
}

/**
 * The fields that one member of a form comes to, by the style that is described for it; without one, a list is a field for
 * each item.
 * @param partType the type of a field that has parts; none where a form has no types
 * @throws NoValue where nothing says how it is written
 */
function fieldsOfMember(
  name: string,
  member: Json,
  { style, explode, contentType }: Encoding = {},
  partType?: string,
): readonly Field[] {
  const styles = { ...(style === undefined ? {} : { style }), ...(explode === undefined ? {} : { explode }) };
  if (Object.keys(styles).length > 0)
    return renderQuery({ name, ...styles }, member).map(([key, text]) => ({
      name: decodeURIComponent(key),
      text: decodeURIComponent(text),
    }));
  const stated = statedType(contentType);
  const type = stated ?? partType;
  return (Array.isArray(member) ? (member as readonly Json[]) : [member]).map((each) => {
    const ofPart = partType === undefined || stated === undefined ? {} : { type: stated };
    if (!hasParts(each) && (stated === undefined || !isJsonType(stated)))
      return { name, text: inText(each), ...ofPart };
    if (type === undefined || !isJsonType(type)) throw new NoValue(`nothing says how ${name} is encoded`);
    return { name, text: renderJson(each), ...(partType === undefined ? {} : { type }) };
  });
}

/** The first media type of those that a part may have; undefined where that is a range. */
function statedType(contentType: string | undefined): string | undefined {
  const [first = ""] = contentType?.split(",") ?? [];
  return first.trim() === "" || first.includes("*") ? undefined : first.trim();
}

/** The fields of a form. @throws NoValue if one of its members cannot be written in it */
function fieldsOf(value: Json, { encoding = {} }: BodyContent, partType?: string): readonly Field[] {
  if (!isJsonObject(value)) throw new NoValue("it cannot be encoded as a form, which has fields");
  return Object.entries(value).flatMap(([name, member]) => {
    try {
      return fieldsOfMember(name, member, encoding[name], partType);
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
      throw new NoValue(`${name} cannot be encoded as a field of a form: ${error.message}`);
    }
  });
}

/** Source: WHATWG URL, section 5.2. */
function formOf(value: Json, described: BodyContent): URLSearchParams {
  return new URLSearchParams(
    fieldsOf(value, described).map(({ name, text }): [string, string] => [name, text]),
  );
}

/**
 * A part that is a file has a file name, by which servers know it; one that has parts is JSON. Sources: RFC 7578, section 4;
 * OpenAPI 3.1, section 4.8.15.1.
 */
function partsOf(value: Json, described: BodyContent): string {
  const { properties = {} } = plainSchema(described.schema ?? {});
  const lineOf = ({ name, type }: Field): string => {
    const line = `Content-Disposition: form-data; name="${name.replaceAll('"', "%22")}"`;
    const plain = plainSchema(properties[name] ?? {});
    if (isBinary(plain))
      return `${line}; filename="pedigree.bin"\r\nContent-Type: ${type ?? fileTypeOf(plain)}`;
    return type === undefined ? line : `${line}\r\nContent-Type: ${type}`;
  };
  const fields = fieldsOf(value, described, "application/json");
  const parts = fields.map((each) => `--${boundary}\r\n${lineOf(each)}\r\n\r\n${each.text}\r\n`);
  return `${parts.join("")}--${boundary}--\r\n`;
}

/** The media type of a file, where no encoding says it. Source: OpenAPI 3.1, section 4.8.14.3. */
function fileTypeOf(schema: AnySchema): string {
  const { contentMediaType, items } = schema as AnySchema & { readonly contentMediaType?: string };
  if (items !== undefined) return fileTypeOf(plainSchema(items));
  return statedType(contentMediaType) ?? "application/octet-stream";
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

/** The text of a body, as a server that takes it may read it: without a byte order mark. An empty one where it has none. */
export function bodyTextOf({ body }: Case): string {
  if (body?.kind === "bytes") return Buffer.from(body.base64, "base64").toString("utf8");
  return (body?.text ?? "").replace(/^\ufeff/, "");
}

/** A valid request, with the value of its body, and the schema of that. */
export interface ValidRequest {
  readonly request: Case;
  readonly body: Json | undefined;
  readonly schema: Schema | undefined;
  /** How the members of a form are written. */
  readonly encoding?: Content["encoding"];
  readonly shape: Shape;
}

/** The same request with another body. */
export function withOtherBody(operation: Operation, valid: ValidRequest, body: Json): ValidRequest {
  return { ...valid, body, request: { ...valid.request, body: encodeFor(operation, body) } };
}

/** The same request, of this item. */
export function at(request: Case, { path }: { readonly path: string }): Case {
  const query = request.path.indexOf("?");
  return { ...request, path: query < 0 ? path : `${path}${request.path.slice(query)}` };
}

/** The same request, with this text in the place of the id at the end of its path. */
export function withId(request: Case, id: string): Case {
  return at(request, { path: addressOf(request.path).replace(/[^/]+(\/?)$/, `${id}$1`) });
}

/** The same request, of this item or of what is below it: `/orders/7/ship`. */
export function onItem(request: Case, { path }: { readonly path: string }): Case {
  const address = plainPath(path);
  const rest = addressOf(request.path).split("/").slice(address.split("/").length);
  return at(request, { path: rest.length === 0 ? path : [address, ...rest].join("/") });
}

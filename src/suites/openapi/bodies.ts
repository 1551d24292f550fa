import { bytesBody, type CaseBody, NoValue } from "../../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";

/** Between the parts of a multipart body. Source: RFC 2046, section 5.1.1. */
const boundary = "pedigree-7d3f9c1b";

/** A media type without its parameters. */
function plainType(mediaType: string): string {
  return mediaType.split(";")[0]?.trim().toLowerCase() ?? "";
}

/** Is a body of this type JSON, so that every value of it can be of every type? */
export function isJsonType(mediaType: string): boolean {
  const type = plainType(mediaType);
  return /[/+]json$/.test(type) && type !== "application/json-patch+json";
}

/** The header line that says what a body is. */
export function contentTypeOf(mediaType: string): string {
  return plainType(mediaType) === "multipart/form-data"
    ? `multipart/form-data; boundary=${boundary}`
    : mediaType.replace(/\*/g, "plain");
}

/** A value as a body of a media type. @throws NoValue if it cannot be written in it */
export function encodeBody(mediaType: string, value: Json): CaseBody {
  if (isJsonType(mediaType)) return { kind: "text", text: renderJson(value) };
  const type = plainType(mediaType);
  if (type === "application/x-www-form-urlencoded") return { kind: "text", text: `${formOf(value)}` };
  if (type === "multipart/form-data") return { kind: "text", text: partsOf(value) };
  if (type.startsWith("text/") && typeof value === "string") return { kind: "text", text: value };
  if (type === "application/octet-stream" && typeof value === "string") return bytesBody(Buffer.from(value));
  throw new NoValue(`no body of type ${mediaType} is made`);
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

/** Source: RFC 7578, section 4. */
function partsOf(value: Json): string {
  const parts = fieldsOf(value).map(
    ([name, text]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name.replaceAll('"', "%22")}"\r\n\r\n${text}\r\n`,
  );
  return `${parts.join("")}--${boundary}--\r\n`;
}

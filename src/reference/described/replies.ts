import { jsonOf, responseTo } from "../../description/index.js";
import type { AnySchema } from "../../generate/index.js";
import { type Json, type JsonObject, renderJson } from "../../json/index.js";
import type { Call, Refusal, Reply } from "./call.js";
import { type MakeWord, madeValue } from "./made-values.js";

/** The response with a status, as it is described: its media type, its headers, and a body that fits if none is given. */
export function describedReply(
  { operation, path }: Pick<Call, "operation" | "path">,
  { status, value, location, word }: ReplyFacts,
): Reply {
  const spec = responseTo(operation, status);
  const { mediaType, schema } = jsonOf(spec?.contents ?? []) ?? spec?.contents[0] ?? {};
  const headers: Record<string, string> = {};
  for (const header of spec?.headers ?? [])
    if (header.required && !/^content-type$/i.test(header.name))
      headers[header.name.toLowerCase()] = textOf(madeValue(header.schema as AnySchema, word) ?? "");
  if (location !== undefined) headers["location"] = location;
  else if (headers["location"] !== undefined) headers["location"] = path;
  if (status === 401) headers["www-authenticate"] = 'Bearer realm="described"';
  if (status === 204 || (spec !== undefined && mediaType === undefined)) return { status, headers };
  const isJson = mediaType === undefined || jsonOf([{ mediaType }]) !== undefined;
  const body = value ?? (schema && madeValue(schema as AnySchema, word)) ?? {};
  return {
    status,
    headers,
    mediaType: mediaType === undefined ? "application/json" : mediaType.replaceAll("*", "plain"),
    body: isJson ? body : textOf(body),
  };
}

interface ReplyFacts {
  readonly status: number;
  readonly value?: Json | undefined;
  /** Where to find what was created. */
  readonly location?: string | undefined;
  readonly word: MakeWord;
}

function textOf(value: Json): string {
  return typeof value === "string" ? value : renderJson(value);
}

/** The response to a request that asks for nothing that is described. */
export function undescribedReply(status: number, { reason }: Refusal): Reply {
  const body: JsonObject = { message: reason };
  return { status, headers: {}, mediaType: "application/json", body };
}

/** The body of a reply, as it goes out. */
export function bytesOf({ mediaType, body }: Reply): Buffer {
  if (mediaType === undefined || body === undefined) return Buffer.alloc(0);
  const isText = typeof body === "string" && !/[/+]json/.test(mediaType);
  return Buffer.from(isText ? body : renderJson(body));
}

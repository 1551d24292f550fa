import { isIPv4, isIPv6 } from "node:net";
import { fullFormats } from "ajv-formats/dist/formats.js";
import { type Contract, jsonOf, type Operation, responseTo } from "../../description/index.js";
import type { ResponseCheck } from "../../engine/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import {
  type AnySchema,
  entrySchema,
  leavesChoice,
  noneOfFormat,
  plainSchema,
  shorten,
} from "../../schema/index.js";
import type { ApiState } from "../../session/index.js";

/** A format that has an exact definition. */
interface Format {
  readonly specimen: string;
  readonly isWritten: (text: string) => boolean;
}

const formats: Readonly<Record<string, Format>> = {
  /** Source: RFC 3339, section 5.6. */
  "date-time": { specimen: "2026-01-31T23:59:59Z", isWritten: isDateTime },
  date: { specimen: "2026-01-31", isWritten: isValidBy(fullFormats.date) },
  /** Source: RFC 9562, section 4. */
  uuid: {
    specimen: "6f2c1b1e-6c3b-4a8e-9f39-0d5a3c1e7b42",
    isWritten: (text) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text),
  },
  ipv4: { specimen: "192.0.2.1", isWritten: isIPv4 },
  ipv6: { specimen: "2001:db8::1", isWritten: isIPv6 },
};

/** An offset has hours, a colon and minutes. */
function isDateTime(text: string): boolean {
  return isValidBy(fullFormats["date-time"])(text) && /(z|[+-]\d\d:\d\d)$/i.test(text);
}

function isValidBy(format: typeof fullFormats.date): (text: string) => boolean {
  const { validate } = format as { readonly validate: (text: string) => boolean };
  return validate;
}

/** Items of a list that are judged: the others are made in the same way. */
const mostItems = 20;
/** Levels of a value that are judged: a schema may refer to itself. */
const deepest = 8;

/** Texts in responses have the format that is described. */
export const describedFormat: ResponseCheck<ApiState> = {
  id: "formats",
  title: "dates, times, UUIDs and IP addresses in responses are written as their format says",
  judge: ({ exchange, response, json }, state) => {
    const operation = state.contract.operations.get(exchange.case.operation);
    const spec = operation && responseTo(operation, response.status);
    const schema = jsonOf(spec?.contents ?? [])?.schema;
    if (schema === undefined || json === undefined) return "not applicable";
    const texts = [...formattedTexts(schema, json)];
    if (texts.length === 0) return "not applicable";
    return (
      texts
        // A value that the run has sent, and the server has accepted, is another question.
        .filter(
          ({ format, text }) => formats[format]?.isWritten(text) === false && text !== noneOfFormat[format],
        )
        .map(({ format, text, at }) => ({
          problem: `format ${format}`,
          expected: `the format ${format} (such as ${formats[format]?.specimen}) at ${at}`,
          actual: shorten(text),
          at: { in: "body", pointer: at },
        }))
    );
  },
};

/** Does an operation answer with a text that has one of these formats? */
export function describesFormats({ operations }: Pick<Contract, "operations">): boolean {
  const seen = new Set<object>();
  const has = (schema: AnySchema): boolean => {
    if (seen.has(schema) || leavesChoice(schema)) return false;
    seen.add(schema);
    const plain = plainSchema(schema);
    return hasFormat(plain) || Object.values(plain.properties ?? {}).some(has) || partsOf(plain).some(has);
  };
  return [...operations.values()].flatMap(schemasOf).some(has);
}

function schemasOf({ responses }: Operation): readonly AnySchema[] {
  return [...responses.values()].flatMap(({ contents }) => jsonOf(contents)?.schema ?? []);
}

interface FormattedText {
  readonly format: string;
  readonly text: string;
  /** JSON Pointer. */
  readonly at: string;
}

function* formattedTexts(schema: AnySchema, json: Json, at = "", level = 0): Generator<FormattedText> {
  // One alternative may demand something of a text, and another may not.
  if (level > deepest || leavesChoice(schema)) return;
  const plain = plainSchema(schema);
  if (typeof json === "string" && hasFormat(plain)) yield { format: plain.format ?? "", text: json, at };
  if (Array.isArray(json))
    for (const [index, item] of json.slice(0, mostItems).entries())
      yield* formattedTexts(plain.items ?? {}, item as Json, `${at}/${index}`, level + 1);
  if (!isJsonObject(json)) return;
  for (const [name, value] of Object.entries(json)) {
    const described = plain.properties ?? {};
    const member = Object.hasOwn(described, name) ? described[name] : entrySchema(plain);
    if (member !== undefined) yield* formattedTexts(member, value, `${at}/${name}`, level + 1);
  }
}

/** The schemas of what is in a list or a map. */
function partsOf(schema: AnySchema): readonly AnySchema[] {
  return [schema.items, entrySchema(schema)].filter((each) => each !== undefined);
}

function hasFormat({ format }: AnySchema): boolean {
  return format !== undefined && Object.hasOwn(formats, format);
}

import { type Operation, streamKindOf } from "../../description/index.js";
import type { Objection, ParsedExchange } from "../../engine/index.js";
import { type Json, parseJson } from "../../json/index.js";
import type { SchemaViolation } from "../../schema/index.js";
import type { ApiState } from "../../session/index.js";
import { streamItemsIn } from "../../transport/index.js";

/** An item of a stream, as the readings that a description may mean by it. */
interface Item {
  readonly text: string;
  readonly readings: readonly Json[];
  /** Why it is no JSON, where its media type says that it is. */
  readonly notJson?: string;
}

/**
 * Returns how the first items of a stream differ from their description. Descriptions before OpenAPI 3.2 do not say whether they mean
 * an event or its data: an item is right if one reading is.
 */
export function streamObjections(
  operation: Operation,
  { response, mediaType }: ParsedExchange,
  state: ApiState,
): readonly Objection[] {
  const place = { operation: operation.id, status: response.status, mediaType, isItem: true };
  for (const [index, { readings, notJson, text }] of itemsIn(response.body, mediaType).entries()) {
    const at = { in: "body", pointer: `/${index}` } as const;
    if (notJson !== undefined)
      return [
        { problem: "no JSON in an item", expected: "an item in JSON", actual: `no JSON: ${notJson}`, at },
      ];
    const found = readings.map((each) => state.validate("", each, place)[0]);
    const [first] = found.every((each) => each !== undefined) ? found.toReversed() : [];
    if (first !== undefined) return [objectionTo(first, index, text)];
  }
  return [];
}

/** Of an item that is shown, in characters. */
const longestShown = 120;

function objectionTo(
  { at, keyword, property, reason }: SchemaViolation,
  index: number,
  text: string,
): Objection {
  const missing = keyword === "required" && property !== undefined ? `/${property}` : "";
  return {
    problem: `body /*${at}${missing} ${keyword}`,
    expected: "each item of the stream as its schema says",
    actual: `${reason}: ${text.slice(0, longestShown)}`,
    at: { in: "body", pointer: `/${index}${at}${missing}` },
  };
}

function itemsIn(body: Uint8Array, mediaType: string): readonly Item[] {
  const kind = streamKindOf(mediaType);
  if (kind === undefined) return [];
  const texts = streamItemsIn(kind, Buffer.from(body).toString("utf8"), true);
  return texts.map((text) => (kind === "events" ? eventIn(text) : valueIn(text)));
}

function valueIn(text: string): Item {
  const parsed = parseJson(text);
  return parsed.status === "valid"
    ? { text, readings: [parsed.value] }
    : { text, readings: [], notJson: parsed.reason };
}

/** An event: its fields, its data as a text, and as JSON. Source: WHATWG HTML, section 9.2.6. */
function eventIn(text: string): Item {
  const fields = text.split(/\r\n|\n|\r/).flatMap((line): readonly (readonly [string, string])[] => {
    const [, name = "", value = ""] = /^([^:]+)(?:: ?(.*))?$/.exec(line) ?? [];
    return name === "" ? [] : [[name, value]];
  });
  const data = fields.flatMap(([name, value]) => (name === "data" ? [value] : [])).join("\n");
  const event = Object.fromEntries(
    fields.map(([name, value]): readonly [string, Json] => [
      name,
      name === "retry" && /^\d{1,15}$/.test(value) ? BigInt(value) : value,
    ]),
  );
  const parsed = parseJson(data);
  const json = parsed.status === "valid" ? [parsed.value] : [];
  return { text: data, readings: [{ ...event, data }, data, ...json] };
}

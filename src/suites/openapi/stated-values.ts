import { isSuccess, Skip } from "../../checks/index.js";
import type { Contract, Operation } from "../../description/index.js";
import { type Json, numberAsWritten } from "../../json/index.js";
import { draftOf } from "./draft.js";
import {
  type DescribedPlace,
  leavesChoice,
  type Place,
  placesIn,
  pointerTo,
  valueAt,
  withValueAt,
} from "./places.js";
import { readBack, readOf } from "./read-back.js";
import { slugOf, validRequest, violate } from "./requests.js";
import { type ApiScenario, type Context, makeRequest, twinOf } from "./twin.js";
import { type AnySchema, plainSchema, typeOf } from "./valid-values.js";
import { parametersOf } from "./violations.js";

/** A value that the description allows, and the keyword that says so. */
interface Stated {
  readonly place: Place;
  readonly keyword: string;
  /** A text that ends in letters of its own, of that many characters, or the value itself. */
  readonly value: { readonly length: number } | { readonly is: Json };
}

/**
 * What is just within a description is accepted: bounds, lengths, words, null. Several places at once, since most servers
 * take them all; one by one where that was refused.
 */
export function statedScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  const rows = statedRows(operation);
  if (rows.length === 0) return undefined;
  const slug = slugOf(operation);
  const read = operation.method === "POST" ? readOf(operation, operations) : undefined;
  return {
    id: `${slug}/stated`,
    title: `${operation.id} accepts what is just within its description`,
    phase: "populate",
    ...(read === undefined ? {} : { expects: [`${slug}/read-back`] }),
    inputs: () => rows.map((_, index) => index),
    run: async (t, input) => {
      const row = rows[input as number] ?? [];
      if (!isRefusal(await send(t, row))) return;
      for (const stated of row) {
        const status = await send(t, [stated]);
        const { place, keyword } = stated;
        t.expect(!isRefusal(status), {
          problem: `${place.in} ${pointerTo(place)} ${keyword} is refused`,
          expected: `2xx: ${pointerTo(place)} is within ${keyword}, and another value of it is accepted`,
          actual: `${status}`,
          at: { in: "status" },
        });
      }
    },
  };

  async function send(t: Context, row: readonly Stated[]): Promise<number> {
    const { isBare, body: accepted } = twinOf(t, operation);
    const valid = makeRequest(() => validRequest(t.state, operation, isBare));
    const possible = row.filter(
      ({ place }) => place.in !== "body" || valueAt(accepted, place.path) !== undefined,
    );
    if (possible.length === 0) throw new Skip("untested", "no accepted request has these places");
    const changed = possible.reduce(
      (request, { place, value }) => changeAt(request, place, madeOf(value, t.state.token)),
      valid,
    );
    const label = possible.map(({ place, keyword }) => `${pointerTo(place)} at its ${keyword}`).join(", ");
    const { accepts } = valid.request;
    const parsed = await t.sendAnyway({ ...changed.request, accepts, label });
    const status = parsed?.response.status ?? 0;
    if (parsed !== undefined && isSuccess(status) && read !== undefined)
      await readBack(t, { read, parsed, sent: changed.body, check: `${slug}/read-back` });
    return status;
  }
}

const isRefusal = (status: number): boolean => status === 400 || status === 422;

function changeAt(valid: ReturnType<typeof validRequest>, place: Place, value: Json) {
  const request = violate(valid, { place, keyword: "", family: "", label: "", value });
  const body =
    place.in === "body" && valid.body !== undefined ? withValueAt(valid.body, place.path, value) : valid.body;
  return { ...valid, request, body };
}

function madeOf(value: Stated["value"], token: () => string): Json {
  if ("is" in value) return value.is;
  const text = `Pedigree ${token()}`;
  return text.length > value.length
    ? token()
        .repeat(Math.ceil(value.length / 8))
        .slice(0, value.length)
    : text.padEnd(value.length, "n");
}

/** The first row has the first value of each place, and so on. */
export function statedRows(operation: Operation): readonly (readonly Stated[])[] {
  const { body } = operation;
  const draft = draftOf(operation);
  const places = [
    ...(body === undefined || draft === undefined ? [] : placesIn(body.schema, draft)),
    ...parametersOf(operation).filter(({ place }) => place.in === "query"),
  ];
  const columns = places.map(statedAt);
  const most = Math.max(0, ...columns.map(({ length }) => length));
  return Array.from({ length: most }, (_, row) =>
    columns.flatMap((column) => (column[row] === undefined ? [] : [column[row]])),
  );
}

/** A text or list that is longer takes too long to send. */
const longestText = 100_000;
const longestList = 100;
/** Words of one enumeration that are tried. */
const mostWords = 20;
/** States may be reached from others only. */
const stateLike = /(status|state|phase|stage|step)$/i;

function statedAt({ place, schema, valid }: DescribedPlace): readonly Stated[] {
  if (leavesChoice(schema)) return [];
  const plain = plainSchema(schema);
  const found: Stated[] = [];
  const add = (keyword: string, value: Stated["value"]): void => {
    found.push({ place, keyword, value });
  };
  for (const [keyword, is] of [...boundsOf(plain), ...listsOf(plain, valid)]) add(keyword, { is });
  for (const [keyword, length] of lengthsOf(plain))
    if (length > 0 || place.in === "body") add(keyword, { length });
  const words = (plain.enum ?? []).filter((each) => typeof each === "string");
  const isState = place.in === "body" && stateLike.test(place.path.at(-1) ?? "");
  if (!isState) for (const is of words.slice(1, mostWords)) add("enum", { is });
  if (place.in === "body" && [plain.type].flat().includes("null")) add("null", { is: null });
  return found;
}

function boundsOf(schema: AnySchema): readonly (readonly [string, Json])[] {
  const type = typeOf(schema);
  if (schema.enum !== undefined || (type !== "integer" && type !== "number")) return [];
  const { minimum, maximum, multipleOf } = schema;
  return Object.entries({ minimum, maximum }).flatMap(([keyword, bound]) => {
    const isMultiple = multipleOf === undefined || Number.isInteger(Number(bound) / multipleOf);
    if (bound === undefined || !isMultiple || !Number.isSafeInteger(bound)) return [];
    return [[keyword, type === "integer" ? BigInt(bound) : numberAsWritten(`${bound}`)] as const];
  });
}

function lengthsOf({
  minLength,
  maxLength,
  format,
  pattern,
  enum: words,
  ...schema
}: AnySchema): readonly (readonly [string, number])[] {
  if (typeOf(schema) !== "string" || format !== undefined || pattern !== undefined || words !== undefined)
    return [];
  return Object.entries({ minLength, maxLength }).flatMap(([keyword, length]) =>
    length === undefined || length > longestText ? [] : [[keyword, length] as const],
  );
}

function listsOf(
  { minItems, maxItems, uniqueItems }: AnySchema,
  valid: Json | undefined,
): readonly (readonly [string, Json])[] {
  const [first] = Array.isArray(valid) ? (valid as readonly Json[]) : [];
  if (first === undefined) return [];
  return Object.entries({ minItems, maxItems }).flatMap(([keyword, length]) =>
    length === undefined || length > longestList || (uniqueItems === true && length > 1)
      ? []
      : [[keyword, Array.from({ length }, () => first)] as const],
  );
}

import type { Operation } from "../../description/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf } from "../../generate/index.js";
import { type Json, numberAsWritten } from "../../json/index.js";
import { bodyPlaces, draftOf } from "./draft.js";
import type { DescribedPlace, Place } from "./places.js";
import { isStateLike } from "./state-names.js";
import { optionalIn } from "./valid-requests.js";
import { parametersOf } from "./violations.js";

/** A value that the description allows, and the keyword that says so. */
export interface Stated {
  readonly place: Place;
  readonly keyword: string;
  /** The length of a text in characters, or the value itself; undefined if it is left out. */
  readonly value: { readonly length: number } | { readonly is: Json } | undefined;
}

/** The first row has the first value of each place, and so on. */
export function statedRows(operation: Operation): readonly (readonly Stated[])[] {
  const draft = draftOf(operation);
  const places = [
    ...bodyPlaces(operation, draft),
    ...parametersOf(operation).filter(({ place }) => place.in === "query"),
  ];
  const columns = places.map(statedAt);
  const most = Math.max(0, ...columns.map(({ length }) => length));
  const rows = Array.from({ length: most }, (_, row) =>
    columns.flatMap((column) => (column[row] === undefined ? [] : [column[row]])),
  );
  const optional = optionalIn(operation, draft).map(
    (name): Stated => ({ place: { in: "body", path: [name] }, keyword: "optional", value: undefined }),
  );
  return optional.length === 0 ? rows : [...rows, optional];
}

/** A text or list that is longer takes too long to send. */
const longestText = 100_000;
const longestList = 100;
/** Words of one enumeration that are tried. */
const mostWords = 20;
function statedAt({ place, schema, valid }: DescribedPlace): readonly Stated[] {
  if (leavesChoice(schema)) return [];
  const plain = plainSchema(schema);
  const found: Stated[] = [];
  const add = (keyword: string, value: NonNullable<Stated["value"]>): void => {
    found.push({ place, keyword, value });
  };
  for (const [keyword, is] of [...boundsOf(plain), ...listsOf(plain, valid)]) add(keyword, { is });
  for (const [keyword, length] of lengthsOf(plain))
    if (length > 0 || place.in === "body") add(keyword, { length });
  const words = (plain.enum ?? []).filter((each) => typeof each === "string");
  // States may be reached from others only.
  const isState = place.in === "body" && isStateLike(place.path.at(-1) ?? "");
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

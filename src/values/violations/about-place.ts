import { type AnySchema, plainSchema } from "../../generate/index.js";
import { renderJson } from "../../json/index.js";
import type { Place } from "../../model/index.js";
import type { AboutPlace, Group } from "./violation.js";

/** Keywords of one value; of those that are not named, a server converts what is wrong with them. */
const groups: Readonly<Record<string, Group>> = {
  required: "required",
  empty: "required",
  dependentRequired: "required",
  if: "required",
  null: "required",
  minProperties: "required",
  enum: "choice",
  const: "choice",
  oneOf: "choice",
  anyOf: "choice",
  type: "type",
  integer: "type",
  number: "type",
  format: "format",
  additionalProperties: "members",
  unevaluatedProperties: "members",
  not: "members",
};

/** Keywords of how parts of a value belong together: a server may drop such a part, or fill one in. */
const ofParts = /^(maxProperties|propertyNames|contains|items|dependentRequired|if|not)$/;

/** Keywords that assert something of a value besides its type. */
const assertions =
  /^(enum|const|format|pattern|multipleOf|uniqueItems|contains|not|(exclusive)?(minimum|maximum)|(min|max)(Length|Items|Properties))$/i;

/** Where a keyword is violated, by the schema of that place. */
interface At {
  readonly place: Place;
  readonly keyword: string;
  readonly schema?: AnySchema;
  readonly isRequired?: boolean;
}

/** Returns what decides which leniency it is if a violation of a keyword is accepted. */
export function aboutPlace({ place, keyword, schema = {}, isRequired = false }: At): AboutPlace {
  const plain = plainSchema(schema);
  const isNull = keyword === "null" && (!isRequired || mayBeNothing(plain));
  return {
    group: isNull ? "null" : (groups[keyword] ?? "range"),
    // Frameworks that convert a member need not convert an item of a list.
    described: [place.path.at(-1) === "*" ? "item" : [], plain.type ?? "any", plain.format ?? []]
      .flat()
      .join(" "),
    isRequired,
    otherAssertions: assertionsOf(plain, keyword),
    onlyIfShown: place.isInMap === true || ofParts.test(keyword),
  };
}

/** Returns the assertions of a schema beside one keyword. Schemas within it may be circular and count by their keyword. */
function assertionsOf(schema: AnySchema, besides: string): string {
  return Object.entries(schema)
    .filter(([each]) => each !== besides && assertions.test(each))
    .map(([each, value]) => (each === "not" || each === "contains" ? each : `${each} ${renderJson(value)}`))
    .toSorted()
    .join(", ");
}

/** Is null valid once it is read as the text, number or boolean that stands for nothing, as some frameworks read it? */
function mayBeNothing({
  type,
  minLength = 0,
  pattern,
  format,
  minimum = 0,
  maximum = 0,
  exclusiveMinimum = -1,
  exclusiveMaximum = 1,
}: AnySchema): boolean {
  if (type === "string") return minLength === 0 && pattern === undefined && format === undefined;
  if (type !== "number" && type !== "integer") return type === "boolean";
  return minimum <= 0 && maximum >= 0 && exclusiveMinimum < 0 && exclusiveMaximum > 0;
}

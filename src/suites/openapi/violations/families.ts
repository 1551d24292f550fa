import { isOfRequest } from "../names/header-names.js";
import { isPageSize, pagingName } from "../names/page-size-names.js";
import { namesItem } from "../resources/path-places.js";
import type { Place } from "../resources/places.js";

/** May a server cut a parameter to its bounds, as its name says? */
export function isPaging({ in: where, path: [name = "", member = ""] }: Place): boolean {
  return (
    where === "query" &&
    [name, member].some(
      (each) => isPageSize(each) || /^(offset|skip|page|start|first|number)$/i.test(pagingName(each)),
    )
  );
}

/** Who looks at one of a group looks at all; formats say little by themselves. Source: JSON Schema, section 7.2.1. */
const groups: Readonly<Record<string, readonly string[]>> = {
  text: ["minLength", "maxLength", "pattern"],
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"],
  size: ["minItems", "maxItems", "minProperties", "maxProperties"],
};

/** Is it a keyword that every framework validates that validates others? */
function isAsserted(keyword: string): boolean {
  return (
    ["enum", "const", "multipleOf", "oneOf", "anyOf"].includes(keyword) ||
    Object.values(groups).flat().includes(keyword)
  );
}

/** Keywords that say how parts of a value belong together. */
const ofParts: readonly string[] = ["items", "contains", "propertyNames", "dependentRequired", "if", "not"];

/** Of what a server may cut to its bounds, rather than refuse it. */
export const ofBounds: readonly string[] = ["body number", "body size"];

/** What is accepted, stored and shown, although it violates a body's schema: it is like every violation that is refused. */
export const stored = "body stored";

/** What violates a parameter that is a list, or an object with keys of its own: at its items and members, and as a whole. */
export const listed = "query listed";

/** What violates a parameter of the query, whatever the keyword. */
export const asked = "query asked";

/** The families of what violates a keyword at a place. */
export function familiesOf(place: Place, keyword: string, family: string): readonly string[] {
  // Only what is shown as it was sent was looked at.
  if (place.isInMap) return isAsserted(keyword) ? [stored] : [];
  const isOfItem = place.in === "path" && namesItem(place.path[0] ?? "");
  const where = isOfItem ? "path of an item" : parameterKind(place);
  const isOfPage = isPaging(place);
  // An address that is not valid may lead to something all the same.
  const isFree = !isOfPage && place.in !== "path";
  const wider = Object.keys(groups).filter(
    (group) => groups[group]?.includes(keyword) === true && (isFree || group === "text"),
  );
  const isWide = place.in === "query" && isAsserted(keyword);
  return [
    `${isOfPage ? "page" : where} ${family}`,
    ...wider.map((group) => `${where} ${group}`),
    ...(keyword === "required" ? ["required"] : []),
    ...(place.in === "body" && (isAsserted(keyword) || ofParts.includes(keyword)) ? [stored] : []),
    ...(isWide && !isOfPage && place.parameter !== undefined ? [listed] : []),
    ...(isWide ? [asked] : []),
  ];
}

/** A server reads headers and queries alike, but for those of one request; lists and objects in them need more code. */
function parameterKind({ in: where, path: [name = "", member], parameter }: Place): string {
  const kind = where === "header" && !isOfRequest(name) ? "query" : where;
  if (parameter === undefined) return kind;
  if (member === undefined) return `${kind} list`;
  return member === "*" ? `${kind} item` : `${kind} member`;
}

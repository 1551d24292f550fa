import { jsonOf, type Operation, type Schema } from "../../../description/index.js";
import { type AnySchema, plainSchema, typeOf } from "../../../generate/index.js";
import { isOfRequest } from "../names/header-names.js";
import type { ApiState } from "../state/state.js";
import { asked, listed, stored } from "./families.js";
import type { Violation } from "./violation.js";

/** Refusals that show that a server looks at all that it is sent, whatever the keyword. */
const manyRefusals = 3;

/** Keywords of which no server makes something that is valid, by cutting a value, for example. */
const uncut: readonly string[] = ["enum", "const", "pattern", "multipleOf"];

/** The family in which it is accepted although its like is refused: the narrowest that has another of its kind counts. */
export function inconsistentAcceptance(
  state: ApiState,
  operation: Operation,
  violation: Violation,
  id: string,
): string | undefined {
  const known = knownFamilies(state, violation);
  const index = known.findIndex((each) => hasOthers(each, violation, id));
  const family = violation.families[index];
  const of = known[index];
  if (of === undefined || family === undefined || !of.accepted.has(id)) return undefined;
  if (family === asked || family === listed)
    return looksAtQueries(state, of, family) && isFilter(operation, violation) ? family : undefined;
  return of.refused.size >= (family === stored ? manyRefusals : 1) ? family : undefined;
}

/** Does a server refuse so many other queries that one keyword without validation is no leniency of a kind? Of lists, some are to be refused. */
function looksAtQueries({ acceptanceByKind }: ApiState, { refused }: Known, family: string): boolean {
  const all = acceptanceByKind.get(asked) ?? noneKnown();
  const isAlone = family === listed || new Set([...all.accepted].map(placeIn)).size === 1;
  return isAlone && refused.size > 0 && new Set([...all.refused].map(keywordIn)).size >= manyRefusals;
}

/** Is it a filter by a member of what is listed? What asks for another order or form may be as usual for an unknown word. */
function isFilter({ responses }: Operation, { place: { path }, keyword }: Violation): boolean {
  if (!uncut.includes(keyword)) return false;
  const name = path.findLast((each) => each !== "*") ?? "";
  const names = [name, `${name}s`, name.replace(/s$/, "")];
  return [...responses].some(([status, { contents }]) => {
    const schema = jsonOf(contents)?.schema;
    const members = status.startsWith("2") && schema !== undefined ? listedMembers(schema) : [];
    return members.some((member) => names.includes(member));
  });
}

/** The members of the items of a list, also where an object is around it. */
function listedMembers(schema: Schema | AnySchema): readonly string[] {
  const plain = plainSchema(schema);
  const lists = [plain, ...Object.values(plain.properties ?? {}).map(plainSchema)];
  return lists.flatMap((each) =>
    typeOf(each) === "array" ? Object.keys(plainSchema(each.items ?? {}).properties ?? {}) : [],
  );
}

/** What is known of each family of a violation. */
export function knownFamilies({ acceptanceByKind }: ApiState, { families }: Violation): readonly Known[] {
  return families.map((name) => {
    const known = acceptanceByKind.get(name) ?? noneKnown();
    acceptanceByKind.set(name, known);
    return known;
  });
}

/** The checks of what is refused, and of what is accepted. */
interface Known {
  readonly refused: Set<string>;
  readonly accepted: Set<string>;
}

function noneKnown(): Known {
  return { refused: new Set(), accepted: new Set() };
}

/** Is there another of the kind? A header that many operations have is one, as long as all of them treat it alike. */
function hasOthers({ refused, accepted }: Known, { place }: Violation, id: string): boolean {
  if (place.in !== "header" || isOfRequest(place.path[0] ?? "")) return refused.size + accepted.size > 1;
  return (
    [...refused].some((each) => each !== id) || [...accepted].some((each) => placeIn(each) !== placeIn(id))
  );
}

/** The end of a check's id: the place and the keyword. */
function placeIn(id: string): string {
  return id.slice(id.indexOf("/violation/"));
}

function keywordIn(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}

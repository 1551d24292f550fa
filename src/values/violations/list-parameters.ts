import type { Operation, Parameter } from "../../description/index.js";
import { type AnySchema, isUndecided, plainSchema, typeOf } from "../../generate/index.js";
import { isJsonObject, type Json } from "../../json/index.js";
import { changesMeaning, isIgnored, type Place, withValueAt } from "../../model/index.js";
import { isWritableIn, renderQuery } from "../parameter-styles.js";
import { madeFor } from "../parameter-values.js";
import { aboutPlace } from "./about-place.js";
import { invalidLists } from "./invalid-containers.js";
import type { Violation } from "./violation.js";
import { isSeenInText, violationsAt } from "./violations-at.js";
import { unknownMember } from "./whole-bodies.js";

/** Returns the violations of the schemas of parameters that are lists, or objects whose members have keys of their own. */
export function listViolations({ parameters }: Operation): readonly Violation[] {
  return parameters
    .filter(
      ({ name, in: where, isJson = false, isFixed = false }) =>
        !isJson &&
        !isFixed &&
        (where === "query" || (where === "header" && !changesMeaning(name) && !isIgnored(name))),
    )
    .flatMap((parameter) => [...invalidListParameters(parameter), ...invalidMembers(parameter)])
    .filter(isWritable);
}

/** Longer ones make addresses that are too long, in characters. */
const longest = 1500;

function isWritable({ place: { parameter }, value }: Violation): boolean {
  if (parameter === undefined || value === undefined || !isWritableIn(parameter, value)) return false;
  return JSON.stringify(renderQuery(parameter, value)).length <= longest;
}

/** Lists of a wrong size, and lists of which the first item is wrong. */
function invalidListParameters(parameter: Parameter): readonly Violation[] {
  const { name, in: where, schema } = parameter;
  const plain = plainSchema(schema);
  const valid = madeFor(parameter);
  const { items = {} } = plain;
  const isPlain =
    !isUndecided(schema) && !isUndecided(items) && !/^(array|object)$/.test(typeOf(items) ?? "");
  if ((where !== "query" && where !== "header") || !isPlain || !Array.isArray(valid)) return [];
  const list = { in: where, path: [name], parameter } as const;
  const item: Place = { ...list, path: [name, "*"] };
  const [first] = valid as readonly Json[];
  return [
    ...invalidLists(plain, typeOf(plain), valid)
      .filter(([, , value]) => Array.isArray(value) && value.length > 0)
      .map(
        ([keyword, label, value]): Violation => ({
          place: list,
          keyword,
          about: aboutPlace({ place: list, keyword, schema: plain, isRequired: parameter.required }),
          label: `/${name} ${label}`,
          value,
        }),
      ),
    ...violationsAt({ place: item, schema: items, isRequired: true, valid: first })
      .filter((each) => isSeenInText(each) && isOneItem(each))
      .map((each) => within(each, valid as Json)),
  ];
}

/** Is it no text that a server may take for two items? */
function isOneItem({ keyword, value }: Violation): boolean {
  return keyword !== "required" && !(typeof value === "string" && /[,|\s]/.test(value));
}

/** Objects of which one member is wrong, or that have one too many. */
function invalidMembers(parameter: Parameter): readonly Violation[] {
  const { name, in: where, schema, style } = parameter;
  const plain = plainSchema(schema);
  const valid = madeFor(parameter);
  if (where !== "query" || style !== "deepObject" || isUndecided(schema) || !isJsonObject(valid)) return [];
  const { properties = {}, required = [], additionalProperties } = plain;
  const least = Object.fromEntries(Object.entries(valid).filter(([member]) => required.includes(member)));
  const at = (member: string): Place => ({ in: where, path: [name, member], parameter });
  const tooMany: Violation = {
    place: at(unknownMember),
    keyword: "additionalProperties",
    about: aboutPlace({ place: at(unknownMember), keyword: "additionalProperties" }),
    label: `there is a member in /${name} that the schema forbids`,
    value: { ...least, [unknownMember]: "unknown" },
  };
  return [
    ...Object.entries(properties as Readonly<Record<string, AnySchema>>).flatMap(([member, each]) =>
      violationsAt({ place: at(member), schema: each, isRequired: required.includes(member) })
        .filter(isSeenInText)
        .filter(({ keyword }) => keyword !== "required")
        .map((violation) => within(violation, least)),
    ),
    ...(additionalProperties === false ? [tooMany] : []),
  ];
}

/** The violation in the whole value of its parameter. */
function within({ others: _, ...violation }: Violation, whole: Json): Violation {
  const { place, value } = violation;
  return { ...violation, value: withValueAt(whole, place.path.slice(1), value) };
}

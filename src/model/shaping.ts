import type { Operation, Parameter } from "../description/index.js";
import type { Json } from "../json/index.js";
import { type AnySchema, leavesChoice, plainSchema, typeOf, wordsIn } from "../schema/index.js";
import { matches, type PatternGroup, sentencesOf } from "./lexicon.js";
import { quotedNames } from "./names.js";

/** A parameter by which a client says with which members an item is shown. */
export interface Shaping {
  readonly parameter: Parameter;
  /** Does it add a member to an item, or leave the members that are asked for? */
  readonly kind: "adds" | "leaves";
  /** The members that it may be asked for. */
  readonly members: readonly string[];
  /** The members that are there only if they are asked for, as the description says. */
  readonly absentWithout: readonly string[];
  /** The lists that are there, be they empty or not, if they are asked for, as the description says. */
  readonly presentWith: readonly string[];
  /** Of these, the lists with all that is below the item. */
  readonly wholeWith: readonly string[];
  /** Makes the value that asks for some of the members. */
  readonly valueFor: (members: readonly string[]) => Json;
}

/**
 * The parameters by which an operation adds members to its items, or leaves some of them.
 * @param shown the plain schema of an item, as it is described
 */
export function shapingsOf(operation: Operation, shown: AnySchema): readonly Shaping[] {
  return operation.parameters.flatMap((parameter): readonly Shaping[] => {
    const { name, in: where, required, isFixed = false, schema } = parameter;
    if (where !== "query" || required || isFixed || leavesChoice(schema)) return [];
    const said = `${parameter.description ?? ""} ${plainSchema(schema).description ?? ""}`;
    if (matches(name, "adds-members")) return addedBy(parameter, said, shown);
    if (!matches(name, "leaves-members") || matches(said, "searched-members")) return [];
    return leftBy(parameter, said, shown);
  });
}

function addedBy(parameter: Parameter, said: string, shown: AnySchema): readonly Shaping[] {
  const { properties = {}, required = [] } = shown;
  const words = wordsOf(parameter.schema) ?? quotedNames(said, properties);
  const isWhole = (name: string): boolean => {
    const each = properties[name] ?? {};
    return !leavesChoice(each) && ["array", "object"].includes(typeOf(plainSchema(each)) ?? "");
  };
  const members = words.filter((name) => Object.hasOwn(properties, name) && !required.includes(name));
  const sentencesOn = (name: string): readonly string[] => {
    const own = sentencesOf(plainSchema(properties[name] ?? {}).description ?? "");
    const about = sentencesOf(said).filter((each) => words.length === 1 || isNamedIn(name, each));
    return [...about, ...own.filter((each) => isNamedIn(parameter.name, each))];
  };
  const isSaid = (name: string, ...groups: PatternGroup[]): boolean =>
    isWhole(name) &&
    sentencesOn(name).some(
      (each) => groups.every((group) => matches(each, group)) && !matches(each, "shown-in-part"),
    );
  const isList = (name: string): boolean => typeOf(plainSchema(properties[name] ?? {})) === "array";
  if (members.length === 0) return [];
  const presentWith = members.filter((name) => isList(name) && isSaid(name, "present-with"));
  return [
    {
      parameter,
      kind: "adds",
      members,
      absentWithout: members.filter((name) => isSaid(name, "absent-without")),
      presentWith,
      wholeWith: presentWith.filter((name) => isSaid(name, "present-with", "with-all-parts")),
      valueFor: valueFor(parameter),
    },
  ];
}

/** Of a parameter without words, its text has to say that names are listed, and a comma has to be between them. */
function leftBy(parameter: Parameter, said: string, shown: AnySchema): readonly Shaping[] {
  const { properties = {}, required = [] } = shown;
  const words = wordsOf(parameter.schema);
  const listed = matches(said, "lists-names") ? Object.keys(properties) : [];
  const members = (words ?? listed).filter((name) => Object.hasOwn(properties, name));
  const isOfAll = (name: string): boolean =>
    matches(name, "item-ids") || (words === undefined && matches(name, "of-each-item"));
  const isChosen = (name: string): boolean =>
    !required.includes(name) &&
    !isOfAll(name) &&
    (words !== undefined || plainSchema(properties[name] ?? {}).readOnly !== true);
  const isLeft = matches(said, "leaves-nothing-else") && !matches(said, "leaves-more");
  // A required member is shown anyway, or the description says too much.
  const isPossible = required.every(
    (name) => members.includes(name) || matches(name, "item-ids") || matches(name, "of-each-item"),
  );
  if (members.length < 2 || !isPossible) return [];
  const absentWithout = isLeft ? members.filter(isChosen) : [];
  return [
    {
      parameter,
      kind: "leaves",
      members,
      absentWithout,
      presentWith: [],
      wholeWith: [],
      valueFor: valueFor(parameter),
    },
  ];
}

function isNamedIn(name: string, sentence: string): boolean {
  return sentence.includes(`\`${name}`) || wordsIn(sentence).includes(name.toLowerCase());
}

/** The words of an enumeration, or of a list of such words; undefined where any text may be asked for. */
function wordsOf(schema: Parameter["schema"] | AnySchema): readonly string[] | undefined {
  const { enum: words, items, ...plain } = plainSchema(schema);
  if (typeOf(plain) === "array") return items === undefined || leavesChoice(items) ? [] : wordsOf(items);
  return words?.filter((each) => typeof each === "string");
}

function valueFor({ schema }: Parameter): Shaping["valueFor"] {
  return (members) => (typeOf(plainSchema(schema)) === "array" ? [...members] : members.join(","));
}

import { type Operation, operationText, type Parameter } from "../description/index.js";
import { plainSchema, typeOf } from "../schema/index.js";
import { matches, patternOf, sentencesOf } from "./lexicon.js";
import { itemMembersOf } from "./list-envelopes.js";
import { oneOrMany } from "./names.js";

/** A boolean by which a list is asked for items that it leaves out otherwise: those whose member is true. */
export interface HidingFlag {
  readonly parameter: Parameter;
  readonly member: string;
}

/** The flags of a list without which some items are not shown, as a text says. */
export function hidingFlagsOf(operation: Operation): readonly HidingFlag[] {
  const members = itemMembersOf(operation);
  const flags = Object.keys(members).filter((name) => typeOf(plainSchema(members[name] ?? {})) === "boolean");
  const around = sentencesOf(operationText(operation));
  return operation.parameters.flatMap((parameter): readonly HidingFlag[] => {
    const { name, in: where, required, isFixed = false, schema } = parameter;
    const { default: usual, description = "", ...plain } = plainSchema(schema);
    if (where !== "query" || required || isFixed || typeOf(plain) !== "boolean" || usual === true) return [];
    const bare = withoutSeparators(name.replace(patternOf("adding-prefixes"), ""));
    const member = flags.find((each) => oneOrMany(withoutSeparators(each)).includes(bare));
    const isNamedIn = (sentence: string): boolean =>
      [`\`${name}\``, `\`${name}=true\``].some((quoted) => sentence.includes(quoted));
    const own = `${parameter.description ?? ""} ${description}`;
    const isSaid =
      around.some((each) => isNamedIn(each) && matches(each, "hidden-unless")) ||
      sentencesOf(own).some((each) => matches(each, "hidden-without"));
    return member === undefined || !isSaid || matches(own, "shown-anyway") ? [] : [{ parameter, member }];
  });
}

function withoutSeparators(name: string): string {
  return name.replaceAll(/[-_]/g, "").toLowerCase();
}

import { type AnySchema, plainSchema, wordsIn } from "../schema/index.js";
import { matches, type PatternGroup, patternOf, sentencesOf } from "./lexicon.js";
import { type Member, membersOf } from "./members.js";
import { isTime } from "./moments.js";

/** A member that is computed from two others of the same item, as its text says: "`unit_price` times `quantity`, to the cent". */
export interface Formula {
  readonly name: string;
  readonly operator: "times" | "minus" | "plus" | "days";
  readonly left: string;
  readonly right: string;
}

const groups: readonly (readonly [Formula["operator"], PatternGroup])[] = [
  ["times", "says-times"],
  ["minus", "says-minus"],
  ["plus", "says-plus"],
];

/** The members of an object that are computed from others of it. */
export function formulasOf(schema: AnySchema): readonly Formula[] {
  const members = membersOf(schema);
  return members.flatMap(({ name, schema: own }) => {
    const [sentence = ""] = sentencesOf((own.description ?? "").trim());
    const text = sentence.replaceAll("`", "").replace(/[.;]$/, "");
    return isNumeric(own) ? (formulaIn(text, name, members) ?? []) : [];
  });
}

function formulaIn(text: string, name: string, members: readonly Member[]): Formula | undefined {
  const days = patternOf("says-days").exec(text);
  if (days?.index === 0) {
    const times = members.filter(({ schema }) => isTime(schema));
    const [first = "", second = ""] = text.slice(days[0].length).split(patternOf("between-two"));
    const [left, right] = [wholeName(first, times), nameAhead(second, times)];
    return left !== undefined && right !== undefined ? { name, operator: "days", left, right } : undefined;
  }
  const others = members.filter((each) => each.name !== name && isNumeric(each.schema));
  for (const [operator, group] of groups) {
    const found = patternOf(group).exec(text);
    if (found === null) continue;
    const left = wholeName(text.slice(0, found.index).replace(patternOf("before-formulas"), ""), others);
    const right = nameAhead(text.slice(found.index + found[0].length), others);
    if (left !== undefined && right !== undefined) return { name, operator, left, right };
  }
  return undefined;
}

function isNumeric(schema: AnySchema): boolean {
  return ["integer", "number"].includes(`${plainSchema(schema).type}`);
}

/** The member of which a text is the name: `unit_price`, or "unit price". */
function wholeName(text: string, members: readonly Member[]): string | undefined {
  const words = wordsIn(text.trim()).join(" ");
  return members.find(({ name }) => name === text.trim() || wordsIn(name).join(" ") === words)?.name;
}

/** The member whose name a text begins with, where nothing else follows that could matter. */
function nameAhead(text: string, members: readonly Member[]): string | undefined {
  const [name = "", ...rest] = text.trim().split(/(?=[,;:(])|(?<=\w)\s/);
  const tail = rest.join(" ");
  return tail === "" || matches(tail, "after-formulas") ? wholeName(name, members) : undefined;
}

/** Computes a formula for two numbers, or for two moments in ms. */
export function computed({ operator }: Formula, left: number, right: number): number {
  if (operator === "times") return left * right;
  if (operator === "plus") return left + right;
  return operator === "minus" ? left - right : Math.round((right - left) / day);
}

/** In ms. */
const day = 86_400_000;

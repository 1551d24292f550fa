import { fileURLToPath } from "node:url";
import { loadYamlFile } from "../description/index.js";

/** A demand on a value that no keyword of JSON Schema states. */
export type RefusalRule = "required" | "leftOut" | "future" | "past" | "later" | "unique";

/** The meaning of a sentence about a member: a rule, or keywords with their values. */
export interface RefusalMeaning {
  readonly rule?: RefusalRule;
  /** Keyword of JSON Schema, or `prefix` and `suffix`, with its value: a text where the sentence gave it. */
  readonly keywords: Readonly<Record<string, string>>;
}

interface Row {
  readonly says: string;
  readonly rule?: RefusalRule;
  readonly schema?: Readonly<Record<string, string>>;
  readonly keywords?: readonly string[];
  readonly from: string;
}

/** The file lies at the same depth below the package for `src/model` and for `dist/chunks`. */
const file = fileURLToPath(new URL("../../src/model/refusals.yaml", import.meta.url));

const number = String.raw`(-?\d{1,18}(?:\.\d{1,9})?)`;

/** The kinds of members of a refusal. */
type MemberKind = "pointers" | "sentences" | "lists";

interface Table {
  readonly names: Readonly<Record<MemberKind, ReadonlySet<string>>>;
  readonly rows: readonly (Row & { readonly expression: RegExp })[];
}

let loaded: Table | undefined;

/** Reads the table once, when the first refusal is to be understood. */
function table(): Table {
  loaded ??= read();
  return loaded;
}

function read(): Table {
  const stated = loadYamlFile(file).value as Readonly<Record<MemberKind, string>> & {
    readonly rows: readonly Row[];
  };
  const namesOf = (kind: MemberKind): ReadonlySet<string> => new Set(stated[kind].split(/\s+/));
  const expressionOf = ({ says }: Row): RegExp =>
    new RegExp(says.replaceAll("{n}", number).replaceAll("{words}", ".{1,500}"), "i");
  return {
    names: { pointers: namesOf("pointers"), sentences: namesOf("sentences"), lists: namesOf("lists") },
    rows: stated.rows.map((row) => ({ ...row, expression: expressionOf(row) })),
  };
}

/** Is a member of a refusal of this kind, by its name? */
export function isInRefusals(name: string, kind: MemberKind): boolean {
  return table().names[kind].has(name);
}

/** Returns all that a sentence says of a member, the likeliest first. Its length is bounded by the caller. */
export function meaningsOf(sentence: string): readonly RefusalMeaning[] {
  return table().rows.flatMap(({ expression, rule, schema = {}, keywords = [] }) => {
    const match = expression.exec(sentence);
    if (match === null) return [];
    const captured = keywords.flatMap((keyword, index) => {
      const group = match[index + 1];
      return group === undefined ? [] : [[keyword, group] as const];
    });
    return [{ ...(rule && { rule }), keywords: { ...schema, ...Object.fromEntries(captured) } }];
  });
}

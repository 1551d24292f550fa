import type { Report } from "../../run/index.js";
import { groupBy } from "../group-by.js";

/** One sort of case, and its answers. */
export type Coverage = Report["statistics"]["coverage"][number];

/** The kinds of cases, in words. */
export const kindNames: Readonly<Record<Coverage["kind"], string>> = {
  valid: "keeps the rules",
  invalid: "breaks a rule",
  either: "may go either way",
  "wrong key": "without the good key",
};

/** Cases that are about the same thing. */
export interface CoverageGroup {
  readonly about: string;
  readonly entries: readonly Coverage[];
}

const fewest = 3;
const others = "others";

/** Cases by what their labels are about: a parameter, a member, a header, the body. */
export function groupCoverage(entries: readonly Coverage[]): readonly CoverageGroup[] {
  const named = groupBy(entries, aboutOf);
  const large = [...named].filter(([about, all]) => all.length >= fewest && about !== others);
  const rest = [...named].filter(([about, all]) => all.length < fewest || about === others);
  return [
    ...large
      .toSorted(([left], [right]) => Number(left.includes(" and ")) - Number(right.includes(" and ")))
      .map(([about, all]) => ({ about, entries: all })),
    ...(rest.length === 0 ? [] : [{ about: others, entries: rest.flatMap(([, all]) => all) }]),
  ];
}

/** What is particular about a case, without what its group says already. */
export function shortLabel(label: string, about: string): string {
  const short = label.startsWith(about) ? label.slice(about.length).replace(/^(?:=| is |: | )/, "") : label;
  return short === "" ? (label.endsWith("=") ? "(empty)" : label) : short;
}

function aboutOf({ kind, label }: Coverage): string {
  if (kind === "wrong key") return "the key";
  const parameters = [...new Set([...label.matchAll(/(?:^|[ &])(\w+)=/g)].map(([, name]) => name))];
  if (parameters.length > 0) return parameters.toSorted().join(" and ");
  const header = /\b[A-Z][a-z]+(?:-[A-Z][a-z]+)+\b/.exec(label)?.[0];
  if (header !== undefined) return header;
  const [first = "", second = ""] = label.split(" ");
  if (/^(?:an?|the|no|only|every)$/i.test(first)) return `${first} ${second}`;
  return /^\w+$/.test(first) ? first : others;
}

import type { Described, Roles } from "./roles.js";

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** What sentences of the catalogue may name of the description. */
export function templateFacts(
  { version, versionSegment }: Described,
  { pageSize, filter, key }: Roles,
): object {
  const count = filter.values.length;
  const values = [filter.values.slice(0, -1).join(", "), filter.values.at(-1)].join(" or ");
  return {
    pageSize: { ...pageSize, below: pageSize.minimum - 1, above: pageSize.maximum + 1 },
    filter: { name: filter.name, values, count: words[count] ?? count },
    key,
    version,
    versionSegment,
  };
}

/**
 * A text with each `{name}` replaced by what it names.
 * @param refuse gets the first that names nothing; it never returns
 */
export function fillTemplate(text: string, facts: object, refuse: (name: string) => never): string {
  return text.replaceAll(/\{([^}]*)\}/g, (_, name: string) => {
    const value = name
      .split(".")
      .reduce<unknown>((at, part) => (at as Readonly<Record<string, unknown>> | undefined)?.[part], facts);
    return typeof value === "string" || typeof value === "number" ? `${value}` : refuse(name);
  });
}

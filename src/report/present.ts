/** The texts that there are: neither absent nor empty. */
export function present(...texts: readonly (string | false | undefined)[]): readonly string[] {
  return texts.flatMap((text) => text || []);
}

/** The first of these texts, and how many more there are: `a, b and 3 more`. */
export function listed(texts: readonly string[], most: number): string {
  const more = texts.length - most;
  return `${texts.slice(0, most).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

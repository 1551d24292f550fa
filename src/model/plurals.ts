/** Returns a name as it is, and as it may be of several: `entry` and `entries`. */
export function oneOrMany(name: string): readonly string[] {
  return [name, `${name}s`, `${name}es`, name.replace(/y$/, "ies")];
}

/** Returns the singular of a noun: `entry` of `entries`. */
export function singularOf(noun: string): string {
  return noun.replace(/ies$/, "y").replace(/s$/, "");
}

/** Does a word end as plurals do? */
export function endsAsPlural(word: string): boolean {
  return /[^s]s$/.test(word);
}

/** Returns what the infinitive of a verb may be: "refresh" of "refreshes", "notify" of "notifies", "start" of "starts". */
export function infinitivesOf(verb: string): readonly string[] {
  return [verb, verb.replace(/ies$/, "y"), verb.replace(/es$/, ""), verb.replace(/s$/, "")];
}

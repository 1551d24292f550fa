/** The texts that there are: neither absent nor empty. */
export function present(...texts: readonly (string | false | undefined)[]): readonly string[] {
  return texts.flatMap((text) => text || []);
}

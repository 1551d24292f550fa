/**
 * Is it a plain name, which every server must accept? 1 to 40 Latin letters, digits and single blanks; what
 * a server does with any other name is an open point.
 */
export function matchesPlain(name: string): boolean {
  return name.length <= 40 && /^[A-Za-z0-9]+( [A-Za-z0-9]+)*$/.test(name);
}

/** Is a member a state, by its name? A word of it may be reached from another one only, and the server may choose it. */
export function isStateLike(name: string): boolean {
  return /(status|state|phase|stage|step)(_?(reason|message|detail)s?)?$/i.test(name);
}

/** Does a member count the changes of an item, by its name? */
export function isVersion(name: string): boolean {
  return /^_?((row|lock|entity|object|record|resource)_?)?(version|revision|rev)(_?(number|no|id))?$/i.test(
    name,
  );
}

/** Does an object of this name hold members of the item itself, rather than those of another thing? */
export function holdsMembers(name: string): boolean {
  return /^(attributes|properties|data|fields|spec|details|metadata)$/i.test(name);
}

/** A name as it is, and as it may be of several: `entry` and `entries`. */
export function oneOrMany(name: string): readonly string[] {
  return [name, `${name}s`, `${name}es`, name.replace(/y$/, "ies")];
}

/** Does an object of this name hold members of the item itself, rather than those of another thing? */
export function holdsMembers(name: string): boolean {
  return /^(attributes|properties|data|fields|spec|details|metadata)$/i.test(name);
}

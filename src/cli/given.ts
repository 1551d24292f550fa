/** An object without the members that are undefined. */
export type Given<Members> = { [Name in keyof Members]?: Exclude<Members[Name], undefined> };

/** Leaves out the members that were not given, so that a default can stand in for them. */
export function given<Members extends object>(members: Members): Given<Members> {
  const there = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(there) as Given<Members>;
}

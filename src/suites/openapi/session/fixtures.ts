import type { Operation } from "../../../description/index.js";

/** Items that were created for actions, each of which begins with one on which nothing was done. */
export interface Fixtures {
  /** By action: the address of the new item that it is tried on next; undefined once something was done to that. */
  readonly next: ReadonlyMap<string, string | undefined>;
  /** Addresses of all of them: nothing else is tried on them. */
  readonly addresses: ReadonlySet<string>;
  /** By action: another one that has to come before it, as far as conflicts tell. */
  readonly before: ReadonlyMap<string, Operation>;
  readonly reserve: (address: string) => void;
  /** An action is tried on the item at an address next; undefined where a new one is needed. */
  readonly setNext: (action: string, address: string | undefined) => void;
  readonly setBefore: (action: string, other: Operation | undefined) => void;
}

export function createFixtures(): Fixtures {
  const next = new Map<string, string | undefined>();
  const addresses = new Set<string>();
  const before = new Map<string, Operation>();
  return {
    ...{ next, addresses, before },
    reserve: (address) => addresses.add(address),
    setNext: (action, address) => next.set(action, address),
    setBefore: (action, other) => (other === undefined ? before.delete(action) : before.set(action, other)),
  };
}

/** So many places, each taken by one at a time, in the order of asking. */
export interface Slots {
  /** Resolves when a place is free, with what gives it back. */
  readonly take: () => Promise<() => void>;
}

/** Without it a request's time would run while it still waits for a connection. */
export function createSlots(count: number): Slots {
  let free = count;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next === undefined) free += 1;
    else next();
  };
  return {
    take: async () => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      return release;
    },
  };
}

/** So many places, each taken by one at a time, in the order of asking. */
export interface Slots {
  /** Resolves when a place is free, with what gives it back. */
  readonly take: () => Promise<() => void>;
  /** From now on there are so many places. */
  readonly resize: (count: number) => void;
}

/** Without it a request's time would run while it still waits for a connection. */
export function createSlots(count: number): Slots {
  let places = count;
  let taken = 0;
  const waiting: (() => void)[] = [];
  const admit = (): void => {
    while (taken < places && waiting.length > 0) {
      taken += 1;
      waiting.shift()?.();
    }
  };
  const release = (): void => {
    taken -= 1;
    admit();
  };
  return {
    take: async () => {
      const turn = new Promise<void>((resolve) => waiting.push(resolve));
      admit();
      await turn;
      return release;
    },
    resize: (count) => {
      places = count;
      admit();
    },
  };
}

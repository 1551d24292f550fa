/** Lets work go on beside other work, or exclusively. */
export type Turns = ReturnType<typeof createTurns>;

/** Nothing is under way yet. */
export function createTurns() {
  const beside = new Set<Promise<unknown>>();
  let latest: Promise<unknown> = Promise.resolve();
  const settled = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
  return {
    /** Begins once nothing is under way that has to be the only one. */
    shared: <Value>(work: () => Promise<Value>): Promise<Value> => {
      const mine = latest.then(work);
      const ended: Promise<unknown> = settled(mine).then((): boolean => beside.delete(ended));
      beside.add(ended);
      return mine;
    },
    /** Begins once nothing is under way; nothing else begins until it has ended. */
    exclusive: <Value>(work: () => Promise<Value>): Promise<Value> => {
      const mine = Promise.all([latest, ...beside]).then(work);
      latest = settled(mine);
      return mine;
    },
  };
}

/** Runs tasks in their order, at most so many at a time. A task that rejects ends the rest. */
export async function runInLanes(tasks: readonly (() => Promise<void>)[], lanes: number): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) await task();
  };
  await Promise.all(Array.from({ length: Math.min(lanes, tasks.length) }, lane));
}

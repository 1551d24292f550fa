/** Runs tasks in their order, with a limit on how many run at a time. A task that rejects ends the rest. */
export async function runConcurrently(
  tasks: readonly (() => Promise<void>)[],
  concurrency: number,
): Promise<void> {
  let next = 0;
  const work = async (): Promise<void> => {
    for (let task = tasks[next++]; task !== undefined; task = tasks[next++]) await task();
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, tasks.length) }, work));
}

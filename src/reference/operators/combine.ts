import type { Conduct, Deviation } from "../conduct.js";

/** One operator after the other, each with what the ones before made of the conduct at hand. */
export function inTurn(...operators: readonly Deviation[]): Deviation {
  return (conduct) => {
    let overridden: Partial<Conduct> = {};
    for (const operator of operators)
      overridden = { ...overridden, ...operator({ ...conduct, ...overridden }) };
    return overridden;
  };
}

/** Changes what a decision comes to. */
export function after<Member extends keyof Conduct>(
  member: Member,
  change: (
    was: ReturnType<Conduct[Member]>,
    ...given: Parameters<Conduct[Member]>
  ) => ReturnType<Conduct[Member]>,
): Deviation {
  return (conduct) => {
    const decide = conduct[member] as (...given: Parameters<Conduct[Member]>) => ReturnType<Conduct[Member]>;
    return { [member]: (...given: Parameters<Conduct[Member]>) => change(decide(...given), ...given) };
  };
}

/** An operator that asks whether it is its turn: true the nth time, and every nth time after, on each server. */
export function nowAndThen(n: number, operator: (now: () => boolean) => Deviation): Deviation {
  return (conduct) => operator(everyNth(n))(conduct);
}

/** True the nth time that it is asked, and every nth time after. */
export function everyNth(n: number): () => boolean {
  let count = 0;
  return () => ++count % n === 0;
}

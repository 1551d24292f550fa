import type { Handlers } from "../conforming/index.js";

/** A mutation operator: what it overrides of some handlers, with those at hand. */
export type Operator = (handlers: Handlers) => Partial<Handlers>;

/**
 * Operators by name, one or several in turn. The rows are made anew for each server, so that what they count and remember
 * is that server's own.
 */
export type OperatorTable = Readonly<Record<string, Operator | readonly Operator[]>>;

type Given<Member extends keyof Handlers> = Parameters<Handlers[Member]>;
type Decision<Member extends keyof Handlers> = ReturnType<Handlers[Member]>;

/** One operator after the other, each with what the ones before made of the handlers at hand. */
export function inTurn(...operators: readonly Operator[]): Operator {
  return (handlers) => {
    let overridden: Partial<Handlers> = {};
    for (const operator of operators)
      overridden = { ...overridden, ...operator({ ...handlers, ...overridden }) };
    return overridden;
  };
}

/** Decides anew; `decide` is the decision that there was. */
export function wrap<Member extends keyof Handlers>(
  member: Member,
  decideAnew: (
    decide: (...given: Given<Member>) => Decision<Member>,
    ...given: Given<Member>
  ) => Decision<Member>,
): Operator {
  return (handlers) => {
    const decide = handlers[member] as (...given: Given<Member>) => Decision<Member>;
    return { [member]: (...given: Given<Member>) => decideAnew(decide, ...given) };
  };
}

/** Changes what a decision comes to. */
export function after<Member extends keyof Handlers>(
  member: Member,
  change: (was: Decision<Member>, ...given: Given<Member>) => Decision<Member>,
): Operator {
  return wrap(member, (decide, ...given) => change(decide(...given), ...given));
}

/** Changes the first thing that a decision is given. */
export function before<Member extends keyof Handlers>(
  member: Member,
  change: (...given: Given<Member>) => Given<Member>[0],
): Operator {
  return wrap(member, (decide, ...given) =>
    decide(...([change(...given), ...given.slice(1)] as Given<Member>)),
  );
}

/** Notes what a decision is given. */
export function notice<Member extends keyof Handlers>(
  member: Member,
  note: (...given: Given<Member>) => void,
): Operator {
  return before(member, (...given) => {
    note(...given);
    return given[0];
  });
}

/** Decides this where a decision is given something like that. */
export function instead<Member extends keyof Handlers>(
  member: Member,
  isMeant: (...given: Given<Member>) => boolean,
  decision: Decision<Member>,
): Operator {
  return wrap(member, (decide, ...given) => (isMeant(...given) ? decision : decide(...given)));
}

/** Fails where a decision is given something like this. */
export function failAt<Member extends keyof Handlers>(
  member: Member,
  isBad: (...given: Given<Member>) => boolean,
  message: string,
): Operator {
  return notice(member, (...given) => {
    if (isBad(...given)) throw new Error(message);
  });
}

/** True the nth time that it is asked about what is meant, and every nth time after. */
export function everyNth<Given extends readonly unknown[]>(
  n: number,
  isMeant: (...given: Given) => boolean = () => true,
): (...given: Given) => boolean {
  let count = 0;
  return (...given) => isMeant(...given) && ++count % n === 0;
}

/** Makes the change the nth time, and every nth time after. */
export function onEveryNth<T>(n: number, change: (was: T) => T): (was: T) => T {
  const now = everyNth(n);
  return (was) => (now() ? change(was) : was);
}

/** A row for each of these: its name, and its operator. */
export function each<T>(
  values: readonly T[],
  rowOf: (value: T) => readonly [string, Operator],
): OperatorTable {
  return Object.fromEntries(values.map(rowOf));
}

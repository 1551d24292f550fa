import type { Handlers, Operator, OperatorTable } from "../handlers.js";
import type { OperationId } from "../incoming-request.js";

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

/** Fails where a decision is given something like this. */
export function failAt<Member extends keyof Handlers>(
  member: Member,
  isBad: (...given: Given<Member>) => boolean,
  message: string,
): Operator {
  return wrap(member, (decide, ...given) => {
    if (isBad(...given)) throw new Error(message);
    return decide(...given);
  });
}

/** An operator that goes by what was noted when a decision was last made. */
export function noting<Member extends keyof Handlers, Note>(
  member: Member,
  note: (...given: Given<Member>) => Note,
  operator: (noted: () => Note | undefined) => Operator,
): Operator {
  return (handlers) => {
    let noted: Note | undefined;
    const noticing = wrap(member, (decide, ...given) => {
      noted = note(...given);
      return decide(...given);
    });
    return inTurn(
      noticing,
      operator(() => noted),
    )(handlers);
  };
}

/** An operator with a memory: each server has one of its own. */
export function remembering<Memory>(create: () => Memory, operator: (memory: Memory) => Operator): Operator {
  return (handlers) => operator(create())(handlers);
}

/** An operator that asks whether it is its turn: true the nth time, and every nth time after, on each server. */
export function nowAndThen(n: number, operator: (now: () => boolean) => Operator): Operator {
  return remembering(() => everyNth(n), operator);
}

/** True the nth time that it is asked, and every nth time after. */
export function everyNth(n: number): () => boolean {
  let count = 0;
  return () => ++count % n === 0;
}

/** A row for each of these. */
export function each<T>(
  values: readonly T[],
  nameOf: (value: T) => string,
  operatorOf: (value: T) => Operator,
): OperatorTable {
  return Object.fromEntries(values.map((value) => [nameOf(value), operatorOf(value)]));
}

/** A row for each operation. */
export function onEachOperation(
  name: string,
  operatorOf: (operation: OperationId) => Operator,
): OperatorTable {
  const operations = ["listPets", "createPet", "getPet"] as const;
  return each(operations, (operation) => `${name}-on-${operation.toLowerCase()}`, operatorOf);
}

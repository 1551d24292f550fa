import { type Phase, phases } from "../checks/index.js";

/** One of several runs with the same seed that divide its random cases among themselves. */
export interface Shard {
  /** From 1. The first one walks through every rule; the others try random cases only. */
  readonly number: number;
  readonly of: number;
}

/** Items that a shard other than the first may add, at most: a server may store what it has to refuse. */
const mostOfOthers = 2;

/** The part that a run has to do, where other runs do the rest, or an earlier one has done it. */
export interface Part {
  /** The phases that it goes through, in their order. */
  readonly phases: readonly Phase[];
  /** Random cases before this number, from 0, are tried already. */
  readonly from: number;
  /** Is it to try this round of random cases, one of each scenario? */
  readonly owns: (round: number) => boolean;
  /** Does it go through all other phases, too? */
  readonly walks: boolean;
  /** Its part of the items that all may add together. */
  readonly budgetOf: (maxCreated: number) => number;
  /** Tells it from the other parts; empty for a run that does all. */
  readonly name: string;
}

/** The division of the work among this run and others. */
interface PartOptions {
  readonly shard?: Shard | undefined;
  /** The number of the first random case to try, from 0: all before it, and all phases before theirs, are done. */
  readonly from: number;
  /** Is it to try random cases, and nothing else? */
  readonly randomOnly?: boolean | undefined;
}

/** The part of one shard, or all of a run. */
export function partOf({ shard, from, randomOnly = false }: PartOptions): Part {
  const { number, of } = shard ?? { number: 1, of: 1 };
  const isFirst = number === 1 && !randomOnly;
  const [random, ...later] = phases.slice(phases.indexOf("random"));
  const isDone = (phase: Phase): boolean => from > 0 && phase !== random && !later.includes(phase);
  return {
    phases: phases.filter((phase) => (isFirst ? !isDone(phase) : phase === random)),
    from,
    walks: isFirst,
    owns: (round) => round % of === number - 1,
    budgetOf: (maxCreated) => {
      const ofOthers = Math.min(mostOfOthers, Math.floor(maxCreated / (2 * of)));
      return isFirst ? maxCreated - (of - 1) * ofOthers : ofOthers;
    },
    name: isFirst && from === 0 ? "" : `${number}/${of} from ${from} `,
  };
}

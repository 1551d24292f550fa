import { randomInt } from "node:crypto";
import type { Operation } from "../description/index.js";

/** How thorough a run is. */
export type ProfileName = "gate" | "nightly" | "certification";

/** The settings that a profile's name stands for. */
export interface Profile {
  readonly name: ProfileName;
  /** Random cases for each check that adds random items. */
  readonly randomCases: number;
  /** How many cases that add nothing are drawn at random, and how long, in ms since the run began. */
  readonly random: { readonly cases: number; readonly duration: number };
  /** How many items of one state there are to be: above 100, the filtered list shows whether it obeys the maximum. */
  readonly pageFillCount: number;
  /** How many items a run may add unless another bound is given. */
  readonly maxCreated: number;
  /** May it then add, besides, what lists lack to have something to leave out? */
  readonly mayFillLists: boolean;
  /**
   * How many requests that have to be refused may then be open beyond that number. A server that stores them adds as many
   * items more.
   */
  readonly maxUnsettledInvalid: number;
  /** How long, in ms, the run waits at its end for what a server adds only after a while. */
  readonly finalWait: number;
  /** How long a run may take, in ms: a target that always asks to wait must not keep it for ever. */
  readonly longest: number;
  /** Is a requirement that could not be tested a reason not to conform? */
  readonly requireTested: boolean;
  /** The seed, unless one is given. */
  readonly seed: () => number;
}

const minute = 60_000;

/** Collections that a run may fill as usual: each further one gets as much room as each of these, up to the most. */
const [usualCollections, mostCollections] = [2, 8];

/**
 * How many items a run may add, unless another bound is given: more where the description has many collections whose items can be deleted, and twice as many
 * where nobody needs the store afterwards.
 */
export function mostCreated({ maxCreated }: Profile, operations: Operations, isDisposable = false): number {
  const described = Math.min(mostCollections, deletableCollections(operations));
  const collections = Math.max(usualCollections, described);
  const most = Math.floor((maxCreated * collections) / usualCollections);
  return isDisposable ? 2 * most : most;
}

/** The operations of a description, by their ids. */
type Operations = ReadonlyMap<string, Pick<Operation, "method" | "path">>;

/** How many collections are there whose items are added and deleted one at a time? */
function deletableCollections(operations: Operations): number {
  const pathsOf = (wanted: string): readonly string[] =>
    [...operations.values()].flatMap(({ method, path }) => (method === wanted ? [path] : []));
  const items = pathsOf("DELETE");
  const isItemOf = (path: string, collection: string): boolean =>
    path.startsWith(`${collection}/{`) && path.indexOf("/", collection.length + 1) === -1;
  return pathsOf("POST").filter((path) => items.some((each) => isItemOf(each, path))).length;
}

/** The profiles, by name. */
export const profiles: Readonly<Record<ProfileName, Profile>> = {
  /** The same cases each time: a deploy must not depend on luck. */
  gate: {
    name: "gate",
    randomCases: 1,
    random: { cases: 0, duration: Number.POSITIVE_INFINITY },
    pageFillCount: 0,
    maxCreated: 150,
    mayFillLists: false,
    maxUnsettledInvalid: 0,
    finalWait: 0,
    longest: 15 * minute,
    requireTested: false,
    seed: () => 1,
  },
  /** Other cases each night, most of which add nothing: what one night adds, others find again. */
  nightly: {
    name: "nightly",
    randomCases: 60,
    random: { cases: Number.POSITIVE_INFINITY, duration: 5 * minute },
    pageFillCount: 102,
    maxCreated: 40,
    mayFillLists: true,
    maxUnsettledInvalid: 100,
    finalWait: 1000,
    longest: 120 * minute,
    requireTested: false,
    seed: () => randomInt(2 ** 31),
  },
  /** The same cases for every vendor, and more of them. */
  certification: {
    name: "certification",
    randomCases: 25,
    random: { cases: 3000, duration: Number.POSITIVE_INFINITY },
    pageFillCount: 102,
    maxCreated: 1000,
    mayFillLists: false,
    maxUnsettledInvalid: 0,
    finalWait: 1000,
    longest: 60 * minute,
    requireTested: true,
    seed: () => 1,
  },
};

import * as fc from "fast-check";
import {
  boundaryInt64,
  type Dimension,
  deriveEdgeIntegers,
  deriveEdgeWords,
  isSuccess,
  Skip,
} from "../../engine/index.js";
import { anyInt64 } from "../../values/index.js";
import { knownAnimals } from "./animals.js";
import { expectAtMost, expectNoneHidden, expectSound } from "./list-expectations.js";
import { describe, isAsAdded, type Pet, readPet, statusesOf } from "./pet.js";
import { findAnimal, findListed, needGetPet, pageOf } from "./reading.js";
import {
  edgeCaseListRequest,
  fetchedOrNot,
  fetchRequest,
  largestPage,
  listed,
  listedOrRefused,
} from "./store-requests.js";
import { type Scenario, type StoreState, scenario, type TestContext } from "./store-state.js";

type Parameter = readonly [name: string, value: string];
type Headers = readonly (readonly [name: string, value: string])[];

/** How a list is asked for. */
interface RandomList {
  readonly limit: readonly Parameter[];
  readonly status: readonly Parameter[];
  readonly isStatusFirst: boolean;
  readonly headers: Headers;
}

/** How many known animals ids are drawn from. */
const mostIds = 200;

/** Lists and single animals, asked for in any way that chance combines. */
export const randomReads: readonly Scenario[] = [
  scenario<RandomList>({
    id: "list/query/both/random",
    title: "however limit and status are combined, a page holds the animals that it has to, and no others",
    phase: "random",
    inputs: () => [],
    dimensions: (state) => ({
      limit: limits(state),
      status: filters(state),
      isStatusFirst: { no: fc.constant(false), yes: fc.constant(true) },
      headers: anyHeaders,
    }),
    run: async (t, { limit, status, isStatusFirst, headers }) => {
      const { pageSize, filter } = t.state.contract.roles;
      const isSized = limit.every(([, value]) => isWithin(value, pageSize)) && limit.length <= 1;
      const [[, state] = []] = status;
      const isFiltered = state !== undefined && filter.values.includes(state) && status.length === 1;
      const isValid = isSized && (isFiltered || status.length === 0);
      // A report that is replayed may hold other names.
      const [sizes, states] = [named(pageSize.name, limit), named(filter.name, status)];
      const request = edgeCaseListRequest(
        t.state,
        isStatusFirst ? [...states, ...sizes] : [...sizes, ...states],
        {
          label: "a list at random",
          ...(isValid ? { accepts: listed, check: "list/query/both" } : { accepts: listedOrRefused }),
        },
      );
      const known = isValid ? knownAnimals(t.state, state) : [];
      const parsed = await t.send({ ...request, headers });
      if (!isSuccess(parsed.response.status)) return;
      const page = pageOf(t.state, parsed);
      if (isSized && limit.length > 0) expectAtMost(t, page, "list/query/pageSize/obeyed");
      else if (isValid) expectAtMost(t, page, "list/query/pageSize/default");
      const ofFilter = limit.length === 0 ? "list/query/filter/sound" : undefined;
      if (isFiltered) expectSound(t, page, state, ofFilter);
      if (isValid) await expectNoneHidden(t, page, known, "list/complete");
    },
  }),

  scenario<{ readonly id: bigint; readonly headers: Headers }>({
    id: "get/right-one/random",
    title: "whatever id is asked for, the answer is the animal that has it, or 404",
    phase: "random",
    inputs: () => [],
    dimensions: (state) => ({ id: ids(state), headers: anyHeaders }),
    run: async (t, { id, headers }) => {
      needGetPet(t.state);
      const request = fetchRequest(t.state, id, { accepts: fetchedOrNot, check: "get/path/key/accepted" });
      const { response, json } = await t.send({ ...request, headers });
      const pet = isSuccess(response.status) ? readPet(t.state, json) : undefined;
      if (pet === undefined || pet.id === id) await expectSteady(t, id, pet);
      if (pet === undefined) throw new Skip("not-applicable", "no animal has this id");
      t.expect(pet.id === id, {
        check: "get/right-one",
        problem: "another animal",
        expected: `the animal ${id}, or 404`,
        actual: `the animal ${pet.id}`,
      });
    },
  }),
];

/** Before an animal that looks otherwise is looked at once more, in ms, and how often: by then connections are others. */
const between = 400;
const maxReads = 4;
/** An animal that was first seen so long ago is everywhere by now, in ms. */
const old = 5000;

/**
 * Expects that an animal of the run's own is still there and unchanged, or stays otherwise: others may have changed or
 * deleted it, but they hardly change it back. Its state they may: that is left out.
 * @param pet as the last answer has it; undefined if it was not found
 */
async function expectSteady(t: TestContext, id: bigint, pet: Pet | undefined): Promise<void> {
  const { state } = t;
  const known = state.animals.get(id);
  const last = t.exchanges.at(-1);
  if (known?.own !== true || last === undefined || state.changedByOthers.has(id)) return;
  if (known.seenAt + Math.max(old, state.clock.settle) > last.sentAt) return;
  if (isAsAdded(known.pet, pet)) return;
  // It was looked into before, which takes more than a second each time.
  if (state.neverAsAdded.has(id)) throw neverAsAdded(id);
  const exchange = t.exchanges.length - 1;
  for (let looks = 0; looks < maxReads; looks += 1) {
    await state.clock.pause(Math.max(between, state.clock.settle));
    if (!isAsAdded(known.pet, await findAnimal(t, known.pet))) continue;
    t.expect(false, {
      check: pet === undefined ? "get/found" : "get/unchanged",
      problem: "now and then",
      expected: `${describe(known.pet)}, as before and ${between} ms later`,
      actual: pet === undefined ? "404" : describe(pet),
      exchange,
      interference: "other clients",
    });
    return;
  }
  if (!state.readAsAdded.has(id)) await expectAsListed(t, known.pet, exchange);
  state.changedByOthers.add(id);
}

/**
 * No read has ever shown an animal as it was added. Where the list shows it so before a read and after it, others did not change
 * it: they would have had to change it back and forth.
 * @param exchange the number of the first such read
 * @throws Skip where the list does not show it, and nobody was seen to change an animal
 */
async function expectAsListed(t: TestContext, added: Pet, exchange: number): Promise<void> {
  const query = { limit: largestPage(t.state), ...(added.status && { status: added.status }) };
  const isListed = async (): Promise<boolean> => isAsAdded(added, await findListed(t, added, query));
  const before = await isListed();
  const found = await findAnimal(t, added);
  if (isAsAdded(added, found)) return;
  if (before && (await isListed()))
    t.expect(false, {
      check: found === undefined ? "get/found" : "get/unchanged",
      problem: "otherwise than on the list",
      expected: `${describe(added)}, as it was added and is listed`,
      actual: found === undefined ? "404" : describe(found),
      exchange,
      interference: "other clients",
    });
  else if (t.state.changedByOthers.size === 0 && !t.state.othersAct) {
    t.state.neverAsAdded.add(added.id);
    throw neverAsAdded(added.id);
  }
}

function neverAsAdded(id: bigint): Skip {
  return new Skip(
    "inconclusive",
    `the animal ${id} was never read as it was added; others may have changed it, but were not seen to change any`,
  );
}

const usual: Headers = [];
const anyHeaders: Dimension = {
  usual: fc.constant(usual),
  "any media type": fc.constant([["Accept", "*/*"]]),
  "in small letters": fc.constant([["accept", "application/json"]]),
  "this one first": fc.constant([["Accept", "application/json, */*;q=0.5"]]),
};

function limits({ contract: { roles } }: StoreState): Dimension {
  const { name, minimum, maximum, default: usual } = roles.pageSize;
  const of = (values: fc.Arbitrary<number>) =>
    values.map(
      (value): readonly Parameter[] => [[name, `${value}`]],
      // To find a smaller one, which takes a number.
      (query) => Number((query as readonly Parameter[])[0]?.[1]),
    );
  const beside = [minimum + 1, usual - 1, usual + 1, maximum - 1].filter((each) =>
    isWithin(`${each}`, roles.pageSize),
  );
  return {
    absent: fc.constant([]),
    largest: of(fc.constant(maximum)),
    smallest: of(fc.constant(minimum)),
    default: of(fc.constant(usual)),
    "beside these": of(fc.constantFrom(usual, ...beside)),
    "in between": of(fc.integer({ min: minimum, max: maximum })),
    outside: fc.constantFrom(...deriveEdgeIntegers(name, roles.pageSize).map(({ query }) => query)),
  };
}

function filters(state: StoreState): Dimension {
  const { name, values } = state.contract.roles.filter;
  const known = statusesOf(state).map((status) => [status, fc.constant([[name, status]])] as const);
  return {
    absent: fc.constant([]),
    ...Object.fromEntries(known),
    unknown: fc.constantFrom(...deriveEdgeWords(name, values).map(({ query }) => query)),
  };
}

function ids(state: StoreState): Dimension {
  const known = [...state.animals.keys()].slice(-mostIds);
  const besides = known.flatMap((id) => [id + 1n, id - 1n, -id].map((each) => BigInt.asIntN(64, each)));
  return {
    // The classes are the same in each part of a run, whatever it has seen.
    known: fc.constantFrom(...(known.length === 0 ? boundaryInt64 : known)),
    "beside one": fc.constantFrom(...(known.length === 0 ? boundaryInt64 : besides)),
    anywhere: anyInt64(),
    "at a bound": fc.constantFrom(...boundaryInt64),
  };
}

function named(name: string, query: readonly Parameter[]): readonly Parameter[] {
  return query.map(([, value]) => [name, value]);
}

/** Is the text an integer inside these bounds, in its usual spelling? */
function isWithin(text: string, { minimum, maximum }: { minimum: number; maximum: number }): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) >= minimum && Number(text) <= maximum;
}

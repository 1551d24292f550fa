import { bodySchema, refusedFor } from "../../checks/index.js";
import {
  type Case,
  type CredentialName,
  deriveInvalidJson,
  deriveNegativeBodies,
  deriveOddIntegers,
  deriveOddWords,
  describeCredential,
  notInt64,
  type OddQuery,
  otherForms,
} from "../../generate/index.js";
import { renderJson } from "../../json/index.js";
import { plainPet } from "./animals.js";
import { statusAt } from "./facts.js";
import { addRequest, errors, fetchRequest, newPetBody, oddListRequest } from "./requests.js";
import type { StoreState } from "./state.js";

/** A request that is wrong in some way, whatever its key. */
interface Mistake {
  readonly what: string;
  readonly request: (particulars: ReturnType<typeof refusedFor>) => Case;
}

/**
 * Requests that are wrong in a second way besides their key. A short run sends each kind of mistake with some
 * credentials; a thorough one sends every mistake with a credential of each kind.
 */
export function mistakenRequests(state: StoreState): readonly Case[] {
  const wrong = { kind: "wrong", key: `wrong-${state.token()}` } as const;
  const pairs = state.thorough ? everyPair(state, wrong) : somePairs(state, wrong);
  return pairs.map(([{ what, request }, credential]) =>
    request({
      ...refusedFor("credential/first", credential),
      label: `${describeCredential(credential)}, and ${what}`,
    }),
  );
}

type Pair = readonly [Mistake, CredentialName];

function everyPair(state: StoreState, wrong: CredentialName): readonly Pair[] {
  const { limits, words, ids, texts, objects, others } = deriveMistakes(state);
  const queries = [...limits, ...words].map((each) => inQuery(state, each));
  return [...queries, ...ids, ...texts, ...objects, ...Object.values(others)].flatMap((mistake, index) => [
    [mistake, missing],
    [mistake, wrong],
    [mistake, missInTurn(state, index) ?? wrong],
    [mistake, formInTurn(index)],
  ]);
}

function somePairs(state: StoreState, wrong: CredentialName): readonly Pair[] {
  const { limits, words, ids, texts, objects, others } = deriveMistakes(state);
  const draw = Number(state.randomInt64() % 1000n);
  const usual = [limits.find(({ query: [first] }) => first?.[1] === "abc"), words[0]]
    .filter((each) => each !== undefined)
    .map((each) => inQuery(state, each));
  const odd = inQuery(state, ...inTurn(limits, draw), ...inTurn(words, draw + 1));
  const { untyped, empty, foreign, long } = others;
  const twice = [...usual, ...ids.slice(0, 3), ...ids.slice(-1)];
  const miss = missInTurn(state, draw) ?? wrong;
  return [
    ...twice.flatMap((mistake): readonly Pair[] => [
      [mistake, missing],
      [mistake, wrong],
    ]),
    ...texts.slice(0, 1).map((each): Pair => [each, missing]),
    ...inTurn(texts, draw).map((each): Pair => [each, wrong]),
    ...objects.slice(0, 1).map((each): Pair => [each, wrong]),
    ...objects.slice(-1).map((each): Pair => [each, formInTurn(draw)]),
    [odd, miss],
    [untyped, missing],
    [empty, miss],
    [foreign, wrong],
    [long, missing],
  ];
}

const missing: CredentialName = { kind: "missing" };

function missInTurn({ misses }: StoreState, turn: number): CredentialName | undefined {
  const [miss] = inTurn(misses, turn);
  return miss === undefined ? undefined : { kind: "near-miss", miss };
}

function formInTurn(turn: number): CredentialName {
  const [form = "no scheme"] = inTurn(otherForms, turn);
  return { kind: "other-form", form };
}

/** The one whose turn it is; none of none. */
function inTurn<T>(values: readonly T[], turn: number): readonly T[] {
  const at = turn % Math.max(1, values.length);
  return values.slice(at, at + 1);
}

function inQuery(state: StoreState, ...queries: readonly OddQuery[]): Mistake {
  const query = queries.flatMap((each) => each.query);
  return {
    what: queries.map(({ label }) => label).join(" and "),
    request: (particulars) => oddListRequest(state, query, particulars),
  };
}

/** Everything that may be wrong with a request besides its key. */
function deriveMistakes(state: StoreState) {
  const { pageSize, filter, key } = state.contract.roles;
  const pet = plainPet(state, statusAt(state, 0));
  const body = newPetBody(state, pet);
  const send = (what: string, text: string): Mistake => ({
    what,
    request: (particulars) => addRequest(state, text, particulars),
  });
  const typed = (what: string, text: string, contentType: string | null): Mistake => ({
    what,
    request: (particulars) => addRequest(state, text, { ...particulars, contentType }),
  });
  const ask = (what: string, id: bigint | string): Mistake => ({
    what,
    request: (particulars) => fetchRequest(state, id, particulars),
  });
  const long = renderJson({ name: 7n, categoryId: 2n ** 63n, status: "lost" }).padEnd(5000);
  return {
    limits: deriveOddIntegers(pageSize.name, pageSize),
    words: deriveOddWords(filter.name, filter.values),
    ids: [
      ...notInt64.map((id) => ask(`${key} ${id}`, id)),
      ask("an id that no animal has", state.randomInt64()),
    ],
    texts: deriveInvalidJson(body).map(({ mistake, text }) =>
      send(`a body with a mistake: ${mistake}`, text),
    ),
    objects: [
      send("a body without members", "{}"),
      send("an empty body", ""),
      ...deriveNegativeBodies(bodySchema(state.contract, state.contract.roles.create), pet).map((each) =>
        send(each.label, renderJson(each.body)),
      ),
      send("a body that is no object", "[]"),
    ],
    others: {
      untyped: typed("no Content-Type", body, null),
      empty: typed("an empty body without a Content-Type", "", null),
      foreign: typed("Content-Type: text/plain", body, "text/plain"),
      long: {
        what: "a body of 5,000 bytes with wrong members",
        // What stands in front may refuse it for its length.
        request: (particulars: ReturnType<typeof refusedFor>) =>
          addRequest(state, long, { ...particulars, accepts: errors(401, 413) }),
      },
    },
  };
}

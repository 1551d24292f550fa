import { deriveEdgeIntegers, deriveEdgeWords, type EdgeCaseQuery, notInt64 } from "../../engine/index.js";
import { renderJson } from "../../json/index.js";
import { type Case, type CredentialName, describeCredential, otherForms } from "../../transport/index.js";
import { deriveInvalidJson, deriveNegativeBodies } from "../../values/index.js";
import { plainPet } from "./animals.js";
import { bodySchema, refusalsForSize } from "./input-scenarios.js";
import { statusAt } from "./pet.js";
import { refusedFor } from "./security-scenarios.js";
import { addRequest, edgeCaseListRequest, errors, fetchRequest, newPet } from "./store-requests.js";
import type { StoreState } from "./store-state.js";

/** A request that is wrong in the way that its label says, whatever its key; what it accepts comes from what stands in front. */
type Pair = readonly [mistake: Case, CredentialName];

const missing: CredentialName = { kind: "missing" };

/**
 * Requests that are wrong in a second way besides their key. A short run sends each kind of mistake with some
 * credentials; a thorough one sends every mistake with a credential of each kind.
 */
export function mistakenRequests(state: StoreState): readonly Case[] {
  const wrong = { kind: "wrong", key: `wrong-${state.words.marker()}` } as const;
  const pairs = state.settings.thorough ? everyPair(state, wrong) : somePairs(state, wrong);
  return pairs.map(([mistake, credential]) => ({
    ...mistake,
    ...refusedFor("credential/first", credential),
    accepts: [...errors(401), ...mistake.accepts],
    label: `${describeCredential(credential)}, and ${mistake.label}`,
  }));
}

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
  const draw = Number(state.words.randomInt64() % 1000n);
  const usual = [limits.find(({ query: [first] }) => first?.[1] === "abc"), words[0]]
    .filter((each) => each !== undefined)
    .map((each) => inQuery(state, each));
  const edgeCase = inQuery(state, ...inTurn(limits, draw), ...inTurn(words, draw + 1));
  const twice = [...usual, ...ids.slice(0, 3), ...ids.slice(-1)];
  const miss = missInTurn(state, draw) ?? wrong;
  const withEach = (mistakes: readonly Case[], credential: CredentialName): readonly Pair[] =>
    mistakes.map((mistake) => [mistake, credential]);
  return [
    ...twice.flatMap((mistake): readonly Pair[] => [
      [mistake, missing],
      [mistake, wrong],
    ]),
    ...withEach(texts.slice(0, 1), missing),
    ...withEach([...inTurn(texts, draw), ...objects.slice(0, 1)], wrong),
    ...withEach(objects.slice(-1), formInTurn(draw)),
    [edgeCase, miss],
    [others.untyped, missing],
    [others.empty, miss],
    [others.foreign, wrong],
    [others.long, missing],
  ];
}

function missInTurn({ key: { misses } }: StoreState, turn: number): CredentialName | undefined {
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

function inQuery(state: StoreState, ...queries: readonly EdgeCaseQuery[]): Case {
  const query = queries.flatMap((each) => each.query);
  const label = queries.map((each) => each.label).join(" and ");
  return edgeCaseListRequest(state, query, { label, accepts: [] });
}

/** Everything that may be wrong with a request besides its key. */
function deriveMistakes(state: StoreState) {
  const { pageSize, filter, key } = state.contract.roles;
  const pet = newPet(state, plainPet(state, statusAt(state, 0)));
  const body = renderJson(pet);
  const long = renderJson({ name: 7n, categoryId: 2n ** 63n, status: "lost" }).padEnd(5000);
  const add = (label: string, text: string, contentType?: string | null): Case =>
    addRequest(state, text, { label, contentType, accepts: errors(...refusalsForSize(text)) });
  const ask = (label: string, id: bigint | string): Case => fetchRequest(state, id, { label, accepts: [] });
  return {
    limits: deriveEdgeIntegers(pageSize.name, pageSize),
    words: deriveEdgeWords(filter.name, filter.values),
    ids: [
      ...notInt64.map((id) => ask(`${key} ${id}`, id)),
      ask("an id that no animal has", state.words.randomInt64()),
    ],
    texts: deriveInvalidJson(body).map(({ mistake, text }) => add(`a body with a mistake: ${mistake}`, text)),
    objects: [
      add("a body without members", "{}"),
      add("an empty body", ""),
      ...deriveNegativeBodies(bodySchema(state.contract), pet).map((each) =>
        add(each.label, renderJson(each.body)),
      ),
      add("a body that is no object", "[]"),
    ],
    others: {
      untyped: add("no Content-Type", body, null),
      empty: add("an empty body without a Content-Type", "", null),
      foreign: add("Content-Type: text/plain", body, "text/plain"),
      long: add("a body of 5,000 bytes with wrong members", long),
    },
  };
}

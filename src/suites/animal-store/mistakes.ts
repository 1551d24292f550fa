import {
  type Case,
  type CredentialName,
  deriveBrokenBodies,
  deriveInvalidJson,
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
import { addRequest, errors, fetchRequest, newPetBody, oddListRequest, unauthorized } from "./requests.js";
import { newPetSchema, type World } from "./world.js";
import { keyless } from "./wrong-keys.js";

/** A request that is wrong in some way, whatever its key. */
interface Mistake {
  readonly what: string;
  readonly request: (particulars: ReturnType<typeof keyless>) => Case;
}

/**
 * Requests that are wrong in a second way besides their key. A short run sends each kind of mistake with some
 * credentials; a thorough one sends every mistake with a credential of each kind.
 */
export function mistakenRequests(world: World): readonly Case[] {
  const wrong = { kind: "wrong", key: `wrong-${world.token()}` } as const;
  const pairs = world.thorough ? everyPair(world, wrong) : somePairs(world, wrong);
  return pairs.map(([{ what, request }, credential]) =>
    request({ ...keyless("AUTH-5", credential), label: `${describeCredential(credential)}, and ${what}` }),
  );
}

type Pair = readonly [Mistake, CredentialName];

function everyPair(world: World, wrong: CredentialName): readonly Pair[] {
  const { limits, words, ids, texts, objects, others } = deriveMistakes(world);
  const queries = [...limits, ...words].map((each) => inQuery(world, each));
  return [...queries, ...ids, ...texts, ...objects, ...Object.values(others)].flatMap((mistake, index) => [
    [mistake, missing],
    [mistake, wrong],
    [mistake, missInTurn(world, index) ?? wrong],
    [mistake, formInTurn(index)],
  ]);
}

function somePairs(world: World, wrong: CredentialName): readonly Pair[] {
  const { limits, words, ids, texts, objects, others } = deriveMistakes(world);
  const draw = Number(world.randomInt64() % 1000n);
  const usual = [limits.find(({ query: [first] }) => first?.[1] === "abc"), words[0]]
    .filter((each) => each !== undefined)
    .map((each) => inQuery(world, each));
  const odd = inQuery(world, ...inTurn(limits, draw), ...inTurn(words, draw + 1));
  const { untyped, empty, foreign, long } = others;
  const twice = [...usual, ...ids.slice(0, 3), ...ids.slice(-1)];
  const miss = missInTurn(world, draw) ?? wrong;
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

function missInTurn({ misses }: World, turn: number): CredentialName | undefined {
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

function inQuery(world: World, ...queries: readonly OddQuery[]): Mistake {
  const query = queries.flatMap((each) => each.query);
  return {
    what: queries.map(({ label }) => label).join(" and "),
    request: (particulars) => oddListRequest(world, query, particulars),
  };
}

/** Everything that may be wrong with a request besides its key. */
function deriveMistakes(world: World) {
  const { pageSize, filter, key } = world.contract.roles;
  const pet = plainPet(world, statusAt(world, 0));
  const body = newPetBody(world, pet);
  const send = (what: string, text: string): Mistake => ({
    what,
    request: (particulars) => addRequest(world, text, particulars),
  });
  const typed = (what: string, text: string, contentType: string | null): Mistake => ({
    what,
    request: (particulars) => addRequest(world, text, { ...particulars, contentType }),
  });
  const ask = (what: string, id: bigint | string): Mistake => ({
    what,
    request: (particulars) => fetchRequest(world, id, particulars),
  });
  const long = renderJson({ name: 7n, categoryId: 2n ** 63n, status: "lost" }).padEnd(5000);
  return {
    limits: deriveOddIntegers(pageSize.name, pageSize),
    words: deriveOddWords(filter.name, filter.values),
    ids: [
      ...notInt64.map((id) => ask(`${key} ${id}`, id)),
      ask("an id that no animal has", world.randomInt64()),
    ],
    texts: deriveInvalidJson(body).map(({ mistake, text }) =>
      send(`a body with a mistake: ${mistake}`, text),
    ),
    objects: [
      send("a body without members", "{}"),
      send("an empty body", ""),
      ...deriveBrokenBodies(newPetSchema(world), pet).map((each) => send(each.label, renderJson(each.body))),
      send("a body that is no object", "[]"),
    ],
    others: {
      untyped: typed("no Content-Type", body, null),
      empty: typed("an empty body without a Content-Type", "", null),
      foreign: typed("Content-Type: text/plain", body, "text/plain"),
      long: {
        what: "a body of 5,000 bytes with wrong members",
        // What stands in front may refuse it for its length.
        request: (particulars: ReturnType<typeof keyless>) =>
          addRequest(world, long, { ...particulars, accepts: [...unauthorized, ...errors(413)] }),
      },
    },
  };
}

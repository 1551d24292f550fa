import { refusedFor, type SecuritySource, Skip } from "../../checks/index.js";
import type { Case, CredentialName } from "../../generate/index.js";
import { parseJsonBytes } from "../../json/index.js";
import { addAnimal, needCategory, plainPet, someAnimal } from "./animals.js";
import { largestPage, limitAbove, statusAt } from "./facts.js";
import { needGetPet } from "./fetching.js";
import { mistakenRequests } from "./mistakes.js";
import type { NewPet } from "./pet.js";
import { expectNotStored, findAlike, markedPet } from "./refused-animals.js";
import {
  added,
  addRequest,
  errors,
  fetchRequest,
  listRequest,
  newPetBody,
  notFound,
  type Query,
  refused,
} from "./requests.js";
import { type Scenario, scenario, type TestContext } from "./scenario.js";
import { type StoreState, usualCategory } from "./state.js";

/** Requests of each operation for the checks on credentials. */
export const securitySource: SecuritySource<StoreState> = {
  operations: operationsOf,
  draft: (state) => plainPet(state),
  request: (t, { operation, credential, draft }) => requestOf(t, operation, credential, draft as NewPet),
  list: (state, size) => listRequest(state, size === "usual" ? {} : { limit: limitAbove(state, 0) }),
  refusable: (state) =>
    addRequest(state, "{}", { label: "the object is empty", accepts: errors(400, 404, 422) }),
  countItems: ({ contract, validate }, body) => {
    const parsed = parseJsonBytes(body);
    if (parsed.status === "invalid" || !Array.isArray(parsed.value)) return 0;
    const place = { operation: contract.roles.list, status: 200 };
    return validate("Pets", parsed.value, place).length === 0 ? parsed.value.length : 0;
  },
};

/** The operations that are known by their meaning. */
function operationsOf({ contract: { roles } }: StoreState): readonly string[] {
  return [roles.list, roles.create, roles.get];
}

async function requestOf(
  t: TestContext,
  operation: string,
  credential: CredentialName,
  pet?: NewPet,
): Promise<Case> {
  const { state } = t;
  const { roles } = state.contract;
  if (operation === roles.create) return addRequest(state, newPetBody(state, pet ?? plainPet(state)));
  if (operation === roles.list) return listRequest(state, queryWith(state, credential), { credential });
  needGetPet(state);
  // Without a request that would put a good key between.
  const [known] = state.animals.values();
  if (known === undefined && state.readOnly)
    throw new Skip("untested", "no animal is there, and this run may not write");
  const { id } = known?.pet ?? (await someAnimal(t));
  return fetchRequest(state, id, { credential });
}

/** Checks on the section "Authentication". They send wrong keys, and so come last. */
export const authenticationChecks: readonly Scenario[] = [
  // First, since a server that stores what it refuses leaves little room for what comes after.
  scenario<Required<NewPet>>({
    id: "credential/refused/nothing-added",
    title: "an animal that was refused for its key is on no list",
    phase: "credentials",
    inputs: (state) => [{ ...markedPet(state), categoryId: usualCategory(state) }],
    run: async (t, pet) => {
      const marked = { ...pet, categoryId: t.state.randomInt64() };
      const before = await findAlike(t, marked);
      const credentials: readonly CredentialName[] = [
        { kind: "missing" },
        { kind: "wrong", key: "wrong" },
        ...t.state.misses
          .filter((miss) => miss === "characters appended")
          .map((miss) => ({ kind: "near-miss", miss }) as const),
        { kind: "other-form", form: "scheme Token" },
      ];
      for (const credential of credentials) {
        await t.send(
          addRequest(t.state, newPetBody(t.state, pet), refusedFor("credential/refused", credential)),
        );
      }
      await expectNotStored(t, marked, before, 401);
    },
  }),

  scenario<Case>({
    id: "credential/first",
    title: "without a good key the answer is 401, whatever else is wrong",
    phase: "credentials",
    inputs: mistakenRequests,
    run: async (t, request) => {
      if (request.operation === t.state.contract.roles.get) needGetPet(t.state);
      await t.send(request);
    },
  }),

  scenario<string>({
    id: "credential/good/still-good",
    title: "the good key opens every operation, also after wrong ones",
    phase: "final",
    inputs: operationsOf,
    run: async (t, operation) => {
      const { roles } = t.state.contract;
      if (operation === roles.create) await addAnimal(t, plainPet(t.state));
      else {
        const request = await requestOf(t, operation, { kind: "good" });
        // An animal that was there at first may be gone.
        const gone = operation === roles.get ? notFound : [];
        await t.send({ ...request, accepts: [...request.accepts, ...gone] });
      }
    },
  }),

  scenario<NewPet>({
    id: "credential/good/small-letters",
    title: "the good key is found also where names of headers are in small letters, as HTTP/2 writes them",
    phase: "final",
    inputs: (state) => [plainPet(state, statusAt(state, 0))],
    run: async (t, pet) => {
      needCategory(t.state);
      const accepts = [...added, ...(t.state.uniqueNames ? refused(t.state) : [])];
      const request = addRequest(t.state, newPetBody(t.state, pet), {
        accepts,
        check: "create/accepted",
      });
      const headers = request.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
      await t.send({ ...request, headers });
    },
  }),
];

/** A list that is narrowed down may take another way past the key; without a key it is asked for in full, too. */
function queryWith(state: StoreState, credential: CredentialName): Query {
  switch (credential.kind) {
    case "missing":
      return { status: statusAt(state, -1) };
    case "wrong":
      return { limit: limitAbove(state, 4) };
    case "near-miss":
      return credential.miss === "first character changed"
        ? { limit: limitAbove(state, 0), status: statusAt(state, 1) }
        : {};
    default:
      return credential.kind === "other-form" && credential.form === "scheme without a key"
        ? { limit: largestPage(state) }
        : {};
  }
}

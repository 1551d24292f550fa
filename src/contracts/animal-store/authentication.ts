import { Skip } from "../../engine/index.js";
import { renderJson } from "../../json/index.js";
import type { Case, CredentialName } from "../../transport/index.js";
import { addAnimal, needCategory, plainPet, refusedAsDuplicate, someAnimal } from "./animals.js";
import { mistakenRequests } from "./mistaken-requests.js";
import { type NewPet, statusAt } from "./pet.js";
import { needGetPet } from "./reading.js";
import { expectNotStored, findAlike, markedPet } from "./refused-animals.js";
import { refusedFor, type SecuredRequest, type SecuritySource } from "./security-scenarios.js";
import {
  added,
  addRequest,
  errors,
  fetchRequest,
  largestPage,
  limitAbove,
  listRequest,
  newPet,
  newPetBody,
  type Query,
} from "./store-requests.js";
import { type Scenario, type StoreState, scenario, type TestContext, usualCategory } from "./store-state.js";

/** Requests of each operation for the checks on credentials. */
export const securitySource: SecuritySource<StoreState> = {
  operations: operationsOf,
  draft: (state) => newPet(state, plainPet(state)),
  request: requestOf,
  list: (state, size) => listRequest(state, size === "usual" ? {} : { limit: limitAbove(state, 0) }),
  refusable: (state) =>
    addRequest(state, "{}", { label: "the object is empty", accepts: errors(400, 404, 422) }),
};

/** The operations that are known by their meaning. */
function operationsOf({ contract: { roles } }: StoreState): readonly string[] {
  return [roles.list, roles.create, roles.get];
}

async function requestOf(t: TestContext, { operation, credential, draft }: SecuredRequest): Promise<Case> {
  const { state } = t;
  const { roles } = state.contract;
  if (operation === roles.create) return addRequest(state, renderJson(draft));
  if (operation === roles.list) return listRequest(state, queryWith(state, credential), { credential });
  needGetPet(state);
  // Without a request that would put a good key between.
  const [known] = state.animals.values();
  if (known === undefined && state.settings.readOnly)
    throw new Skip("untested", "no animal is there, and this run may not write");
  const { id } = known?.pet ?? (await someAnimal(t));
  return fetchRequest(state, id, { credential });
}

/** Checks on the section "Authentication". They send wrong keys, and so come last. */
export const authenticationChecks: readonly Scenario[] = [
  // First, since a server that stores what it refuses leaves little room for what comes after.
  scenario<NewPet>({
    id: "credential/refused/nothing-added",
    title: "an animal that was refused for its key is on no list",
    phase: "credentials",
    inputs: (state) => [{ ...markedPet(state), categoryId: usualCategory(state) }],
    run: async (t, pet) => {
      const marked = { ...pet, categoryId: t.state.words.randomInt64() };
      const before = await findAlike(t, marked);
      const [miss] = t.state.key.misses.filter((each) => each === "characters appended");
      const refusals = [
        refusedFor("credential/missing", { kind: "missing" }),
        refusedFor("credential/wrong", { kind: "wrong", key: "wrong" }),
        ...(miss === undefined ? [] : [refusedFor("credential/altered", { kind: "near-miss", miss })]),
        refusedFor("credential/scheme", { kind: "other-form", form: "scheme Token" }),
      ];
      const body = newPetBody(t.state, pet);
      for (const refused of refusals) await t.send(addRequest(t.state, body, refused));
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
    adds: 1,
    phase: "final",
    inputs: operationsOf,
    run: async (t, operation) => {
      const { roles } = t.state.contract;
      if (operation === roles.create) await addAnimal(t, plainPet(t.state));
      else {
        const request = await requestOf(t, { operation, credential: { kind: "good" }, draft: null });
        // An animal that was there at first may be gone.
        const gone = operation === roles.get ? errors(404) : [];
        await t.send({ ...request, accepts: [...request.accepts, ...gone] });
      }
    },
  }),

  scenario<NewPet>({
    id: "credential/good/small-letters",
    title: "the good key is found also where names of headers are in small letters, as HTTP/2 writes them",
    adds: 1,
    phase: "final",
    inputs: (state) => [plainPet(state, statusAt(state, 0))],
    run: async (t, pet) => {
      needCategory(t.state);
      const accepts = [...added, ...refusedAsDuplicate(t.state)];
      const request = addRequest(t.state, newPetBody(t.state, pet), { accepts, check: "create/accepted" });
      const headers = request.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
      await t.send({ ...request, headers });
    },
  }),
];

/** A list that is narrowed down may take another way past the key; without a key it is asked for in full, too. */
function queryWith(state: StoreState, credential: CredentialName): Query {
  if (credential.kind === "missing") return { status: statusAt(state, -1) };
  if (credential.kind === "wrong") return { limit: limitAbove(state, 4) };
  if (credential.kind === "near-miss" && credential.miss === "first character changed")
    return { limit: limitAbove(state, 0), status: statusAt(state, 1) };
  if (credential.kind === "other-form" && credential.form === "scheme without a key")
    return { limit: largestPage(state) };
  return {};
}

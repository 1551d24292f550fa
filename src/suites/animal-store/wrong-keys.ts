import {
  type Case,
  type CredentialName,
  describeCredential,
  type NearMiss,
  type OtherForm,
  otherForms,
} from "../../generate/index.js";
import { needGetPet, plainPet, someAnimal } from "./animals.js";
import { type Check, check } from "./check.js";
import { largestPage, limitAbove, statusAt } from "./facts.js";
import type { NewPet } from "./pet.js";
import type { Probe } from "./probe.js";
import { addRequest, fetchRequest, listRequest, newPetBody, type Query, unauthorized } from "./requests.js";
import { Stop } from "./stop.js";
import type { World } from "./world.js";

/** The operations that are known by their meaning. */
export function operationsOf({ contract: { roles } }: World): readonly string[] {
  return [roles.list, roles.create, roles.get];
}

type Attempt = { readonly operation: string; readonly credential: CredentialName; readonly pet: NewPet };

/** Checks that no other key than the good one opens an operation, and it in no other form. */
export const wrongKeyChecks: readonly Check[] = [
  refusesCredentials("AUTH-1/missing", "a request without a key is refused on every operation", () => [
    { kind: "missing" },
    { kind: "other-form", form: "scheme without a key" },
  ]),
  refusesCredentials(
    "AUTH-2/wrong",
    "a request with a wrong key is refused on every operation",
    (world) => [{ kind: "wrong", key: `wrong-${world.token()}` }],
    // What clients send that have no key, and one that is longer than most.
    () => ["undefined", "null", "long".repeat(75)].map((key) => ({ kind: "wrong", key })),
  ),
  refusesCredentials(
    "AUTH-3/near-miss",
    "a key that is nearly the good one is refused on every operation",
    (world) => world.misses.filter(isFrequent).map((miss) => ({ kind: "near-miss", miss })),
    (world) => world.misses.filter((miss) => !isFrequent(miss)).map((miss) => ({ kind: "near-miss", miss })),
  ),
  refusesCredentials(
    "AUTH-4/form",
    "the good key in another form than Bearer is refused on every operation",
    () => frequentForms.map((form) => ({ kind: "other-form", form })),
    () =>
      otherForms
        .filter((form) => form !== "scheme without a key" && !frequentForms.includes(form))
        .map((form) => ({ kind: "other-form", form })),
  ),
];

/** What is compared wrongly most often, and so perhaps on one operation only. */
const frequentMisses: readonly NearMiss[] = [
  "last character removed",
  "first character removed",
  "characters appended",
  "letters in the other case",
];
const frequentForms: readonly OtherForm[] = ["scheme Basic", "no scheme"];
const isFrequent = (miss: NearMiss): boolean => frequentMisses.includes(miss);

/**
 * A check that a valid request of each operation is refused with 401 when it carries one of these credentials. The
 * `rare` ones take turns in a short run: each is tried on one operation only.
 */
function refusesCredentials(
  id: string,
  title: string,
  credentials: (world: World) => readonly CredentialName[],
  rare: (world: World) => readonly CredentialName[] = () => [],
): Check {
  const requirement = id.split("/")[0] ?? id;
  return check<Attempt>({
    id,
    title,
    phase: "credentials",
    inputs: (world) =>
      [
        ...credentials(world).flatMap((credential) => withEach(operationsOf(world), credential)),
        ...rare(world).flatMap((credential, index) =>
          withEach(world.thorough ? operationsOf(world) : inTurn(world, index), credential),
        ),
      ].map((each) => ({ ...each, pet: plainPet(world) })),
    run: async (probe, { operation, credential, pet }) => {
      const request =
        operation === probe.world.contract.roles.create
          ? addRequest(probe.world, newPetBody(probe.world, pet))
          : await requestOf(probe, operation, credential);
      await probe.send({ ...request, ...keyless(requirement, credential) });
    },
  });
}

function withEach(some: readonly string[], credential: CredentialName) {
  return some.map((operation) => ({ operation, credential }));
}

function inTurn(world: World, index: number): readonly string[] {
  const operations = operationsOf(world);
  const turn = index % operations.length;
  return operations.slice(turn, turn + 1);
}

/** A valid request of the operation, as far as its key goes. */
export async function requestOf(probe: Probe, operation: string, credential: CredentialName): Promise<Case> {
  if (operation === probe.world.contract.roles.get) {
    needGetPet(probe.world);
    return fetchRequest(probe.world, (await existing(probe)).id, { credential });
  }
  return listRequest(probe.world, queryWith(probe.world, credential), { credential });
}

/** A list that is narrowed down may take another way past the key; without a key it is asked for in full, too. */
function queryWith(world: World, credential: CredentialName): Query {
  switch (credential.kind) {
    case "missing":
      return { status: statusAt(world, -1) };
    case "wrong":
      return { limit: limitAbove(world, 4) };
    case "near-miss":
      return credential.miss === "first character changed"
        ? { limit: limitAbove(world, 0), status: statusAt(world, 1) }
        : {};
    default:
      return credential.kind === "other-form" && credential.form === "scheme without a key"
        ? { limit: largestPage(world) }
        : {};
  }
}

/** An animal to ask for with a wrong key, without a request that would put a good one between. */
async function existing(probe: Probe): Promise<{ id: bigint }> {
  const [known] = probe.world.animals.values();
  if (known !== undefined) return known.pet;
  if (probe.world.readOnly) throw new Stop("untested", "no animal is there, and this run may not write");
  return someAnimal(probe);
}

/** What a request without a good key has to be answered with. */
export function keyless(requirement: string, credential: CredentialName) {
  return { label: describeCredential(credential), accepts: unauthorized, requirement, credential };
}

import {
  type Case,
  type CredentialName,
  describeCredential,
  nearMisses,
  otherForms,
} from "../cases/index.js";
import { idsOf, markedPet } from "./add-invalid-animals.js";
import { addAnimal, needGetPet, plainPet, someAnimal } from "./animals.js";
import { type Check, check, once } from "./check.js";
import type { NewPet } from "./pet.js";
import type { Probe } from "./probe.js";
import {
  addRequest,
  errors,
  fetchRequest,
  listed,
  listRequest,
  newPetBody,
  notFound,
  oddListRequest,
  type Query,
  unauthorized,
} from "./requests.js";
import { Stop } from "./stop.js";
import type { World } from "./world.js";

type OperationId = "listPets" | "createPet" | "getPet";
const operations: readonly OperationId[] = ["listPets", "createPet", "getPet"];

type Attempt = { readonly operation: OperationId; readonly credential: CredentialName; readonly pet: NewPet };

/** Checks on the section "Authentication". They send wrong keys, and so come last. */
export const authenticationChecks: readonly Check[] = [
  refusesCredentials("AUTH-1/missing", "a request without a key is refused on every operation", () => [
    { kind: "missing" },
    { kind: "other-form", form: "scheme without a key" },
  ]),
  refusesCredentials("AUTH-2/wrong", "a request with a wrong key is refused on every operation", (world) => [
    { kind: "wrong", key: `wrong-${world.token()}` },
  ]),
  refusesCredentials(
    "AUTH-3/near-miss",
    "a key that is nearly the good one is refused on every operation",
    (world) =>
      nearMisses.filter((miss) => world.misses.includes(miss)).map((miss) => ({ kind: "near-miss", miss })),
  ),
  refusesCredentials(
    "AUTH-4/form",
    "the good key in another form than Bearer is refused on every operation",
    () =>
      otherForms
        .filter((form) => form !== "scheme without a key")
        .map((form) => ({ kind: "other-form", form })),
  ),

  check<Case>({
    id: "AUTH-5/first",
    title: "without a good key the answer is 401, whatever else is wrong",
    stage: "keys",
    inputs: (world) => otherwiseWrong(world),
    run: async (probe, request) => {
      if (request.operation === "getPet") needGetPet(probe.world);
      await probe.send(request);
    },
  }),

  check<NewPet>({
    id: "AUTH-7/nothing-added",
    title: "an animal that was refused for its key is on no list",
    stage: "keys",
    inputs: (world) => [{ ...plainPet(world, "sold"), name: markedPet(world).name }],
    run: async (probe, pet) => {
      const marked = { ...pet, categoryId: probe.world.randomInt64() };
      const before = await idsOf(probe, marked);
      const credentials: readonly CredentialName[] = [
        { kind: "missing" },
        { kind: "wrong", key: "wrong" },
        { kind: "near-miss", miss: "characters appended" },
        { kind: "other-form", form: "scheme Token" },
      ];
      for (const credential of credentials) {
        await probe.send(addRequest(probe.world, newPetBody(pet), keyless("AUTH-7", credential)));
      }
      const stored = [...(await idsOf(probe, marked))].filter((id) => !before.has(id));
      probe.world.storesRefused ||= stored.length > 0;
      probe.claim(stored.length === 0, {
        problem: "stored",
        expected: "no animal, since 401 was answered",
        actual: `the animal ${stored[0]} is listed`,
      });
    },
  }),

  check({
    id: "AUTH-6/still-good",
    title: "the good key opens every operation, also after wrong ones",
    stage: "end",
    inputs: () => operations,
    run: async (probe, operation) => {
      if (operation === "createPet") await addAnimal(probe, plainPet(probe.world));
      else {
        const request = await requestOf(probe, operation as OperationId, { kind: "good" });
        // An animal that was there at first may be gone.
        const gone = operation === "getPet" ? notFound : [];
        await probe.send({ ...request, accepts: [...request.accepts, ...gone] });
      }
    },
  }),

  check<CredentialName>({
    id: "AUTH-10/letters",
    title: "what the name of the scheme means in other letters",
    stage: "keys",
    inputs: () => [
      { kind: "other-form", form: "scheme bearer in small letters" },
      { kind: "other-form", form: "scheme BEARER in capitals" },
    ],
    run: async (probe, credential) => {
      const label = describeCredential(credential);
      const accepts = [...listed, ...unauthorized];
      const { answer } = await probe.send(oddListRequest(probe.world, [], { label, accepts, credential }));
      probe.observe("AUTH-10", `${answer.status}`, label);
    },
  }),

  check({
    id: "AUTH-8/challenge",
    title:
      "a request without a key, right after one that was refused for its body, is answered with 401 and a scheme",
    alsoTests: ["AUTH-1"],
    stage: "keys",
    inputs: once,
    run: async (probe) => {
      const accepts = errors(400, 404, 422);
      const refusable = addRequest(probe.world, "{}", { label: "the object is empty", accepts });
      // Whatever comes of it, and whether or not it may be sent: the question is the next one.
      await probe.world.pause(untilIdle);
      if (!probe.world.readOnly) await probe.send(refusable).catch(ignoreStop);
      await probe.world.pause(untilIdle);
      const credential = { kind: "missing" } as const;
      await probe.send(listRequest(probe.world, {}, keyless("AUTH-1", credential)));
    },
  }),
];

/** After so long, in ms, a connection is taken again: that is where a server may remember the good key. */
const untilIdle = 10;

function ignoreStop(error: unknown): void {
  if (!(error instanceof Stop)) throw error;
}

/** A check that a valid request of each operation is refused with 401 when it carries one of these credentials. */
function refusesCredentials(
  id: string,
  title: string,
  credentials: (world: World) => readonly CredentialName[],
): Check {
  const requirement = id.split("/")[0] ?? id;
  return check<Attempt>({
    id,
    title,
    stage: "keys",
    inputs: (world) =>
      credentials(world).flatMap((credential) =>
        operations.map((operation) => ({ operation, credential, pet: plainPet(world) })),
      ),
    run: async (probe, { operation, credential, pet }) => {
      const request =
        operation === "createPet"
          ? addRequest(probe.world, newPetBody(pet))
          : await requestOf(probe, operation, credential);
      await probe.send({ ...request, ...keyless(requirement, credential) });
    },
  });
}

async function requestOf(probe: Probe, operation: OperationId, credential: CredentialName): Promise<Case> {
  if (operation === "getPet") {
    needGetPet(probe.world);
    return fetchRequest(probe.world, (await existing(probe)).id, { credential });
  }
  return listRequest(probe.world, queryWith(credential), { credential });
}

/** A list that is narrowed down may take another way past the key; without a key it is asked for in full, too. */
function queryWith(credential: CredentialName): Query {
  switch (credential.kind) {
    case "missing":
      return { status: "sold" };
    case "wrong":
      return { limit: 5 };
    case "near-miss":
      return credential.miss === "first character changed" ? { limit: 1, status: "pending" } : {};
    default:
      return credential.kind === "other-form" && credential.form === "scheme without a key"
        ? { limit: 100 }
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

function keyless(requirement: string, credential: CredentialName) {
  return { label: describeCredential(credential), accepts: unauthorized, requirement, credential };
}

/** Requests that are wrong in a second way, too; some carry no key and some a wrong one. */
function otherwiseWrong(world: World): readonly Case[] {
  const missing: CredentialName = { kind: "missing" };
  const wrong: CredentialName = { kind: "wrong", key: `wrong-${world.token()}` };
  const particulars = (credential: CredentialName, what: string) => ({
    ...keyless("AUTH-5", credential),
    label: `${describeCredential(credential)}, and ${what}`,
  });
  const body = newPetBody(plainPet(world, "available"));
  const unknown = world.randomInt64();
  return [
    oddListRequest(world, [["limit", "0"]], particulars(wrong, "limit=0")),
    oddListRequest(world, [["limit", "abc"]], particulars(missing, "limit=abc")),
    oddListRequest(world, [["limit", "101"]], particulars(wrong, "limit=101")),
    oddListRequest(world, [["status", "lost"]], particulars(wrong, "status=lost")),
    oddListRequest(world, [["status", "lost"]], particulars(missing, "status=lost")),
    addRequest(world, body.slice(0, -1), particulars(wrong, "invalid JSON")),
    addRequest(world, body.slice(0, -1), particulars(missing, "invalid JSON")),
    addRequest(world, "{}", particulars(wrong, "a body without members")),
    // What stands in front may refuse it for its length.
    addRequest(world, body.padEnd(5000), {
      ...particulars(missing, "a body of 5,000 bytes"),
      accepts: [...unauthorized, ...errors(413)],
    }),
    addRequest(world, "[]", particulars(wrong, "a body that is no object")),
    addRequest(world, body.replace(/"available"/, '"lost"'), particulars(wrong, "an unknown status")),
    addRequest(world, body, { ...particulars(wrong, "no Content-Type"), contentType: null }),
    addRequest(world, body, { ...particulars(missing, "no Content-Type"), contentType: null }),
    addRequest(world, "", particulars(wrong, "an empty body")),
    fetchRequest(world, unknown, particulars(wrong, "an id that no animal has")),
    fetchRequest(world, unknown, particulars(missing, "an id that no animal has")),
    // Digits, so that it is the operation's path to any router.
    fetchRequest(world, 2n ** 63n, particulars(wrong, "an id beyond 64 bits")),
  ];
}

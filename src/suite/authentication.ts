import { type Case, type CredentialName, describeCredential } from "../cases/index.js";
import { idsOf, markedPet } from "./add-invalid-animals.js";
import { addAnimal, needCategory, needGetPet, plainPet } from "./animals.js";
import { type Check, check } from "./check.js";
import type { NewPet } from "./pet.js";
import {
  added,
  addRequest,
  errors,
  fetchRequest,
  listed,
  newPetBody,
  notFound,
  oddListRequest,
  unauthorized,
} from "./requests.js";
import type { World } from "./world.js";
import { keyless, type OperationId, operations, requestOf } from "./wrong-keys.js";

/** Checks on the section "Authentication". They send wrong keys, and so come last. */
export const authenticationChecks: readonly Check[] = [
  // First, since a server that stores what it refuses leaves little room for what comes after.
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
      if (stored.length > 0) probe.world.budget.distrustRefusals(401);
      probe.claim(stored.length === 0, {
        problem: "stored",
        expected: "no animal, since 401 was answered",
        actual: `the animal ${stored[0]} is listed`,
      });
    },
  }),

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

  check<NewPet>({
    id: "AUTH-6/small-letters",
    title: "the good key is found also where names of headers are in small letters, as HTTP/2 writes them",
    stage: "end",
    inputs: (world) => [plainPet(world, "available")],
    run: async (probe, pet) => {
      needCategory(probe.world);
      const accepts = [...added, ...(probe.world.uniqueNames ? errors(400) : [])];
      const request = addRequest(probe.world, newPetBody(pet), { accepts, requirement: "CREATE-1" });
      const headers = request.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
      await probe.send({ ...request, headers });
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
];

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

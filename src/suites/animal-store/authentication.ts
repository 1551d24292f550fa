import { type Case, type CredentialName, describeCredential } from "../../generate/index.js";
import { addAnimal, needCategory, needGetPet, plainPet } from "./animals.js";
import { type Check, check } from "./check.js";
import { statusAt } from "./facts.js";
import { mistakenRequests } from "./mistakes.js";
import type { NewPet } from "./pet.js";
import { claimNotStored, findAlike, markedPet } from "./refused-animals.js";
import {
  added,
  addRequest,
  listed,
  newPetBody,
  notFound,
  oddListRequest,
  refused,
  unauthorized,
} from "./requests.js";
import { usualCategory } from "./world.js";
import { keyless, operationsOf, requestOf } from "./wrong-keys.js";

/** Checks on the section "Authentication". They send wrong keys, and so come last. */
export const authenticationChecks: readonly Check[] = [
  // First, since a server that stores what it refuses leaves little room for what comes after.
  check<Required<NewPet>>({
    id: "AUTH-7/nothing-added",
    title: "an animal that was refused for its key is on no list",
    phase: "credentials",
    inputs: (world) => [{ ...markedPet(world), categoryId: usualCategory(world) }],
    run: async (probe, pet) => {
      const marked = { ...pet, categoryId: probe.world.randomInt64() };
      const before = await findAlike(probe, marked);
      const credentials: readonly CredentialName[] = [
        { kind: "missing" },
        { kind: "wrong", key: "wrong" },
        ...probe.world.misses
          .filter((miss) => miss === "characters appended")
          .map((miss) => ({ kind: "near-miss", miss }) as const),
        { kind: "other-form", form: "scheme Token" },
      ];
      for (const credential of credentials) {
        await probe.send(
          addRequest(probe.world, newPetBody(probe.world, pet), keyless("AUTH-7", credential)),
        );
      }
      await claimNotStored(probe, marked, before, 401);
    },
  }),

  check<Case>({
    id: "AUTH-5/first",
    title: "without a good key the answer is 401, whatever else is wrong",
    phase: "credentials",
    inputs: mistakenRequests,
    run: async (probe, request) => {
      if (request.operation === probe.world.contract.roles.get) needGetPet(probe.world);
      await probe.send(request);
    },
  }),

  check<string>({
    id: "AUTH-6/still-good",
    title: "the good key opens every operation, also after wrong ones",
    phase: "final",
    inputs: operationsOf,
    run: async (probe, operation) => {
      const { roles } = probe.world.contract;
      if (operation === roles.create) await addAnimal(probe, plainPet(probe.world));
      else {
        const request = await requestOf(probe, operation, { kind: "good" });
        // An animal that was there at first may be gone.
        const gone = operation === roles.get ? notFound : [];
        await probe.send({ ...request, accepts: [...request.accepts, ...gone] });
      }
    },
  }),

  check<NewPet>({
    id: "AUTH-6/small-letters",
    title: "the good key is found also where names of headers are in small letters, as HTTP/2 writes them",
    phase: "final",
    inputs: (world) => [plainPet(world, statusAt(world, 0))],
    run: async (probe, pet) => {
      needCategory(probe.world);
      const accepts = [...added, ...(probe.world.uniqueNames ? refused(probe.world) : [])];
      const request = addRequest(probe.world, newPetBody(probe.world, pet), {
        accepts,
        requirement: "CREATE-1",
      });
      const headers = request.headers.map(([name, value]) => [name.toLowerCase(), value] as const);
      await probe.send({ ...request, headers });
    },
  }),

  check<CredentialName>({
    id: "AUTH-10/letters",
    title: "what the name of the scheme means in other letters",
    phase: "credentials",
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

import * as fc from "fast-check";
import { type BrokenBody, type Case, deriveInvalidJson, refusedBy } from "../../generate/index.js";
import { renderJson } from "../../json/index.js";
import { addAnimal, plainPet } from "./animals.js";
import { type Check, check } from "./check.js";
import { furtherMembers, statusAt } from "./facts.js";
import { brokenBodies, dressedRequest, refusedRequest } from "./invalid-bodies.js";
import type { NewPet } from "./pet.js";
import type { Probe } from "./probe.js";
import { claimNotStored, findAlike, isFullOfOthers, markedPet } from "./refused-animals.js";
import { addRequest, errors, newPetBody, refused } from "./requests.js";
import { Stop } from "./stop.js";
import { newPetSchema, usualCategory, type World } from "./world.js";

/** Checks on the section "Endpoints: Add an animal", as far as they are about what is refused. */
export const addInvalidChecks: readonly Check[] = [
  refusal("CREATE-6/no-name", "a body without a name is refused", ({ rule }) =>
    isRule(rule, "required", "name"),
  ),
  refusal("CREATE-7/no-category", "a body without a categoryId is refused", ({ rule }) =>
    isRule(rule, "required", "categoryId"),
  ),
  refusal(
    "CREATE-8/name-type",
    "a name of another type than string is refused",
    ({ rule }) => isRule(rule, "type", "name"),
    "name",
  ),
  refusal(
    "CREATE-9/category-type",
    "a categoryId of another type than integer is refused",
    ({ rule }) => isRule(rule, "type", "categoryId"),
    "categoryId",
  ),
  refusal("CREATE-10/category-range", "a categoryId beyond 64 bits is refused", ({ rule }) =>
    isRule(rule, "range", "categoryId"),
  ),
  refusal(
    "CREATE-11/status",
    "a status outside the enumeration is refused",
    ({ rule }) => isRule(rule, "enum", "status") || isRule(rule, "type", "status"),
    "status",
  ),
  check<Case>({
    id: "GEN-2/further-members",
    title: "what the description says of any other member of a new animal is enforced",
    phase: "create",
    inputs: (world) => {
      const names = Object.keys(world.contract.roles.furtherMembers);
      // Bodies draw names: a run without such members draws none for them.
      const bodies = names.length === 0 ? [] : brokenBodies(world);
      return bodies
        .filter(({ rule }) => "property" in rule && names.includes(rule.property))
        .map((broken) => dressedRequest(world, "GEN-2", broken));
    },
    run: async (probe, request) => {
      await probe.send(request);
    },
  }),
  refusal("CREATE-12/object", "JSON that is no object is refused", ({ rule }) => rule.kind === "object"),

  check<Case>({
    id: "CREATE-13/json",
    title: "what is not JSON is refused",
    phase: "create",
    inputs: (world) =>
      deriveInvalidJson(newPetBody(world, plainPet(world))).map(({ mistake, text }) =>
        refusedRequest(world, "CREATE-13", mistake, text),
      ),
    run: async (probe, request) => {
      await probe.send(request);
    },
  }),

  check<Case>({
    id: "CREATE-14/empty",
    title: "an empty body is refused",
    phase: "create",
    inputs: (world) => [refusedRequest(world, "CREATE-14", "an empty body", "")],
    run: async (probe, request) => {
      await probe.send(request);
    },
  }),

  check<Case>({
    id: "CREATE-15/content-type",
    title: "a valid body without a Content-Type header is refused",
    phase: "create",
    inputs: (world) =>
      [newPetBody(world, plainPet(world, statusAt(world, 0)))].map((body) =>
        addRequest(world, body, {
          label: "no Content-Type header",
          accepts: refused(world),
          requirement: "CREATE-15",
          contentType: null,
        }),
      ),
    run: async (probe, request) => {
      await probe.send(request);
    },
  }),

  check<Required<NewPet>>({
    id: "CREATE-16/nothing-added",
    title: "after refusals, no list shows an animal that was refused",
    phase: "first-creation",
    inputs: (world) => [markedPet(world)],
    run: claimNothingAdded,
  }),

  check<Required<NewPet>>({
    id: "CREATE-16/full-lists",
    title: "after refusals, no list that shows the newest animals first shows one that was refused",
    phase: "read",
    inputs: (world) => [markedPet(world)],
    run: async (probe, pet) => {
      // The order of full lists is known only after some animals were added; of others it was tested before.
      if (!isFullOfOthers(probe.world)) throw new Stop("not-applicable", "the lists are not full");
      await claimNothingAdded(probe, pet);
    },
  }),
];

async function claimNothingAdded(probe: Probe, pet: Required<NewPet>): Promise<void> {
  const { world } = probe;
  const before = await findAlike(probe, pet);
  const valid = { ...pet, categoryId: usualCategory(world) };
  const { name, status, categoryId } = pet;
  const further = furtherMembers(world, "required");
  const bodies: readonly (readonly [requirement: string, body: string])[] = [
    ["CREATE-6", renderJson({ ...further, categoryId, status })],
    ["CREATE-8", renderJson({ ...further, categoryId, status, name: 7n })],
    ["CREATE-7", renderJson({ ...further, name, status })],
    ["CREATE-9", renderJson({ ...further, name, status, categoryId: "cat" })],
    ["CREATE-10", renderJson({ ...further, name, status, categoryId: 2n ** 63n })],
    ["CREATE-11", renderJson({ ...further, ...valid, status: "lost" })],
    ["CREATE-12", renderJson([valid])],
    ["CREATE-13", newPetBody(probe.world, valid).slice(0, -1)],
  ];
  const untyped = refusedRequest(
    world,
    "CREATE-15",
    "no Content-Type header",
    newPetBody(probe.world, valid),
  );
  await probe.send({ ...untyped, headers: [] });
  for (const [requirement, body] of bodies) {
    const request = refusedRequest(world, requirement, "an invalid animal", body);
    // The mark is no category that exists, and may be what it is refused for.
    await probe.send({ ...request, accepts: errors(400, 404, 422) });
  }
  await claimNotStored(probe, pet, before, 400);
  // What was wrong with one request may stay with the server for the next creation.
  await addAnimal(probe, plainPet(world));
}

/** A check that each body which breaks a certain rule is refused with 400; `property` is tried at random, too. */
function refusal(
  id: string,
  title: string,
  concerns: (broken: BrokenBody) => boolean,
  property?: "name" | "categoryId" | "status",
): Check {
  const requirement = id.split("/")[0] ?? id;
  return check<Case>({
    id,
    title,
    phase: "create",
    inputs: (world) =>
      brokenBodies(world)
        .filter(concerns)
        .map((broken) => dressedRequest(world, requirement, broken)),
    ...(property === undefined
      ? {}
      : {
          random: (world: World): fc.Arbitrary<Case> =>
            fc
              .tuple(
                refusedBy(newPetSchema(world).properties?.[property] ?? {}),
                fc.constant(plainPet(world)),
              )
              .map(([value, pet]) =>
                refusedRequest(
                  world,
                  requirement,
                  `${property} at random`,
                  renderJson({ ...pet, [property]: value }),
                ),
              ),
        }),
    run: async (probe, request) => {
      await probe.send(request);
    },
  });
}

function isRule(rule: BrokenBody["rule"], kind: BrokenBody["rule"]["kind"], property: string): boolean {
  return rule.kind === kind && "property" in rule && rule.property === property;
}

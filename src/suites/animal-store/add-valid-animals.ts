import * as fc from "fast-check";
import {
  anyInt64,
  boundaryInt64,
  type Case,
  deriveNastyTexts,
  derivePlainTexts,
  type NamedText,
  plainText,
  wildText,
} from "../../generate/index.js";
import { isJsonObject, parseJson } from "../../json/index.js";
import { compareText } from "../../judge/index.js";
import { addAnimal, describeAddition, needCategory, petOf, plainPet, variedPet } from "./animals.js";
import { type Check, check, once } from "./check.js";
import { statusAt, statusesOf } from "./facts.js";
import { claimFetched, claimKept } from "./kept-claims.js";
import { type NewPet, type Pet, readPet, type Status } from "./pet.js";
import { matchesPlain } from "./plain-name.js";
import { added, addRequest, errors, newPetBody, refused } from "./requests.js";
import { knownCategories } from "./resources.js";
import { Stop } from "./stop.js";
import { usualCategory, type World } from "./world.js";

/** Checks on the section "Endpoints: Add an animal", as far as they are about what is accepted. */
export const addValidChecks: readonly Check[] = [
  check<NewPet>({
    id: "CREATE-1/plain",
    title: "a new animal with a plain name and a known category is accepted",
    phase: "create",
    inputs: (world) =>
      derivePlainTexts(world.token()).map(({ text }) => ({
        ...plainPet(world, statusAt(world, 0)),
        name: text,
      })),
    random: (world) =>
      fc.record({
        name: plainText(),
        categoryId: fc.constant(usualCategory(world)),
        status: fc.constant(statusAt(world, 0)),
      }),
    run: async (probe, pet) => {
      await claimKept(probe, pet, await addAnimal(probe, pet, "CREATE-1"));
    },
  }),

  check<Case>({
    id: "CREATE-1/spelling",
    title: "the same JSON in other words is accepted: escapes, white space, another order of members",
    phase: "create",
    inputs: (world) => {
      const respelled = [
        (text: string) => text.replace(/Pedigree/, (word) => [...word].map(escapeUnicode).join("")),
        (text: string) => text.replace(/"name"/, '"\\u006eame"'),
        // More than comes in one piece.
        (text: string) => text + " ".repeat(120_000),
        (text: string) => ` \t\r\n${text.replaceAll(/([{,:}])/g, "\n $1\t ")}\n`,
        (text: string) => text.replace(/^\{(.*),("categoryId":-?\d+),(.*)\}$/, "{$3,$2,$1}"),
      ];
      return respelled.map((spell) => {
        const pet = plainPet(world, statusAt(world, -1));
        const accepts = [...added, ...errors(413), ...(world.uniqueNames ? refused(world) : [])];
        const label = "another spelling of the same JSON";
        return addRequest(world, spell(newPetBody(world, pet)), { label, accepts, requirement: "CREATE-1" });
      });
    },
    run: async (probe, request) => {
      needCategory(probe.world);
      const reading = await probe.send(request);
      if (reading.answer.status !== 201)
        throw new Stop("not-applicable", "the name is taken, or the body too long");
      const sent = request.body?.kind === "text" ? draftOf(probe.world, request.body.text) : undefined;
      if (sent !== undefined) await claimKept(probe, sent, petOf(probe.world, reading.json));
    },
  }),

  check<NamedText & { readonly pet: NewPet }>({
    id: "CREATE-2/name",
    title: "whatever name is accepted comes back to the letter, when added and when fetched",
    observes: ["CREATE-21"],
    phase: "create",
    inputs: (world) => deriveNastyTexts(world.token()).map((named) => ({ ...named, pet: variedPet(world) })),
    random: (world) => {
      const draft = plainPet(world);
      return fc
        .tuple(wildText(), fc.constantFrom(...statusesOf(world)))
        .map(([text, status]) => ({ what: "at random", text, pet: { ...draft, status } }));
    },
    run: async (probe, { what, text, pet: draft }) => {
      needCategory(probe.world);
      const pet = { ...draft, name: text };
      const accepts = matchesPlain(text)
        ? [...added, ...refused(probe.world)]
        : [...added, ...refused(probe.world, 413, 422)];
      const reading = await probe.send(
        addRequest(probe.world, newPetBody(probe.world, pet), { label: `name: ${what}`, accepts }),
      );
      if (reading.answer.status !== 201) {
        probe.observe("CREATE-21", `refused with ${reading.answer.status}`, what);
        throw new Stop("not-applicable", "the server does not accept this name");
      }
      const animal = petOf(probe.world, reading.json);
      const fidelity = compareText(text, animal.name);
      if (fidelity === "exact") probe.observe("CREATE-21", "kept as it is");
      else probe.observe("CREATE-21", fidelity, what);
      await claimKept(probe, pet, animal);
    },
  }),

  check<NewPet>({
    id: "CREATE-3/category",
    title: "whatever categoryId is accepted comes back to the last digit",
    observes: ["CREATE-23"],
    phase: "create",
    inputs: (world) => {
      // Sorted, so that large and negative ones each meet every state in turn.
      const odd = [...boundaryInt64, 918_273n].toSorted((left, right) => (left < right ? -1 : 1));
      const categories = new Set([...knownCategories(world).slice(0, 5), ...odd]);
      return [...categories].toReversed().map((categoryId, index) => {
        const { status: _, ...pet } = plainPet(world);
        const states = [undefined, ...statusesOf(world)];
        const status = states[index % states.length];
        return { ...pet, categoryId, ...(status === undefined ? {} : { status }) };
      });
    },
    random: (world) =>
      fc.record({ name: plainText(), categoryId: anyInt64(), status: fc.constantFrom(...statusesOf(world)) }),
    run: async (probe, pet) => {
      const { categoryId } = pet;
      const request = addRequest(probe.world, newPetBody(probe.world, pet), {
        label: `categoryId ${categoryId}`,
        accepts: [...added, ...refused(probe.world, 404, 422)],
      });
      const reading = await probe.send(request);
      probe.observe("CREATE-23", describeAddition(reading.answer.status));
      if (reading.answer.status !== 201) throw new Stop("not-applicable", "the server has no such category");
      await claimKept(probe, pet, petOf(probe.world, reading.json));
    },
  }),

  check<NewPet & { readonly status: Status }>({
    id: "CREATE-4/status",
    title: "each state is accepted, and comes back",
    phase: "create",
    inputs: (world) => statusesOf(world).map((status) => ({ ...plainPet(world), status })),
    run: async (probe, pet) => {
      needCategory(probe.world);
      const request = addRequest(probe.world, newPetBody(probe.world, pet), {
        label: `status ${pet.status}`,
        requirement: "CREATE-4",
        accepts: probe.world.uniqueNames ? [...added, ...refused(probe.world)] : added,
      });
      const reading = await probe.send(request);
      const animal =
        reading.answer.status === 201 ? petOf(probe.world, reading.json) : await addAnimal(probe, pet);
      await claimKept(probe, pet, animal);
    },
  }),

  check<NewPet>({
    id: "CREATE-5/no-status",
    title: "a new animal without a status is accepted",
    observes: ["STATE-2"],
    phase: "create",
    inputs: (world) => {
      const { name, categoryId } = plainPet(world);
      return [
        { name, categoryId },
        { name: world.token(), categoryId },
      ];
    },
    run: async (probe, pet) => {
      const animal = await addAnimal(probe, pet);
      probe.observe("STATE-2", animal.status ?? "absent");
      await claimKept(probe, pet, animal);
    },
  }),

  check({
    id: "CREATE-22/same-name",
    title: "what happens when two animals are given the same name",
    phase: "first-creation",
    inputs: once,
    run: async (probe) => {
      const pet = plainPet(probe.world);
      const first = await addAnimal(probe, pet);
      const again = addRequest(probe.world, newPetBody(probe.world, pet), {
        label: "the same name again",
        accepts: [...added, ...refused(probe.world)],
      });
      const { answer } = await probe.send(again);
      probe.world.uniqueNames ||= answer.status !== 201;
      probe.observe("CREATE-22", answer.status === 201 ? "accepted" : "the second is refused with 400");
      await claimFetched(probe, first);
    },
  }),
];

function escapeUnicode(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** What a body of a new animal says, once it is read as JSON. */
function draftOf(world: World, text: string): NewPet | undefined {
  const parsed = parseJson(text);
  if (parsed.status === "invalid" || !isJsonObject(parsed.value)) return undefined;
  const pet = readPet(world, { ...parsed.value, id: 0n });
  return pet === undefined
    ? undefined
    : { ...pet.further, name: pet.name, categoryId: pet.categoryId, ...statusOf(pet) };
}

function statusOf({ status }: Pet): { readonly status?: Status } {
  return status === undefined ? {} : { status };
}

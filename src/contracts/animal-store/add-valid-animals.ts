import * as fc from "fast-check";
import { boundaryInt64, isSuccess, Skip } from "../../engine/index.js";
import { anyInt64 } from "../../values/index.js";
import { expectAddedOnce } from "./added-once.js";
import {
  addAnimal,
  choiceOf,
  needCategory,
  offerAnimal,
  plainPet,
  refusedAsDuplicate,
  variedPet,
} from "./animals.js";
import { knownCategories } from "./categories.js";
import { expectFetched, expectKept } from "./kept.js";
import { expectNoneHidden } from "./list-expectations.js";
import { matchesPlain, type NewPet, statusAt, statusesOf } from "./pet.js";
import { listAnimals } from "./reading.js";
import { compareText } from "./same-text.js";
import { errors, largestPage, newPetBody, refused } from "./store-requests.js";
import { type Scenario, scenario, usualCategory } from "./store-state.js";
import {
  deriveNastyTexts,
  derivePlainTexts,
  meaningfulWords,
  type NamedText,
  plainText,
  wildText,
} from "./texts.js";

/** Checks on the section "Endpoints: Add an animal", as far as they are about what is accepted. */
export const addValidChecks: readonly Scenario[] = [
  // First, while the whole list is not full: such an animal stands on it at any rate.
  scenario<NewPet>({
    id: "create/body/member/status/omitted",
    title: "a new animal without a status is accepted",
    adds: 1,
    observes: ["create/default-status"],
    phase: "create",
    inputs: (state) => {
      const { name, categoryId } = plainPet(state);
      return [name, state.words.marker()].map((each) => ({ name: each, categoryId }));
    },
    run: async (t, pet) => {
      const animal = await addAnimal(t, pet);
      t.observe("create/default-status", animal.status ?? "absent");
      await expectKept(t, pet, animal);
      if (animal.status !== undefined) return;
      // No filter may show it, nor a second one that was added with it.
      const limit = largestPage(t.state);
      const page = await listAnimals(t, { limit });
      // A retry of this check gives the same name again: the animals of those before are no second ones.
      const isDoubled = page.some(({ id, name }) => name === animal.name && !t.state.animals.get(id)?.own);
      const { request } = t.state.animals.get(animal.id) ?? {};
      if (isDoubled && request !== undefined)
        await expectAddedOnce(t, { request, status: undefined, times: 1 });
      // If the whole list makes up for the status, the list of that status has it, too.
      const listed = page.find(({ id }) => id === animal.id);
      if (listed === undefined ? !page.isFull : listed.invalid.length > 0) return;
      // While the run waited for a list that may be late, others of its checks may have filled the whole one.
      const status = listed === undefined ? t.state.listedDefault : listed.status;
      if (status === undefined) return;
      t.state.listedDefault = status;
      const ofStatus = await listAnimals(t, { limit, status });
      await expectNoneHidden(t, ofStatus, [listed ?? { ...animal, status }], "list/query/filter/complete");
    },
  }),

  scenario<NewPet>({
    id: "create/accepted/plain",
    title: "a new animal with a plain name and a known category is accepted",
    adds: 1,
    phase: "create",
    inputs: (state) =>
      derivePlainTexts(state.words.marker()).map(({ text }) => ({
        ...plainPet(state, statusAt(state, 0)),
        name: text,
      })),
    random: (state) =>
      fc.record({
        name: plainText(),
        categoryId: fc.constant(usualCategory(state)),
        status: fc.constant(statusAt(state, 0)),
      }),
    run: async (t, pet) => expectKept(t, pet, await addAnimal(t, pet, "create/accepted")),
  }),

  scenario<{ readonly pet: NewPet; readonly body: string }>({
    id: "create/accepted/spelling",
    title: "the same JSON in other words is accepted: escapes, white space, another order of members",
    adds: 1,
    phase: "create",
    inputs: (state) => {
      const spellings = [
        (text: string) => text.replace(/Pedigree/, (word) => [...word].map(escapeUnicode).join("")),
        (text: string) =>
          text
            .replace(/^\{(.*),("categoryId":-?\d+)/, "{$2,$1")
            .replace('"name"', '"\\u006eame"')
            .replace('"categoryId"', '"categ\\u006FryId"'),
        // More than comes in one piece.
        (text: string) => text + " ".repeat(120_000),
        (text: string) => ` \t\r\n${text.replaceAll(/([{,:}])/g, "\n $1\t ")}\n`,
        (text: string) => text.replace(/^\{(.*),("categoryId":-?\d+),(.*)\}$/, "{$3,$2,$1}"),
      ];
      return spellings.map((spell) => {
        const pet = plainPet(state, statusAt(state, -1));
        return { pet, body: spell(newPetBody(state, pet)) };
      });
    },
    run: async (t, { pet, body }) => {
      needCategory(t.state);
      const label = "another spelling of the same JSON";
      const refusals = [...errors(413), ...refusedAsDuplicate(t.state)];
      const { animal } = await offerAnimal(t, pet, { body, label, refusals, check: "create/accepted" });
      if (animal === undefined) throw new Skip("not-applicable", "the name is taken, or the body too long");
      await expectKept(t, pet, animal);
    },
  }),

  scenario<NamedText & { readonly pet: NewPet }>({
    id: "create/kept/name",
    title: "whatever name is accepted comes back to the letter, when added and when fetched",
    adds: 1,
    observes: ["create/name"],
    phase: "create",
    inputs: (state) =>
      deriveNastyTexts(state.words.marker()).map((named) => ({ ...named, pet: variedPet(state) })),
    random: (state) => {
      const draft = plainPet(state);
      return fc
        .tuple(wildText(), fc.constantFrom(...statusesOf(state)))
        .map(([text, status]) => ({ what: "at random", text, pet: { ...draft, status } }));
    },
    run: async (t, { what, text, pet: draft }) => {
      needCategory(t.state);
      const pet = { ...draft, name: text };
      const refusals = matchesPlain(text) ? refused(t.state) : refused(t.state, 413, 422);
      const { status, animal } = await offerAnimal(t, pet, { label: `name: ${what}`, refusals });
      if (animal === undefined) {
        t.observe("create/name", choiceOf(status), what);
        throw new Skip("not-applicable", "the server does not accept this name");
      }
      const fidelity = compareText(text, animal.name);
      if (fidelity === "exact") t.observe("create/name", "kept as it is");
      else t.observe("create/name", fidelity, what);
      await expectKept(t, pet, animal);
    },
  }),

  scenario<NewPet>({
    id: "create/kept/categoryId",
    title: "whatever categoryId is accepted comes back to the last digit",
    adds: 1,
    observes: ["create/category"],
    phase: "create",
    inputs: (state) => {
      // Sorted, so that large and negative ones each meet every state in turn.
      const edgeCase = [...boundaryInt64, 918_273n].toSorted((left, right) => (left < right ? -1 : 1));
      const categories = new Set([...knownCategories(state).slice(0, 5), ...edgeCase]);
      const states = [undefined, ...statusesOf(state)];
      // The last ones are known to exist: there the names count, too.
      const words = state.uniqueNames ? [] : [...meaningfulWords].reverse().slice(-categories.size);
      const first = categories.size - words.length;
      return [...categories].toReversed().map((categoryId, index) => {
        const { name, ...draft } = plainPet(state);
        return {
          ...draft,
          name: words[index - first] ?? name,
          categoryId,
          status: states[index % states.length],
        };
      });
    },
    random: (state) =>
      fc.record({ name: plainText(), categoryId: anyInt64(), status: fc.constantFrom(...statusesOf(state)) }),
    run: async (t, pet) => {
      const offer = { label: `categoryId ${pet.categoryId}`, refusals: refused(t.state, 404, 422) };
      const { status, animal } = await offerAnimal(t, pet, offer);
      t.observe("create/category", choiceOf(status));
      if (animal === undefined) throw new Skip("not-applicable", "the server has no such category");
      await expectKept(t, pet, animal);
    },
  }),

  scenario<NewPet>({
    id: "create/kept/status",
    title: "each state is accepted, and comes back",
    adds: 1,
    phase: "create",
    inputs: (state) => statusesOf(state).map((status) => ({ ...plainPet(state), status })),
    run: async (t, pet) => {
      needCategory(t.state);
      const { animal = await addAnimal(t, pet) } = await offerAnimal(t, pet, {
        label: `status ${pet.status}`,
        check: "create/kept/status",
        refusals: refusedAsDuplicate(t.state),
      });
      await expectKept(t, pet, animal);
    },
  }),

  scenario({
    id: "create/same-name",
    title: "the outcome of two animals with the same name",
    adds: 2,
    phase: "first-creation",
    run: async (t) => {
      const pet = plainPet(t.state);
      const first = await addAnimal(t, pet);
      const label = "the same name again";
      const { status } = await offerAnimal(t, pet, { label, refusals: refused(t.state) });
      t.state.uniqueNames ||= !isSuccess(status);
      t.observe("create/same-name", choiceOf(status));
      await expectFetched(t, first);
    },
  }),
];

function escapeUnicode(letter: string): string {
  return `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

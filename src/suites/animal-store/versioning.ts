import { dayOnEarth, linkTargets, type Reading, readDeprecation, readSunset } from "../../judge/index.js";
import { headerValues } from "../../transport/index.js";
import {
  addAnimal,
  addRequirement,
  fetchAnimal,
  fetchReading,
  isSurelyThere,
  listAnimals,
  needCategory,
  needGetPet,
  plainPet,
  someAnimal,
} from "./animals.js";
import { type Check, check, once } from "./check.js";
import { largestPage, limitAbove, statusesOf } from "./facts.js";
import { claimShown, provesNothing } from "./full-lists.js";
import { claimListedAsFetched } from "./listed-and-fetched.js";
import type { NewPet, Pet } from "./pet.js";
import type { Probe } from "./probe.js";
import {
  added,
  addRequest,
  errors,
  fetched,
  fetchRequest,
  listRequest,
  newPetBody,
  notFound,
  refused,
} from "./requests.js";
import { Stop } from "./stop.js";

/** Checks on the section "Versioning". */
export const versioningChecks: readonly Check[] = [
  check({
    id: "VER-1/base",
    title: "the base address ends in the version segment",
    phase: "empty",
    inputs: once,
    run: async (probe) => {
      const path = new URL(probe.world.baseUrl).pathname.replace(/\/$/, "");
      probe.claim(path.endsWith(probe.world.contract.versionSegment), {
        expected: `an address that ends in ${probe.world.contract.versionSegment}`,
        actual: probe.world.baseUrl,
      });
    },
  }),

  check({
    id: "DEP-1/available",
    title: "the deprecated operation is there until the day of its removal",
    phase: "read",
    inputs: once,
    run: async (probe) => {
      needGetPet(probe.world);
      const animals = await animalsThere(probe);
      const missing: number[] = [];
      for (const { id } of animals) {
        const accepts = [...fetched, ...notFound, ...errors(410, 405, 403)];
        const request = fetchRequest(probe.world, id, { accepts, requirement: "DEP-1" });
        const status = (await probe.sendAnyway(request))?.answer.status;
        if (status === 200 || status === undefined) return;
        missing.push(status);
      }
      const exchange = probe.exchanges.length - 1;
      const at = exchange - missing.length + 1;
      const [first] = animals;
      const isGone = missing.every((status) => status === 404);
      if (isGone && first !== undefined && !(await isSurelyThere(probe, first.id, at)))
        throw new Stop("untested", "others may have deleted the animal");
      probe.claim(false, {
        problem: "removed early",
        expected: `200 with a Pet, until ${probe.world.contract.removalDate}`,
        actual: `${missing.join(", ")} for ${missing.length} animals that exist`,
        otherCause: isGone ? "neighbours" : "none",
        exchange,
      });
    },
  }),

  check<NewPet>({
    id: "DEP-3/replacement",
    title: "an animal that was fetched by its id is found in the list of its status",
    phase: "read",
    inputs: (world) => statusesOf(world).map((status) => plainPet(world, status)),
    run: async (probe, pet) => {
      needGetPet(probe.world);
      const animal = await addAnimal(probe, pet);
      const found = await fetchAnimal(probe, animal.id);
      if (found.status === undefined) throw new Stop("not-applicable", "the animal shows no status");
      const query = { status: found.status, limit: largestPage(probe.world) };
      const page = await listAnimals(probe, query);
      // Where the list need not show it, the animals that it does show can be fetched, and have that status.
      if (provesNothing(probe.world, page, query)) await claimListedAsFetched(probe, page, query);
      else await claimShown(probe, page, [found], query);
    },
  }),

  check<{ readonly what: Announcing; readonly pet: NewPet; readonly id: bigint }>({
    id: "DEP-2/headers",
    title: "deprecation headers say what the document says",
    phase: "read",
    inputs: (world) => announcing.map((what) => ({ what, pet: plainPet(world), id: world.randomInt64() })),
    run: async (probe, { what, pet, id }) => {
      const reading = await readingOf(probe, what, pet, id);
      if (what === "get" || what === "get of nothing") {
        claimSunset(probe, reading);
        claimDeprecated(probe, reading);
        claimSuccessor(probe, reading);
      } else {
        const { roles } = probe.world.contract;
        const name = roles[what];
        const announced = headerValues(reading.answer, "deprecation").filter((value) => !isNo(value));
        probe.claim(announced.length === 0, {
          problem: `${name} deprecated`,
          expected: `no Deprecation header, since ${name} is not deprecated`,
          actual: `Deprecation: ${announced.join(", ")}`,
          at: { in: "header", name: "deprecation" },
        });
        const ending = what === "list" ? headerValues(reading.answer, "sunset") : [];
        probe.claim(ending.length === 0, {
          problem: `${name} to be removed`,
          expected: `no Sunset header, since ${roles.list} replaces the operation that is removed`,
          actual: `Sunset: ${ending.join(", ")}`,
          at: { in: "header", name: "sunset" },
        });
      }
    },
  }),

  check({
    id: "DEP-4/deprecation",
    title: "the deprecated operation sends a well-formed Deprecation header",
    phase: "read",
    inputs: once,
    run: async (probe) => {
      const values = headerValues((await announcedBy(probe)).answer, "deprecation");
      probe.claim(
        values.length > 0 && values.every((value) => readDeprecation(value).status === "well-formed"),
        {
          expected: "Deprecation: @<seconds since 1970>",
          actual: values.length === 0 ? "no such header" : `Deprecation: ${values.join(", ")}`,
          at: { in: "header", name: "deprecation" },
        },
      );
    },
  }),

  check({
    id: "DEP-5/sunset",
    title: "the deprecated operation sends a well-formed Sunset header",
    phase: "read",
    inputs: once,
    run: async (probe) => {
      const values = headerValues((await announcedBy(probe)).answer, "sunset");
      probe.claim(values.length > 0 && values.every((value) => readSunset(value).status === "well-formed"), {
        expected: "Sunset: <HTTP date>",
        actual: values.length === 0 ? "no such header" : `Sunset: ${values.join(", ")}`,
        at: { in: "header", name: "sunset" },
      });
    },
  }),

  check({
    id: "DEP-6/moment",
    title: "which moment of the day the removal is announced for",
    phase: "read",
    inputs: once,
    run: async (probe) => {
      const [sunset] = headerValues((await announcedBy(probe)).answer, "sunset");
      const date = sunset === undefined ? undefined : readSunset(sunset).date;
      probe.observe("DEP-6", date === undefined ? "not announced" : date.toISOString());
    },
  }),
];

/** Animals that are there at this moment: listed just now or, if none is listed, added. */
async function animalsThere(probe: Probe): Promise<readonly Pet[]> {
  const listed = await listAnimals(probe, { limit: limitAbove(probe.world, 3) });
  return listed.length > 0 ? listed : [await addAnimal(probe, plainPet(probe.world))];
}

/** What might announce a deprecation. */
const announcing = ["get", "get of nothing", "list", "create"] as const;
type Announcing = (typeof announcing)[number];

async function readingOf(probe: Probe, what: Announcing, pet: NewPet, id: bigint): Promise<Reading> {
  switch (what) {
    case "get":
      return announcedBy(probe);
    case "get of nothing":
      needGetPet(probe.world);
      return probe.send(
        fetchRequest(probe.world, id, { accepts: [...notFound, ...fetched], requirement: "GET-4" }),
      );
    case "list":
      return probe.send(listRequest(probe.world, { limit: limitAbove(probe.world, 0) }));
    case "create":
      needCategory(probe.world);
      return probe.send(
        addRequest(probe.world, newPetBody(probe.world, pet), {
          accepts: probe.world.uniqueNames ? [...added, ...refused(probe.world)] : added,
          requirement: addRequirement(probe.world, pet),
        }),
      );
  }
}

/** The answer of the deprecated operation. */
async function announcedBy(probe: Probe): Promise<Reading> {
  needGetPet(probe.world);
  const { id } = await someAnimal(probe);
  const reading = await probe.send(fetchRequest(probe.world, id, { accepts: [...fetched, ...notFound] }));
  if (reading.answer.status === 200) return reading;
  // Others may have deleted it by now.
  return fetchReading(probe, (await addAnimal(probe, plainPet(probe.world))).id);
}

function claimSunset(probe: Probe, { answer }: Reading): void {
  const day = dayOnEarth(probe.world.contract.removalDate);
  for (const value of headerValues(answer, "sunset")) {
    const { date } = readSunset(value);
    probe.claim(date === undefined || (date >= day.first && date <= day.last), {
      problem: "another removal date",
      expected: `a moment that is ${probe.world.contract.removalDate} somewhere on Earth`,
      actual: `Sunset: ${value}`,
      at: { in: "header", name: "sunset" },
    });
  }
}

/** The document says that the operation is deprecated already; a date in the past says so, too. */
function claimDeprecated(probe: Probe, { answer }: Reading): void {
  const tomorrow = probe.world.now.getTime() + 86_400_000;
  for (const value of headerValues(answer, "deprecation")) {
    const { date } = readDeprecation(value);
    probe.claim(!isNo(value) && (date === undefined || date.getTime() <= tomorrow), {
      problem: "not yet deprecated",
      expected: "a date in the past: the operation is deprecated already",
      actual: `Deprecation: ${value}`,
      at: { in: "header", name: "deprecation" },
    });
  }
}

function claimSuccessor(probe: Probe, { answer }: Reading): void {
  const { listPath: list } = probe.world.contract.roles;
  for (const target of linkTargets(headerValues(answer, "link"), "successor-version")) {
    const path = URL.canParse(target, probe.world.baseUrl)
      ? new URL(target, probe.world.baseUrl).pathname
      : "";
    probe.claim(path.endsWith(list), {
      problem: "another successor",
      expected: `a successor that ends in ${list}`,
      actual: `Link: <${target}>; rel="successor-version"`,
      at: { in: "header", name: "link" },
    });
  }
}

/** Does the header say in so many words that nothing is deprecated? */
function isNo(value: string): boolean {
  return ["false", "?0", "no", "0"].includes(value.trim().toLowerCase());
}

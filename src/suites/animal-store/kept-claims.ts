import { compareText, shorten } from "../../judge/index.js";
import { fetchAnimal, needMoment } from "./animals.js";
import { describe } from "./list-claims.js";
import { differences, furtherDifferences, type NewPet, type Pet } from "./pet.js";
import { matchesPlain } from "./plain-name.js";
import type { Probe } from "./probe.js";
import { isRemovalDue } from "./world.js";

/** Claims that an animal is what was sent, and looks the same when it is fetched at once. */
export async function claimKept(probe: Probe, sent: NewPet, animal: Pet): Promise<void> {
  claimSent(probe, sent, animal);
  await claimFetched(probe, animal);
}

/** Claims that an animal is what was sent. */
export function claimSent(probe: Probe, sent: NewPet, animal: Pet): void {
  const fidelity = compareText(sent.name, animal.name);
  const renamed = probe.world.uniqueNames && matchesPlain(sent.name) && fidelity === "altered";
  const plainButAltered = matchesPlain(sent.name) && fidelity !== "exact";
  probe.claim(renamed || (fidelity !== "altered" && !plainButAltered), {
    requirement: "CREATE-2",
    problem: "another name",
    expected: shorten(sent.name),
    actual: shorten(animal.name),
    at: { in: "body", pointer: "/name" },
  });
  probe.claim(animal.categoryId === sent.categoryId, {
    requirement: "CREATE-3",
    problem: "another category",
    expected: `categoryId ${sent.categoryId}`,
    actual: `categoryId ${animal.categoryId}`,
    at: { in: "body", pointer: "/categoryId" },
  });
  probe.claim(sent.status === undefined || animal.status === sent.status, {
    requirement: "CREATE-4",
    problem: "another status",
    expected: `status ${sent.status}`,
    actual: `status ${animal.status ?? "absent"}`,
    at: { in: "body", pointer: "/status" },
  });
  const names = Object.keys(probe.world.contract.roles.furtherMembers);
  const further = names.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]] as const]));
  const changed = furtherDifferences(Object.fromEntries(further), animal);
  probe.claim(changed.length === 0, {
    requirement: "CREATE-1",
    problem: `another ${changed.join(", ")}`,
    expected: changed.map((name) => `${name} ${shorten(sent[name])}`).join(", "),
    actual: changed.map((name) => `${name} ${shorten(animal.further?.[name])}`).join(", "),
  });
}

/** Claims that an animal which was just added is found by its id, and is the same. */
export async function claimFetched(probe: Probe, animal: Pet): Promise<void> {
  if (isRemovalDue(probe.world)) return;
  const found = await fetchAnimal(probe, animal.id);
  probe.claim(found.id === animal.id, {
    requirement: "GET-2",
    problem: "another animal",
    expected: `the animal ${animal.id}`,
    actual: `the animal ${found.id}`,
    at: { in: "body", pointer: "/id" },
  });
  const added = probe.world.animals.get(animal.id)?.pet ?? animal;
  const changed = differences(added, found).filter((member) => member !== "id");
  if (changed.length > 0) needMoment(probe);
  probe.claim(changed.length === 0, {
    requirement: "GET-3",
    problem: changed.join(", "),
    expected: `${describe(animal)}, as it was added`,
    actual: describe(found),
    at: { in: "body", pointer: `/${changed[0]}` },
    otherCause: "neighbours",
  });
}

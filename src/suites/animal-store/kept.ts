import { compareText, shorten } from "../../checks/index.js";
import { fetchAnimal, needMoment } from "./fetching.js";
import { describe } from "./list-expectations.js";
import { differences, furtherDifferences, type NewPet, type Pet } from "./pet.js";
import { matchesPlain } from "./plain-name.js";
import type { TestContext } from "./scenario.js";
import { isRemovalDue } from "./state.js";

/** Expects that an animal is what was sent, and looks the same when it is fetched at once. */
export async function expectKept(t: TestContext, sent: NewPet, animal: Pet): Promise<void> {
  expectSent(t, sent, animal);
  await expectFetched(t, animal);
}

/** Expects that an animal is what was sent. */
export function expectSent(t: TestContext, sent: NewPet, animal: Pet): void {
  const fidelity = compareText(sent.name, animal.name);
  const renamed = t.state.uniqueNames && matchesPlain(sent.name) && fidelity === "altered";
  const plainButAltered = matchesPlain(sent.name) && fidelity !== "exact";
  const isInvalid = (member: string): boolean => animal.invalid.includes(member);
  t.expect(isInvalid("name") || renamed || (fidelity !== "altered" && !plainButAltered), {
    check: "create/kept/name",
    problem: "another name",
    expected: shorten(sent.name),
    actual: shorten(animal.name),
    at: { in: "body", pointer: "/name" },
  });
  expectCategory(t, sent.categoryId, animal);
  t.expect(isInvalid("status") || sent.status === undefined || animal.status === sent.status, {
    check: "create/kept/status",
    problem: "another status",
    expected: `status ${sent.status}`,
    actual: `status ${animal.status ?? "absent"}`,
    at: { in: "body", pointer: "/status" },
  });
  const names = Object.keys(t.state.contract.roles.furtherMembers);
  const further = names.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]] as const]));
  const changed = furtherDifferences(Object.fromEntries(further), animal);
  t.expect(changed.length === 0, {
    check: "create/accepted",
    problem: `another ${changed.join(", ")}`,
    expected: changed.map((name) => `${name} ${shorten(sent[name])}`).join(", "),
    actual: changed.map((name) => `${name} ${shorten(animal.further?.[name])}`).join(", "),
  });
}

/** Expects that an animal has this category, to the last digit. */
export function expectCategory(t: TestContext, categoryId: bigint, animal: Pet): void {
  t.expect(animal.invalid.includes("categoryId") || animal.categoryId === categoryId, {
    check: "create/kept/categoryId",
    problem: "another category",
    expected: `categoryId ${categoryId}`,
    actual: `categoryId ${animal.categoryId}`,
    at: { in: "body", pointer: "/categoryId" },
  });
}

/** Expects that an animal which was just added is found by its id, and is the same. */
export async function expectFetched(t: TestContext, animal: Pet): Promise<void> {
  if (isRemovalDue(t.state)) return;
  const found = await fetchAnimal(t, animal.id);
  t.expect(found.id === animal.id, {
    check: "get/right-one",
    problem: "another animal",
    expected: `the animal ${animal.id}`,
    actual: `the animal ${found.id}`,
    at: { in: "body", pointer: "/id" },
  });
  const added = t.state.animals.get(animal.id)?.pet ?? animal;
  const changed = differences(added, found).filter((member) => member !== "id");
  if (changed.length > 0) needMoment(t);
  t.expect(changed.length === 0, {
    check: "get/unchanged",
    problem: changed.join(", "),
    expected: `${describe(animal)}, as it was added`,
    actual: describe(found),
    at: { in: "body", pointer: `/${changed[0]}` },
    interference: "other clients",
  });
}

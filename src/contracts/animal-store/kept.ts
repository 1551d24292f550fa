import { type Failure, Skip } from "../../engine/index.js";
import { causeOfLostIds, causeOfOtherInteger, shorten } from "../../schema/index.js";
import {
  describe,
  differences,
  furtherDifferences,
  matchesPlain,
  type NewPet,
  type Pet,
  steadyDifferences,
} from "./pet.js";
import { assumeRecent, assumeValid, fetchAnimal, findAnimal, tooLate } from "./reading.js";
import { compareText } from "./same-text.js";
import { addedAs, isPastRemovalDate, type TestContext } from "./store-state.js";

/** Expects that an animal is what was sent, and looks the same when it is fetched at once. */
export async function expectKept(t: TestContext, sent: NewPet, animal: Pet): Promise<void> {
  expectSent(t, sent, animal);
  await expectFetched(t, animal);
  assumeValid(animal);
}

export function expectSent(t: TestContext, sent: NewPet, animal: Pet): void {
  const fidelity = compareText(sent.name, animal.name);
  const isPlain = matchesPlain(sent.name);
  const isRenamed = t.state.uniqueNames && isPlain && fidelity === "altered";
  expectMember(t, animal, "name", {
    holds: isRenamed || fidelity === "exact" || (fidelity !== "altered" && !isPlain),
    expected: shorten(sent.name),
    actual: shorten(animal.name),
  });
  expectCategory(t, sent.categoryId, animal);
  expectMember(t, animal, "status", {
    holds: sent.status === undefined || animal.status === sent.status,
    expected: `status ${sent.status}`,
    actual: `status ${animal.status ?? "absent"}`,
  });
  const names = Object.keys(t.state.contract.roles.furtherMembers);
  const further = names.flatMap((name) => (sent[name] === undefined ? [] : [[name, sent[name]] as const]));
  const changed = furtherDifferences(Object.fromEntries(further), animal);
  t.expect(changed.length === 0, {
    check: "create/accepted",
    problem: `another ${changed.join(", ")}`,
    expected: changed.map((name) => `${name} ${shorten(sent[name])}`).join(", "),
    actual: changed.map((name) => `${name} ${shorten(animal.further[name])}`).join(", "),
  });
}

export function expectCategory(t: TestContext, categoryId: bigint, animal: Pet): void {
  expectMember(t, animal, "categoryId", {
    holds: animal.categoryId === categoryId,
    expected: `categoryId ${categoryId}`,
    actual: `categoryId ${animal.categoryId}`,
    likelyCause: causeOfOtherInteger(categoryId, animal.categoryId),
  });
}

/** Expects that a member of an animal is what was sent, unless it is no valid one. */
export function expectMember(
  t: TestContext,
  { invalid }: Pet,
  member: "name" | "categoryId" | "status",
  { holds, ...failure }: { holds: boolean } & Pick<Failure, "expected" | "actual" | "likelyCause">,
): void {
  t.expect(holds || invalid.includes(member), {
    check: `create/kept/${member}`,
    problem: `another ${member.replace("Id", "")}`,
    ...failure,
    at: { in: "body", pointer: `/${member}` },
  });
}

/** In ms: nobody else changes or deletes an animal so soon after it was added, but by chance. */
export const moment = 200;

/**
 * Expects that an animal is still there and unchanged a moment after it was added, whatever was sent in between. Tells
 * nothing of its state, nor where the server may take its time to show it.
 * @param addedAt when the answer to its creation came, in ms since the run began
 * @returns whether it was found as it was, as far as that was looked at
 * @throws Skip if it is not, and others had the time to change it
 */
export async function expectStillThere(t: TestContext, animal: Pet, addedAt: number): Promise<boolean> {
  if (isPastRemovalDate(t.state) || t.state.clock.settle > 0) return true;
  const found = await findAnimal(t, animal);
  const asked = t.exchanges.findLast(({ case: { path } }) => path.endsWith(`/${animal.id}`));
  const changed = found === undefined ? [] : steadyDifferences(addedAs(t.state, animal), found);
  if (asked === undefined || (found !== undefined && changed.length === 0)) return true;
  if (asked.sentAt - addedAt > moment) throw new Skip("inconclusive", tooLate);
  t.expect(false, {
    check: found === undefined ? "get/found" : "get/unchanged",
    problem: found === undefined ? "gone" : changed.join(", "),
    expected: `${describe(animal)}, as it was a moment ago`,
    actual: found === undefined ? "404" : describe(found),
    likelyCause: causeOfLostIds(t.state.animals.keys()),
    exchange: t.exchanges.indexOf(asked),
    interference: "other clients",
  });
  return false;
}

/** Expects that an animal which was just added is found by its id, and is the same. */
export async function expectFetched(t: TestContext, animal: Pet): Promise<void> {
  if (isPastRemovalDate(t.state)) return;
  const found = await fetchAnimal(t, animal.id);
  const isIt = found.id === animal.id;
  t.expect(isIt, {
    check: "get/right-one",
    problem: "another animal",
    expected: `the animal ${animal.id}`,
    actual: `the animal ${found.id}`,
    // Each fetched animal comes through here, and the cause takes all ids that are known.
    likelyCause: isIt
      ? undefined
      : (causeOfOtherInteger(animal.id, found.id) ?? causeOfLostIds(t.state.animals.keys())),
    at: { in: "body", pointer: "/id" },
  });
  const changed = differences(addedAs(t.state, animal), found).filter((member) => member !== "id");
  if (changed.length === 0) {
    assumeValid(found);
    return;
  }
  assumeRecent(t);
  t.expect(false, {
    check: "get/unchanged",
    problem: changed.join(", "),
    expected: `${describe(animal)}, as it was added`,
    actual: describe(found),
    likelyCause: causeOfOtherInteger(animal.categoryId, found.categoryId),
    at: { in: "body", pointer: `/${changed[0]}` },
    interference: "other clients",
  });
}

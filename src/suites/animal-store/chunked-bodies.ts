import type { Exchange } from "../../transport/index.js";
import { describeAddition, needCategory, petOf, plainPet } from "./animals.js";
import { type Check, check } from "./check.js";
import { statusAt } from "./facts.js";
import { claimSent } from "./kept-claims.js";
import type { NewPet } from "./pet.js";
import type { Probe } from "./probe.js";
import { added, addRequest, newPetBody, refused } from "./requests.js";
import { keyless } from "./wrong-keys.js";

const inChunks = { label: "a body in chunks", chunked: true } as const;

/** The check on bodies whose length is not told: some servers read them on a way of its own. */
export const chunkedChecks: readonly Check[] = [
  check<NewPet>({
    id: "CREATE-25/chunks",
    title: "a body in chunks is refused, or treated like any other",
    alsoTests: ["AUTH-1", "CREATE-6"],
    phase: "create",
    inputs: (world) => [plainPet(world, statusAt(world, 0))],
    run: async (probe, pet) => {
      needCategory(probe.world);
      const unkeyed = addRequest(probe.world, newPetBody(probe.world, pet), {
        ...keyless("AUTH-1", { kind: "missing" }),
        ...inChunks,
      });
      if (!(await isTaken(probe, pet))) {
        const choice = describeChoice(await probe.sendUnjudged(unkeyed));
        probe.claim(choice !== "accepted", {
          requirement: "AUTH-1",
          problem: "status 201",
          expected: "401, or another refusal",
          actual: "201",
          at: { in: "status" },
        });
        return;
      }
      // A chunk may end in the middle of a character.
      await isTaken(probe, { ...pet, name: `${pet.name} ${"ë".repeat(60)}` });
      const nameless = newPetBody(probe.world, { ...pet, name: undefined } as unknown as NewPet);
      const label = "a body in chunks without a name";
      await probe.sendAnyway(
        addRequest(probe.world, nameless, {
          ...inChunks,
          label,
          accepts: refused(probe.world),
          requirement: "CREATE-6",
        }),
      );
      await probe.send(unkeyed);
    },
  }),
];

/** Is this animal accepted? If so, it must be what was sent. */
async function isTaken(probe: Probe, pet: NewPet): Promise<boolean> {
  const exchange = await probe.sendUnjudged(
    addRequest(probe.world, newPetBody(probe.world, pet), { ...inChunks, accepts: added }),
  );
  const choice = describeChoice(exchange);
  probe.observe("CREATE-25", choice);
  // A good key is good, and a failure a failure, however the body comes.
  if (choice !== "accepted" && !/ (401|500)$/.test(choice)) return false;
  claimSent(probe, pet, petOf(probe.world, (await probe.judge(exchange)).json));
  return true;
}

function describeChoice({ outcome }: Exchange): string {
  if (outcome.kind !== "answer" || outcome.cutShort) return "not answered";
  return describeAddition(outcome.status);
}

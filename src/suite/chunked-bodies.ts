import type { Exchange } from "../http/index.js";
import { claimSent } from "./add-valid-animals.js";
import { needCategory, petOf, plainPet } from "./animals.js";
import { type Check, check } from "./check.js";
import type { NewPet } from "./pet.js";
import { added, addRequest, newPetBody, refused, unauthorized } from "./requests.js";

/** The check on bodies whose length is not told: some servers read them on a way of its own. */
export const chunkedChecks: readonly Check[] = [
  check<NewPet>({
    id: "CREATE-25/chunks",
    title: "a body in chunks is refused, or treated like any other",
    alsoTests: ["AUTH-1", "CREATE-6"],
    stage: "add",
    inputs: (world) => [plainPet(world, "available")],
    run: async (probe, pet) => {
      needCategory(probe.world);
      const inChunks = { label: "a body in chunks", chunked: true } as const;
      const body = newPetBody(pet);
      const reading = await probe.sendOnTrial(addRequest(probe.world, body, { ...inChunks, accepts: added }));
      probe.observe("CREATE-25", describeChoice(probe.exchanges.at(-1)));
      if (reading === undefined) return;
      claimSent(probe, pet, petOf(reading.json));
      const nameless = newPetBody({ ...pet, name: undefined } as unknown as NewPet);
      const label = "a body in chunks without a name";
      await probe.sendAnyway(
        addRequest(probe.world, nameless, { ...inChunks, label, accepts: refused, requirement: "CREATE-6" }),
      );
      const keyless = {
        accepts: unauthorized,
        requirement: "AUTH-1",
        credential: { kind: "missing" },
      } as const;
      await probe.send(addRequest(probe.world, body, { ...inChunks, ...keyless }));
    },
  }),
];

function describeChoice(exchange: Exchange | undefined): string {
  if (exchange?.outcome.kind !== "answer") return "not answered";
  const { status } = exchange.outcome;
  return status === 201 ? "accepted" : `refused with ${status}`;
}

import { expect, it } from "vitest";
import { animalStore } from "../../src/contracts/index.js";
import { type RunEvent, runConformance } from "../../src/engine/index.js";
import { contract, key, startServer } from "../servers/judging.js";

const encoded = Buffer.from(key).toString("hex");
const [first, ...others] = animalStore.scenarios(contract);
if (first === undefined) throw new Error("there are no checks");
const faulty: typeof animalStore = {
  ...animalStore,
  scenarios: () => [
    { ...first, run: () => Promise.reject(new Error(`cannot read the item ${encoded}`)) },
    ...others,
  ],
};

it("an error of the suite quotes nothing of the key, neither to a listener nor to a caller", async () => {
  const { baseUrl } = await startServer();
  const events: RunEvent[] = [];
  const options = { contract, baseUrl, key };

  await runConformance(faulty, { ...options, onEvent: (event) => events.push(event) });
  const thrown: unknown = await runConformance(faulty, options).catch((error: unknown) => error);

  const reported = events.flatMap((event) => (event.kind === "bug" ? [event.error] : []));
  expect(reported).toHaveLength(1);
  for (const error of [...reported, thrown] as Error[]) {
    expect(error.message).toBe("cannot read the item [the API key]");
    expect(`${error.stack}`).not.toContain(encoded);
  }
});

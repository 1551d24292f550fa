import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { deriveContract, openApi } from "../../src/contracts/index.js";
import { loadDescription } from "../../src/description/index.js";
import { runConformance } from "../../src/engine/index.js";
import { examples, folder, startPython } from "./example-servers.js";
import { startBehind } from "./front.js";

/** The variable asks for all seeds. */
const seeds = process.env["PEDIGREE_EVERY"] === undefined ? 4 : 20;

describe.each(examples)("an honest server in %s", (name, start, file, key, sentence) => {
  const { description } = loadDescription(folder + file);
  const contract = deriveContract(description);

  it("conforms under several seeds, with less than 800 requests", async () => {
    const baseUrl = await startBehind(start, key);
    // Hono's asks to wait some seconds in each run.
    for (let seed = 1; seed <= (name === "Hono" ? Math.min(3, seeds) : seeds); seed += 1) {
      const report = await runConformance(openApi, { contract, baseUrl, key, seed });
      expect(report.conclusion.sentence).toMatch(sentence);
      expect(report.run.requests).toBeLessThan(800);
    }
  });

  it("conforms with random cases, which leave nothing behind that other runs do not", async () => {
    for (const seed of seeds > 4 ? [1, 2, 3] : [1]) {
      const left: number[] = [];
      for (const cases of [0, 500]) {
        let count = 0;
        const baseUrl = await startBehind(start, key, {
          response: ({ method, status }) => {
            if (method === "POST" && status < 300) count += 1;
            if (method === "DELETE" && status < 300) count -= 1;
          },
        });
        const report = await runConformance(openApi, { contract, baseUrl, key, seed, cases });
        expect(report.conclusion.sentence).toMatch(sentence);
        expect(report.statistics.random?.cases ?? 0).toBe(cases);
        left.push(count);
      }
      expect(left[1]).toBe(left[0]);
    }
  });
});

it("deletes what lists show before its creation is answered", async () => {
  const { description } = loadDescription(`${folder}python/openapi.json`);
  const left = new Set<string>();
  const key = "recipe-key-123";
  const baseUrl = await startBehind(startPython, key, {
    response: async ({ method, status, body }) => {
      if (method === "DELETE" && status === 200) left.delete(JSON.parse(body).id);
      if (method !== "POST" || status !== 201) return;
      left.add(JSON.parse(body).id);
      await setTimeout(50);
    },
  });
  await runConformance(openApi, { contract: deriveContract(description), baseUrl, key, seed: 1, cases: 100 });
  expect(left.size).toBe(0);
});

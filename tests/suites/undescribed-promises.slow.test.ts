import { expect, it } from "vitest";
import { loadContract, loadDescription } from "../../src/description/index.js";
import {
  applyOperators,
  conforming,
  mutants,
  type Operator,
  startReferenceServer,
  variants,
} from "../../src/reference/index.js";
import { type Report, runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";

const key = "Qx7Wv-Zk3Jt-0123456789abcdef";
const catalogue = loadContract();
const contract = deriveContract(loadDescription("spec/openapi.yaml").description);

/** Judges a deviation of the reference server by its description, without the catalogue. */
async function judge(operator: Operator): Promise<Report> {
  const handlers = applyOperators(conforming(), [operator]);
  const server = await startReferenceServer({ contract: catalogue, key, handlers, patience: { close: 200 } });
  const options = { contract, baseUrl: server.baseUrl, key, seed: 1, timeout: 2000, settle: 1000 };
  try {
    return await runConformance(openApi, options);
  } finally {
    await server.close();
  }
}

/** The names of those that do not conform, several at a time. */
async function failing(operators: ReadonlyMap<string, Operator>): Promise<readonly string[]> {
  const left = [...operators];
  const found: string[] = [];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      if ((await judge(next[1])).conclusion.exitCode === 1) found.push(next[0]);
  };
  await Promise.all([work(), work(), work()]);
  return found;
}

it("by the description alone, no permitted variant fails", async () => {
  expect(await failing(variants)).toEqual([]);
});

it("by the description alone, what it says itself is found", async () => {
  const found = await failing(mutants);
  expect(found.length).toBeGreaterThanOrEqual(90);
});

import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { start as startExpress } from "../../examples/express/server.js";
import { start as startFastify } from "../../examples/fastify/server.js";
import { start as startHono } from "../../examples/hono/server.js";
import { start as startKoa } from "../../examples/koa/server.js";
import { loadDescription } from "../../src/description/index.js";
import { runConformance } from "../../src/run/index.js";
import { deriveContract, openApi } from "../../src/suites/index.js";
import { type Start, startBehind } from "./front.js";

const folder = new URL("../../examples/", import.meta.url).pathname;

/** Starts the example in Python on a free port. */
const startPython: Start = async ({ key }) => {
  const server = spawn("python3", [`${folder}python/server.py`], {
    env: { ...process.env, PORT: "0", KEY: key },
  });
  const [chunk] = (await once(server.stdout, "data")) as [Buffer];
  return {
    address: chunk.toString().trim(),
    close: async () => void server.kill(),
  };
};

/** What is created with 202 is nobody's until it is seen: of such there are six requirements in Python's. */
const examples: readonly [name: string, start: Start, file: string, key: string, sentence: RegExp][] = [
  ["Fastify", startFastify as Start, "fastify/openapi.yaml", "library-key-123", /^conforms, (\d+) of \1 /],
  ["Express", startExpress as Start, "express/openapi.yaml", "desk-key-123", /^conforms, (\d+) of \1 /],
  ["Hono", startHono as Start, "hono/openapi.yaml", "rooms-key-123", /^conforms, (\d+) of \1 /],
  ["Koa", startKoa as Start, "koa/openapi.yaml", "admin:secret-123", /^conforms, (\d+) of \1 /],
  ["Python", startPython, "python/openapi.json", "recipe-key-123", /^conforms, 1\d\d of 1\d\d /],
];

describe.each(examples)("an honest server in %s", (name, start, file, key, sentence) => {
  const { description } = loadDescription(folder + file);
  const contract = deriveContract(description);

  it("conforms under several seeds, with less than 800 requests", async () => {
    const baseUrl = await startBehind(start, key);
    // Hono's asks to wait some seconds in each run.
    for (let seed = 1; seed <= (name === "Hono" ? 3 : 20); seed += 1) {
      const report = await runConformance(openApi, { contract, baseUrl, key, seed });
      expect(report.conclusion.sentence).toMatch(sentence);
      expect(report.run.requests).toBeLessThan(800);
    }
  });

  it("conforms with random cases, which leave nothing behind that other runs do not", async () => {
    for (const seed of [1, 2, 3]) {
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

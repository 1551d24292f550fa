import { writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { start, temporaryFolder } from "../cli/pedigree.js";
import { startOrigin } from "../servers/plain-server.js";
import { hostileDescriptions } from "./hostile-descriptions.js";
import { watchMemory } from "./watch-memory.js";

/** In MB. */
const mostMemory = 400;
/** In ms: of a machine that does nothing else. A busy one takes longer for the same. */
const longestRun = 90_000;

type Answer = (request: IncomingMessage, body: Buffer) => readonly [status: number, body: Buffer | string];

const servers: readonly (readonly [name: string, answer: Answer])[] = [
  ["accepts everything", ({ method }) => [method === "POST" ? 201 : 200, '{"id":"1"}']],
  ["refuses everything", () => [400, "{}"]],
  ["echoes", ({ method }, body) => [method === "POST" ? 201 : 200, body.length === 0 ? "[]" : body]],
];

const rows = hostileDescriptions.flatMap((description) =>
  servers.map(([name, answer]) => [...description, name, answer] as const),
);

describe("a run on a description that asks for huge values ends, and stays small:", () => {
  it.for(rows)(
    "%s, on a server that %3$s",
    { timeout: 2 * longestRun },
    async ([, description, , answer]) => {
      const target = await startOrigin(async (request: IncomingMessage, response: ServerResponse) => {
        const [status, body] = answer(request, await buffer(request));
        response.writeHead(status, { "content-type": "application/json" }).end(body);
      });
      const file = join(temporaryFolder(), "description.json");
      writeFileSync(file, JSON.stringify(description));
      const began = performance.now();
      const running = start(["run", "--spec", file, "--target", target, "--reports", temporaryFolder()]);
      const memory = watchMemory(running.process.pid ?? 0);

      const { exitCode, stderr } = await running.ended;

      expect(stderr).not.toMatch(/bug in pedigree|heap|at .*\.js:\d/);
      expect(exitCode).toBeOneOf([0, 1, 2, 3]);
      expect(memory.stop()).toBeLessThan(mostMemory);
      expect(performance.now() - began).toBeLessThan(longestRun);
    },
  );
});

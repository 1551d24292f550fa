import { writeFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { start, temporaryFolder } from "../cli/pedigree.js";
import { startOrigin } from "../servers/plain-server.js";
import { hostileDescriptions } from "./hostile-descriptions.js";
import { watchUse } from "./watch-use.js";

/** In MB. */
const mostMemory = 400;
/** In seconds of processor time, which a busy machine takes no more of. */
const longestRun = 30;
/** In ms, on the busiest machine. */
const timeout = 300_000;

type Answer = (request: IncomingMessage, body: Buffer) => readonly [status: number, body: Buffer | string];

const servers: readonly (readonly [name: string, answer: Answer])[] = [
  ["accepts everything", ({ method }) => [method === "POST" ? 201 : 200, '{"id":"1"}']],
  ["refuses everything", () => [400, "{}"]],
  ["echoes", ({ method }, body) => [method === "POST" ? 201 : 200, body.length === 0 ? "[]" : body]],
];

const rows = hostileDescriptions.flatMap((description) =>
  servers.map(([server, answer]) => [description[0], server, description[1], answer] as const),
);

describe("a run on a description that asks for huge values ends, and stays small:", () => {
  it.for(rows)("%s, on a server that %s", { timeout }, async ([, , description, answer]) => {
    const target = await startOrigin(async (request: IncomingMessage, response: ServerResponse) => {
      const [status, body] = answer(request, await buffer(request));
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    });
    const file = join(temporaryFolder(), "description.json");
    writeFileSync(file, JSON.stringify(description));
    const running = start(["run", "--spec", file, "--target", target, "--reports", temporaryFolder()]);
    const use = watchUse(running.process.pid ?? 0);

    const { exitCode, stderr } = await running.ended;

    const { memory, seconds } = use.stop();
    expect(stderr).not.toMatch(/bug in pedigree|heap|at .*\.js:\d/);
    expect(exitCode).toBeOneOf([0, 1, 2, 3]);
    expect(memory).toBeGreaterThan(20);
    expect(memory).toBeLessThan(mostMemory);
    expect(seconds).toBeLessThan(longestRun);
  });
});

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { start, temporaryFolder } from "../cli/pedigree.js";
import { answerBehaviours } from "./behaviours-of-answers.js";
import { textBehaviours } from "./behaviours-of-texts.js";
import { dangersIn, leaksIn } from "./damage.js";
import { key, startHostileServer } from "./hostile-server.js";
import { watchUse } from "./watch-use.js";

const worst = [...answerBehaviours, ...textBehaviours].filter(([name]) =>
  /bomb of gzip|endless|1 GB|2,000,000|name of 5 MB|100 KB|CI servers into Errors|back as it is|in base64,|no text|place of HTTP/.test(
    name,
  ),
);

/** In MB: a CI job may have little more. V8 fills what it is given with garbage, so the heap is bounded. Busy machines collect late. */
const mostMemory = 350;
const mostHeap = 128;

describe("a process of pedigree stays small, and writes no part of the key, against a server that", () => {
  it.for(worst)("%s", async (behaviour) => {
    const server = await startHostileServer(behaviour);
    const folder = temporaryFolder();
    const args = ["run", "--target", server.url, "--timeout", "500ms", "--reports", folder];
    const environment = { PEDIGREE_API_KEY: key, NODE_OPTIONS: `--max-old-space-size=${mostHeap}` };
    const running = start(args, { environment });
    const use = watchUse(running.process.pid ?? 0);

    const { exitCode, stdout, stderr } = await running.ended;
    const { memory: peak } = use.stop();
    await server.close();

    const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    expect({
      exitCode,
      trace: /^\s+at .*:\d+:\d+\)?$/m.exec(stderr)?.[0],
      dangers: [...dangersIn(stdout), ...dangersIn(stderr)],
      leaks: [stdout, stderr, ...files].flatMap(leaksIn),
    }).toEqual({
      exitCode: expect.toBeOneOf([...behaviour[1].exitCodes]),
      trace: undefined,
      dangers: [],
      leaks: [],
    });
    expect(files.length).toBeGreaterThan(0);
    expect(peak).toBeGreaterThan(20);
    expect(peak).toBeLessThan(mostMemory);
  });
});

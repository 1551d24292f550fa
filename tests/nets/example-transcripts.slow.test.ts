import { expect, it } from "vitest";
import { deriveContract, openApi } from "../../src/contracts/index.js";
import { loadDescription } from "../../src/description/index.js";
import { runConformance } from "../../src/engine/index.js";
import { examples, folder, startPython } from "../contracts/example-servers.js";
import { type Start, startBehind } from "../contracts/front.js";

/** Ids that a server draws at random get numbers, in the order in which the run sends them. */
function numberIds(): (text: string) => string {
  const numbers = new Map<string, number>();
  return (text) =>
    text.replaceAll(/[0-9a-f]{8}-?[0-9a-f]{4}-?4[0-9a-f]{3}-?[0-9a-f]{4}-?[0-9a-f]{12}/g, (id) => {
      const number = numbers.get(id) ?? numbers.size + 1;
      numbers.set(id, number);
      return `{uuid ${number}}`;
    });
}

/** `npx vitest run -c vitest.integration.config.ts tests/nets -u` records it anew. */
it.each(examples)("a run on the example in %s sends what was recorded", async (name, start, file, key) => {
  const numbered = numberIds();
  const lines: string[] = [];
  // Which items are there already must not depend on the speed of the machine.
  const startAtOnce: Start = name === "Python" ? (options) => startPython({ ...options, delay: 0 }) : start;
  const baseUrl = await startBehind(startAtOnce, key, {
    request: ({ method, path, headers, body }) => {
      const credential = headers.authorization ?? headers["x-api-key"] ?? "no credential";
      lines.push(
        numbered(JSON.stringify(`${credential} | ${method} ${path} ${body}`).slice(1, -1).slice(0, 400)),
      );
    },
  });
  const { description } = loadDescription(folder + file);

  await runConformance(openApi, {
    contract: deriveContract(description),
    baseUrl,
    key,
    seed: 1,
    concurrency: 1,
    now: new Date("2026-06-01T12:00:00Z"),
  });

  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`transcripts/${name.toLowerCase()}.txt`);
});

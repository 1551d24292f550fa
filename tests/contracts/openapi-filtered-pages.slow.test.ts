import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { start } from "../../examples/hono/server.js";
import { runConformance } from "../../src/library/index.js";
import { changeJson } from "./deviations.js";
import { startBehind } from "./front.js";

const key = "rooms-key";
const spec = fileURLToPath(new URL("../../examples/hono/openapi.yaml", import.meta.url));

/** Judges the example with rooms, whose links to a next page are changed on their way. */
async function judge(link: (next: string) => string) {
  const front = changeJson("GET /rooms", ({ next, ...page }: { readonly next: string | null }) => ({
    ...page,
    next: next === null ? null : link(next),
  }));
  const target = await startBehind(start, key, front);
  const report = await runConformance({ spec, target, key, only: ["listRooms: filters"] });
  const { verdict } = report.requirements.find(({ id }) => id === "listRooms: filters") ?? {};
  return { verdict, problems: report.findings.map(({ problem }) => problem) };
}

it.each<[string, (next: string) => string]>([
  ["keeps the filter", (next) => next],
  ["writes it in another place", (next) => next.replace(/\?kind=(\w+)&(.*)/, "?$2&kind=$1")],
])("a link to a next page is right that %s", async (_, link) => {
  expect(await judge(link)).toEqual({ verdict: "passed", problems: [] });
});

it.each<[string, (next: string) => string]>([
  ["lacks the filter", (next) => next.replace(/\bkind=\w+&/, "")],
  ["has another value of it", (next) => next.replace("kind=meeting", "kind=studio")],
])("a link to a next page is found that %s", async (_, link) => {
  expect(await judge(link)).toEqual({
    verdict: "failed",
    problems: ["kind: others are shown on the next page"],
  });
});

import { describe, expect, it } from "vitest";
import { startJsonServer } from "../servers/json-server.js";
import { describePaths, judgeDescribed, lists } from "./described.js";

/** Judges a list that answers with these headers. */
async function verdictOn(headers: object, deprecated = true) {
  const baseUrl = await startJsonServer(() => [200, [], headers]);
  const list = { ...lists("listJars", { type: "string" }), deprecated };
  const { requirements } = await judgeDescribed(describePaths({ "/jars": { get: list } }), baseUrl);
  return requirements.find(({ id }) => id === "every response: deprecation")?.verdict;
}

const [june, july] = [Date.UTC(2026, 5, 1), Date.UTC(2026, 6, 1)];
const since = (time: number) => ({ deprecation: `@${time / 1000}` });
const until = (time: number) => ({ sunset: new Date(time).toUTCString() });

describe("a deprecated operation", () => {
  it.each([
    ["says nothing of it", {}],
    ["is removed after it is deprecated", { ...since(june), ...until(july) }],
    ["is removed when it is deprecated", { ...since(july), ...until(july) }],
    ["says only until when it is there", until(june)],
    ["says that it is deprecated without a date", { deprecation: "true", ...until(june) }],
  ])("keeps its word where it %s", async (_, headers) => {
    expect(await verdictOn(headers)).toBe("passed");
  });

  it.each([
    ["is removed before it is deprecated", { ...since(july), ...until(june) }],
    ["is not deprecated by its header", { deprecation: "?0" }],
    ["is deprecated later only", since(Date.UTC(2199, 0, 1))],
    ["has milliseconds for the seconds", { deprecation: `@${june}` }],
    ["has the date of another header", { deprecation: new Date(june).toUTCString() }],
    ["has a removal date of another form", { sunset: "2030-12-05T23:59:59Z" }],
  ])("is warned of where it %s", async (_, headers) => {
    expect(await verdictOn(headers)).toBe("warned");
  });

  it("is no question where the description has none", async () => {
    expect(await verdictOn({ ...since(july), ...until(june) }, false)).toBeUndefined();
  });
});

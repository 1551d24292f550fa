import { describe, expect, it } from "vitest";
import type { StateOptions } from "../../src/checks/index.js";
import type { Case } from "../../src/generate/index.js";
import { mistakenRequests } from "../../src/suites/animal-store/mistakes.js";
import { createState } from "../../src/suites/animal-store/state.js";
import { contract } from "../servers/judging.js";

function requestsOf(thorough: boolean): readonly Case[] {
  const known: Partial<StateOptions> = {
    contract,
    thorough,
    misses: ["last character removed", "characters appended"],
    categories: [],
    token: () => "abcdefgh",
    randomInt64: () => 7_123_456_789_123_456_789n,
  };
  return mistakenRequests(createState(known as StateOptions));
}

const mistakeOf = ({ method, path, headers, body }: Case): string =>
  JSON.stringify([method, path, headers, body]);
const kindsFor = (requests: readonly Case[], path: string): readonly string[] =>
  requests.filter((each) => each.path === path).map(({ credential }) => credential.kind);

describe("requests with a bad key and another mistake", () => {
  it("are at most 60 in a short run, with every kind of credential on every operation but the deprecated one", () => {
    const requests = requestsOf(false);
    const pairs = new Set(requests.map(({ operation, credential }) => `${operation} ${credential.kind}`));

    expect(requests.length).toBeLessThanOrEqual(60);
    expect([...pairs].toSorted()).toEqual([
      "createPet missing",
      "createPet near-miss",
      "createPet other-form",
      "createPet wrong",
      "getPet missing",
      "getPet wrong",
      "listPets missing",
      "listPets near-miss",
      "listPets wrong",
    ]);
  });

  it.each(["/pets/abc", "/pets/1.5", "/pets/9223372036854775808", "/pets?limit=abc", "/pets?status=lost"])(
    "are in a short run: %s without a key, and with a wrong one",
    (path) => {
      expect(kindsFor(requestsOf(false), path)).toEqual(["missing", "wrong"]);
    },
  );

  it("are each mistake with each kind of credential in a thorough run", () => {
    const requests = requestsOf(true);
    const mistakes = new Set(requests.map(mistakeOf));
    const pairs = new Set(requests.map((each) => `${each.credential.kind} ${mistakeOf(each)}`));

    expect(mistakes.size).toBeGreaterThan(120);
    expect(pairs.size).toBe(4 * mistakes.size);
  });

  it("meet in a thorough run whatever a short run sends, but for two parameters at once", () => {
    const all = new Set(requestsOf(true).map(mistakeOf));
    const others = requestsOf(false).filter(({ path, ...each }) => !all.has(mistakeOf({ path, ...each })));

    expect(others.map(({ path }) => path)).toEqual([expect.stringMatching(/\?limit=.*&status=/)]);
  });
});

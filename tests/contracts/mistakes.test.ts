import { describe, expect, it } from "vitest";
import { mistakenRequests } from "../../src/contracts/animal-store/mistaken-requests.js";
import { createState, type StoreOptions } from "../../src/contracts/animal-store/store-state.js";
import { bodyBytes, type Case } from "../../src/transport/index.js";
import { contract } from "../servers/judging.js";

function requestsOf(thorough: boolean): readonly Case[] {
  const known = {
    contract,
    target: {},
    clock: {},
    limits: {},
    settings: { thorough, categories: [] },
    key: { misses: ["last character removed", "characters appended"] },
    words: { marker: () => "abcdefgh", randomInt64: () => 7_123_456_789_123_456_789n },
  };
  return mistakenRequests(createState(known as unknown as StoreOptions));
}

const mistakeOf = ({ method, path, headers, body }: Case): string =>
  JSON.stringify([method, path, headers, body]);
const short = requestsOf(false);
const thorough = requestsOf(true);

describe("requests with a bad key and another mistake", () => {
  it("are at most 60 in a short run, with every kind of credential on every operation but the deprecated one", () => {
    const kindsOf = (wanted: string) =>
      new Set(short.filter(({ operation }) => operation === wanted).map(({ credential }) => credential.kind));

    expect(short.length).toBeLessThanOrEqual(60);
    expect(kindsOf("createPet")).toEqual(new Set(["missing", "wrong", "near-miss", "other-form"]));
    expect(kindsOf("listPets")).toEqual(new Set(["missing", "wrong", "near-miss"]));
    expect(kindsOf("getPet")).toEqual(new Set(["missing", "wrong"]));
  });

  it.each(["/pets/abc", "/pets/1.5", "/pets/9223372036854775808", "/pets?limit=abc", "/pets?status=lost"])(
    "are in a short run: %s without a key, and with a wrong one",
    (path) => {
      const kinds = short.filter((each) => each.path === path).map(({ credential }) => credential.kind);

      expect(kinds).toEqual(["missing", "wrong"]);
    },
  );

  it("may be refused for their size where they are long, and for nothing else but the key", () => {
    const statusesOf = (isLong: boolean) =>
      new Set(
        thorough
          .filter(({ body }) => body !== undefined && bodyBytes(body).length >= 512 === isLong)
          .map(({ accepts }) => accepts.map(({ status }) => status).join()),
      );

    expect([...statusesOf(true)]).toEqual(["401,413"]);
    expect([...statusesOf(false)]).toEqual(["401"]);
  });

  it("are each mistake with each kind of credential in a thorough run", () => {
    const mistakes = new Set(thorough.map(mistakeOf));
    const pairs = new Set(thorough.map((each) => `${each.credential.kind} ${mistakeOf(each)}`));

    expect(mistakes.size).toBeGreaterThan(120);
    expect(pairs.size).toBe(4 * mistakes.size);
    // But for two parameters at once, a short run sends nothing else.
    const others = short.filter((each) => !mistakes.has(mistakeOf(each)));
    expect(others.map(({ path }) => path)).toEqual([expect.stringMatching(/\?limit=.*&status=/)]);
  });
});

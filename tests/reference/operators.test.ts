import { describe, expect, it } from "vitest";
import {
  alternatives,
  applyOperators,
  areCompatible,
  conforming,
  mutants,
  needs,
  variants,
} from "../../src/reference/index.js";
import { petsOf, startClient } from "./reference-server-client.js";

describe("the tables of mutants and variants", () => {
  it("override something with every row", () => {
    const idle = [...mutants, ...variants].filter(
      ([, operator]) => Object.keys(operator(conforming())).length === 0,
    );
    expect(idle).toEqual([]);
  });

  it("mount a server where the mutant says", async () => {
    const client = await startClient({ handlers: mutants.get("mounted-at-v2")!(conforming()) });
    expect(client.url.endsWith("/v2")).toBe(true);
    expect((await client.get("/pets")).status).toBe(200);
  });

  it("know alternatives and needs by the names of variants", () => {
    const named = [...alternatives.flat(), ...Object.keys(needs)];
    expect(named.filter((name) => !variants.has(name))).toEqual([]);
  });
});

describe("deviations together", () => {
  it("are compatible if they override different members", () => {
    expect(areCompatible("newest-first", "ids-negative")).toBe(true);
    expect(areCompatible("newest-first", "by-name")).toBe(false);
  });

  it("are compatible if both only add to a member", () => {
    expect(areCompatible("compressed", "headers-of-its-own")).toBe(true);
  });

  it("are not compatible if one names the other, whichever is asked first", () => {
    expect(areCompatible("categories-of-seven", "500-animals-before")).toBe(false);
    expect(areCompatible("500-animals-before", "categories-of-seven")).toBe(false);
  });

  it("are applied one after the other", async () => {
    const deviations = ["20-animals-before", "newest-first", "more-members-in-animals"].map(
      (name) => variants.get(name)!,
    );
    const client = await startClient({ handlers: applyOperators(conforming(), deviations) });
    const [first] = petsOf(await client.get("/pets?limit=1"));
    expect(first).toMatchObject({ id: 20n, photoUrls: expect.anything() });
  });
});

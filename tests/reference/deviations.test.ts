import { describe, expect, it } from "vitest";
import {
  applyDeviations,
  areCompatible,
  letterPerfect,
  mountContract,
  mutants,
  variants,
} from "../../src/reference/index.js";
import { contract, petsOf, startClient } from "./reference-server-client.js";

const requirements = new Map(contract.requirements.map((each) => [each.id, each]));
const levelsOf = (...levels: readonly string[]) =>
  contract.requirements.filter(({ level }) => levels.includes(level)).map(({ id }) => id);
const choiceOf = (name: string) => {
  const choice = variants.find((each) => each.name === name);
  if (choice === undefined) throw new Error(`there is no choice ${name}`);
  return choice;
};

describe("the table of mutants", () => {
  it("has at least two faults for every requirement that can be broken", () => {
    const lacking = levelsOf("must", "implied", "advice").filter(
      (id) => mutants.filter(({ breaks }) => breaks === id).length < 2,
    );
    expect(lacking).toEqual([]);
  });

  it("names only requirements of the catalogue, and no open ones as broken", () => {
    const named = mutants.flatMap(({ breaks, consequences }) => [breaks, ...consequences]);
    expect(named.filter((id) => !requirements.has(id))).toEqual([]);
    expect(mutants.filter(({ breaks }) => requirements.get(breaks)?.level === "open")).toEqual([]);
  });

  it("overrides something with every fault, or mounts the server elsewhere", () => {
    const idle = mutants.filter(
      ({ operator, mountedAt }) =>
        mountedAt === undefined && Object.keys(operator(letterPerfect())).length === 0,
    );
    expect(idle).toEqual([]);
  });

  it("mounts a server where the fault says", async () => {
    const fault = mutants.find(({ mountedAt }) => mountedAt === "/v2");
    const client = await startClient({ contract: mountContract(contract, fault!) });
    expect(client.url.endsWith("/v2")).toBe(true);
    expect((await client.get("/pets")).status).toBe(200);
  });
});

describe("the table of permitted choices", () => {
  it("has at least two choices for every open point", () => {
    const lacking = levelsOf("open").filter(
      (id) => variants.filter(({ concerns }) => concerns === id).length < 2,
    );
    expect(lacking).toEqual([]);
  });

  it("names only requirements of the catalogue, and conflicts only with choices that exist", () => {
    const names = new Set(variants.map(({ name }) => name));
    expect(variants.filter(({ concerns }) => !requirements.has(concerns))).toEqual([]);
    const conflicts = variants.flatMap(({ conflictsWith = [] }) => conflictsWith);
    expect(conflicts.filter((name) => !names.has(name))).toEqual([]);
  });

  it("gives every deviation a name of its own", () => {
    const names = [...mutants, ...variants].map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("deviations together", () => {
  it("are compatible if they override different members", () => {
    expect(areCompatible(choiceOf("newest-first"), choiceOf("ids-negative"))).toBe(true);
    expect(areCompatible(choiceOf("newest-first"), choiceOf("by-name"))).toBe(false);
  });

  it("are compatible if both only add to a member", () => {
    expect(areCompatible(choiceOf("compressed"), choiceOf("headers-of-its-own"))).toBe(true);
  });

  it("are not compatible if one names the other, whichever is asked first", () => {
    expect(areCompatible(choiceOf("categories-of-seven"), choiceOf("500-animals-before"))).toBe(false);
    expect(areCompatible(choiceOf("500-animals-before"), choiceOf("categories-of-seven"))).toBe(false);
  });

  it("are applied one after the other", async () => {
    const deviations = ["20-animals-before", "newest-first", "more-members-in-animals"].map(
      (name) => choiceOf(name).operator,
    );
    const client = await startClient({ conduct: applyDeviations(letterPerfect(), deviations) });
    const [first] = petsOf(await client.get("/pets?limit=1"));
    expect(first).toMatchObject({ id: 20n, photoUrls: expect.anything() });
  });
});

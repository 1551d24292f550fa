import { describe, expect, it } from "vitest";
import { loadMutants } from "../../src/calibration/index.js";
import { variants } from "../../src/server/index.js";
import { contract } from "../servers/judging.js";
import { bundleOf, certifyServer, outcomeOf, vendorKeys } from "./evidence.js";

/** All of them take half an hour: `npm run bench -- --certification`. */
const every = process.env["PEDIGREE_EVERY"] !== undefined;
const sampled = <Value>(all: readonly Value[], step: number): readonly Value[] =>
  every ? all : all.filter((_, index) => index % step === 3);

describe("a variant, which the document permits, gets a bundle that is verified, or is told what store it takes:", () => {
  it.for(sampled([...variants.keys()], 25))("%s", async (deviation) => {
    const certified = await certifyServer({ deviation });
    const { conforms, result } = certified.certification;
    // A store that is full, or used by others, is none to certify on; nor is a server that drops connections beside others.
    if (conforms) expect(await outcomeOf(await bundleOf(certified), vendorKeys.publicKey)).toBe("verified");
    else
      expect(result.conclusion.sentence).toMatch(/untested, and this run asks for all|could not be decided/);
  });
});

const levels = new Map(contract.requirements.map(({ id, level }) => [id, level]));
const binding = loadMutants().filter(({ breaks }) => levels.get(breaks) !== "advice");

/** They show only while the lists are not full. */
const shownEarly = [
  "no-status-under-every-filter",
  "no-status-under-available-and-pending",
  "no-status-under-pending-and-sold",
  "no-status-under-available-and-sold",
  "added-twice-without-status",
  "twin-of-another-state",
];

describe("a mutant gets no bundle:", () => {
  const chosen = [...sampled(binding, 30), ...binding.filter(({ name }) => shownEarly.includes(name))];
  it.for([...new Set(chosen)])("$name", async ({ name }) => {
    const { certification } = await certifyServer({ deviation: name });
    expect(certification.conforms).toBe(false);
  });
});

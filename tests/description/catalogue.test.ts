import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/description/index.js";
import { editSpec } from "./edited-spec.js";

const { requirements, operations } = loadContract();
const sections = [
  "What the service does",
  "Resources and their fields",
  "States and transitions",
  "Endpoints",
  "Endpoints: List all animals",
  "Endpoints: Add an animal",
  "Endpoints: Get an animal",
  "Authentication",
  "Events",
  "Errors",
  "Limits",
  "Versioning",
];

describe("the shipped catalogue", () => {
  it("has an entry for every section of the interface document", () => {
    expect([...new Set(requirements.map(({ section }) => section))].sort()).toEqual([...sections].sort());
  });

  it("has requirements of every level", () => {
    const levels = new Set(requirements.map(({ level }) => level));
    expect([...levels].sort()).toEqual(["advice", "implied", "informative", "must", "open"]);
  });

  it("has every id once", () => {
    const ids = requirements.map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(60);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has a sentence for every requirement, and no sentence twice", () => {
    const sentences = requirements.map(({ sentence }) => sentence);
    expect(sentences.filter((sentence) => !/^[A-Z].*\.$/s.test(sentence))).toEqual([]);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it("names what a server may choose, of every open point and of nothing else", () => {
    const open = requirements.filter(({ level }) => level === "open").map(({ id }) => id);
    const choices = requirements.filter(({ accepts }) => accepts !== undefined).map(({ id }) => id);
    expect(choices).toEqual(open);
    expect(open.length).toBeGreaterThan(10);
  });

  it("names why no request can test it, of every informative sentence and of nothing else", () => {
    const informative = requirements.filter(({ level }) => level === "informative").map(({ id }) => id);
    const reasons = requirements.filter(({ reason }) => reason !== undefined).map(({ id }) => id);
    expect(reasons).toEqual(informative);
    expect(informative.length).toBeGreaterThan(3);
  });

  it("has a requirement of level must or implied for every operation", () => {
    const binding = requirements.filter(({ level }) => level === "must" || level === "implied");
    const named = new Set(binding.flatMap((requirement) => requirement.operations));
    expect([...named].sort()).toEqual([...operations.keys()].sort());
  });

  it("explains no requirement by itself, directly or around a corner", () => {
    const follows = new Map(requirements.map((requirement) => [requirement.id, requirement.follows]));
    const reaches = (from: string, to: string, seen: Set<string>): boolean =>
      (follows.get(from) ?? []).some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      );
    expect(requirements.map(({ id }) => id).filter((id) => reaches(id, id, new Set()))).toEqual([]);
    expect([...follows.values()].flat().length).toBeGreaterThan(20);
  });

  it("fills its sentences from the description", () => {
    const spec = editSpec();
    spec.replace("openapi.yaml", "maximum: 100", "maximum: 50");
    spec.replace("openapi.yaml", "sold]", "sold, reserved]");
    const filled = new Map(loadContract(spec.directory).requirements.map((each) => [each.id, each.sentence]));
    expect(filled.get("LIST-2")).toBe("Every limit from 1 to 50 is accepted.");
    expect(filled.get("CREATE-11")).toBe("A status that is none of the four is refused with 400.");
    expect(filled.get("STATE-1")).toBe(
      "The states mean that an animal is available, pending, sold or reserved.",
    );
  });

  it("is the file, entry by entry", () => {
    const file = readFileSync(new URL("../../spec/requirements.yaml", import.meta.url), "utf8");
    const written = [...file.matchAll(/^ {2}- id: (\S+)$/gm)].map((match) => match[1]);
    expect(requirements.map(({ id }) => id)).toEqual(written);
  });
});

describe("a catalogue with a mistake is refused with file, line and reason", () => {
  it.each([
    [
      "an unknown level",
      "level: must",
      "level: should",
      "requirements › 0 › level: must be one of must, implied, advice, open, informative; did you mean",
    ],
    ["an id given twice", "- id: LIST-2", "- id: LIST-1", "LIST-1: this id is given twice"],
    ["an id that is none", "- id: LIST-2", "- id: list-2", "› id: must match pattern"],
    [
      "an unknown operation",
      "operations: [list, create, get]",
      "operations: [list, delete]",
      "requirements › 0 › operations › 1: must be one of list, create, get",
    ],
    [
      "a sentence that names nothing of the description",
      "{pageSize.minimum}",
      "{pageSize.least}",
      "LIST-2: {pageSize.least} names nothing",
    ],
    [
      "an explanation that is not there",
      "follows: [LIST-1]",
      "follows: [LIST-99]",
      "LIST-2: there is no other requirement LIST-99",
    ],
    [
      "an explanation by itself",
      "follows: [LIST-1]",
      "follows: [LIST-2]",
      "LIST-2: there is no other requirement LIST-2",
    ],
    [
      "a member that nobody knows",
      "    sentence:",
      "    sentense:",
      "requirements › 0 › sentense: is not known here; did you mean sentence?",
    ],
    [
      "a role of an operation that is not there",
      "list: listPets",
      "list: listCats",
      "list: openapi.yaml has no operation listCats",
    ],
    [
      "a role of a parameter that is not there",
      "filter: status",
      "filter: colour",
      "filter: listPets has no parameter colour",
    ],
  ])("%s", (_, from, to, reason) => {
    const spec = editSpec();
    const line = spec.replace("requirements.yaml", from, to);
    const [, at, why] = /requirements\.yaml:(\d+): (.+)$/s.exec(spec.refusal()) ?? [];
    expect(Number(at)).toBe(line);
    expect(why).toContain(reason);
  });

  it.each([
    ["an informative sentence without a reason", "reason"],
    ["an open point without the choices that are accepted", "accepts"],
    ["a must without operations", "operations"],
  ])("%s, where its entry begins", (_, member) => {
    const spec = editSpec();
    const before = spec.text("requirements.yaml");
    const line = before.split("\n").findIndex((each) => each.startsWith(`    ${member}: `)) + 1;
    spec.write("requirements.yaml", before.replace(new RegExp(`^ {4}${member}: .*\n`, "m"), ""));
    const [, at, why] = /requirements\.yaml:(\d+): (.+)$/s.exec(spec.refusal()) ?? [];
    expect(why).toContain(`must have required property '${member}'`);
    expect(line - Number(at)).toBeGreaterThanOrEqual(0);
    expect(line - Number(at)).toBeLessThanOrEqual(5);
  });

  it("no requirement at all", () => {
    const spec = editSpec();
    const roles =
      "roles: { list: listPets, create: createPet, get: getPet, pageSize: limit, filter: status, key: petId, members: [name] }";
    spec.write("requirements.yaml", `interface: Animal Store 1.0.0\n${roles}\nrequirements: []\n`);
    expect(spec.refusal()).toContain("requirements.yaml:3: requirements: must NOT have fewer than 1 items");
  });
});

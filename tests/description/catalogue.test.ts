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
  it("an unknown level", () => {
    const spec = editSpec();
    const line = spec.replace("requirements.yaml", "level: must", "level: should");
    expect(spec.refusal()).toContain(
      `requirements.yaml:${line}: requirements › 0 › level: must be one of must, implied, advice, open, informative`,
    );
  });

  it("an id given twice", () => {
    const spec = editSpec();
    const line = spec.replace("requirements.yaml", "- id: LIST-2", "- id: LIST-1");
    expect(spec.refusal()).toContain(`requirements.yaml:${line}: LIST-1: this id is given twice`);
  });

  it("an id that is none", () => {
    const spec = editSpec();
    const line = spec.replace("requirements.yaml", "- id: LIST-2", "- id: list-2");
    expect(spec.refusal()).toMatch(new RegExp(`requirements\\.yaml:${line}: .*id: must match pattern`));
  });

  it("an unknown operation", () => {
    const spec = editSpec();
    const line = spec.replace(
      "requirements.yaml",
      "operations: [list, create, get]",
      "operations: [list, delete]",
    );
    expect(spec.refusal()).toContain(
      `requirements.yaml:${line}: requirements › 0 › operations › 1: must be one of list, create, get`,
    );
  });

  it("a sentence that names nothing of the description", () => {
    const spec = editSpec();
    const line = spec.replace("requirements.yaml", "{pageSize.minimum}", "{pageSize.least}");
    expect(spec.refusal()).toContain(`requirements.yaml:${line}: LIST-2: {pageSize.least} names nothing`);
  });

  it("an informative sentence without a reason", () => {
    const spec = editSpec();
    const line = spec.replace("requirements.yaml", "    reason: a statement of purpose", "    x: a");
    spec.write("requirements.yaml", spec.text("requirements.yaml").replace(/^ {4}x: a.*\n/m, ""));
    const message = spec.refusal();
    expect(message).toContain("must have required property 'reason'");
    const at = Number(/requirements\.yaml:(\d+): /.exec(message)?.[1]);
    expect(line - at).toBeGreaterThanOrEqual(0);
    expect(line - at).toBeLessThanOrEqual(4);
  });

  it("an open point without the choices that are accepted", () => {
    const spec = editSpec();
    spec.write("requirements.yaml", spec.text("requirements.yaml").replace(/^ {4}accepts: .*\n/m, ""));
    expect(spec.refusal()).toMatch(/requirements\.yaml:\d+: .*must have required property 'accepts'/);
  });

  it("a must without operations", () => {
    const spec = editSpec();
    spec.write("requirements.yaml", spec.text("requirements.yaml").replace(/^ {4}operations: .*\n/m, ""));
    expect(spec.refusal()).toMatch(/requirements\.yaml:\d+: .*must have required property 'operations'/);
  });

  it.each([
    ["that is not there", "LIST-99"],
    ["that is itself", "LIST-2"],
  ])("an explanation %s", (_, other) => {
    const spec = editSpec();
    const line = spec.replace("requirements.yaml", "follows: [LIST-1]", `follows: [${other}]`);
    expect(spec.refusal()).toContain(
      `requirements.yaml:${line}: LIST-2: there is no other requirement ${other}`,
    );
  });

  it("a member that nobody knows", () => {
    const spec = editSpec();
    const line = spec.replace("requirements.yaml", "    sentence:", "    sentense:");
    const message = spec.refusal();
    expect(message).toMatch(/requirements\.yaml:\d+: .*(sentense: is not known here|'sentence')/);
    expect(Math.abs(Number(/yaml:(\d+): /.exec(message)?.[1]) - line)).toBeLessThanOrEqual(3);
  });

  it("no requirement at all", () => {
    const spec = editSpec();
    const roles =
      "roles: { list: listPets, create: createPet, get: getPet, pageSize: limit, filter: status, key: petId, members: [name] }";
    spec.write("requirements.yaml", `interface: Animal Store 1.0.0\n${roles}\nrequirements: []\n`);
    expect(spec.refusal()).toContain("requirements.yaml:3: requirements: must NOT have fewer than 1 items");
  });
});

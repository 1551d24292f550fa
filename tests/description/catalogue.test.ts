import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { loadContract } from "../../src/description/index.js";
import { editSpec } from "./edited-spec.js";

const { requirements, operations, version, digest, mapping } = loadContract();
const idsWith = (isMeant: (requirement: (typeof requirements)[number]) => boolean) =>
  requirements.filter(isMeant).map(({ id }) => id);

describe("the shipped catalogue", () => {
  it("promises what spec/versions.yaml froze for its version of the interface", () => {
    const versions = parse(
      readFileSync(new URL("../../spec/versions.yaml", import.meta.url), "utf8"),
    ) as unknown;
    expect(versions).toMatchObject({ [version]: digest });
  });

  it.each<[part: string, file: "openapi.yaml" | "requirements.yaml", from: string, to: string]>([
    ["the description", "openapi.yaml", "maximum: 100", "maximum: 50"],
    ["an id", "requirements.yaml", "- id: DEP-6\n", "- id: DEP-69\n"],
    ["a level", "requirements.yaml", "level: advice", "level: implied"],
    ["a section", "requirements.yaml", "section: Limits", "section: Bounds"],
    ["a sentence", "requirements.yaml", "sentence: Every body that", "sentence: Each body that"],
    ["what an open point allows", "requirements.yaml", "accepts: ", "accepts: either, or "],
    ["a choice of an open point", "requirements.yaml", "choices: [", "choices: ['299', "],
  ])("has another digest with another form of %s", (part, file, from, to) => {
    const spec = editSpec();
    spec.replace(file, from, to);
    const edited = loadContract(spec.directory);
    expect(edited.digest).not.toBe(digest);
    expect(edited.mapping === mapping).toBe(part !== "an id");
  });

  it.each<[part: string, from: string, to: string]>([
    ["checks", "verifiedBy: [response/json]", "verifiedBy: [response/json, response/another]"],
    ["operations", "operations: [list, create, get]", "operations: [list, create]"],
    ["profiles in which a failure warns", "warnsIn: [", "warnsIn: [certification, "],
    ["causes", "follows: [", "follows: [GEN-1, "],
  ])("has the same digest and another mapping of checks with other %s", (_, from, to) => {
    const spec = editSpec();
    spec.replace("requirements.yaml", from, to);
    const edited = loadContract(spec.directory);
    expect(edited.digest).toBe(digest);
    expect(edited.mapping).not.toBe(mapping);
  });

  it("has the same digests with other comments, and another order of an entry's members", () => {
    const spec = editSpec();
    spec.replace("requirements.yaml", "# The catalogue:", "# Other words:");
    spec.replace(
      "requirements.yaml",
      "level: must\n    section: What the service does\n",
      "section: What the service does\n    level: must\n",
    );
    expect(loadContract(spec.directory)).toMatchObject({ digest, mapping });
  });

  it("is the file, entry by entry, with every section of the interface document", () => {
    const file = readFileSync(new URL("../../spec/requirements.yaml", import.meta.url), "utf8");
    const written = [...file.matchAll(/^ {2}- id: (\S+)$/gm)].map((match) => match[1]);
    expect(requirements.map(({ id }) => id)).toEqual(written);
    expect([...new Set(requirements.map(({ section }) => section))]).toEqual([
      "What the service does",
      "Endpoints",
      "Resources and their fields",
      "States and transitions",
      "Endpoints: List all animals",
      "Endpoints: Add an animal",
      "Endpoints: Get an animal",
      "Authentication",
      "Events",
      "Errors",
      "Limits",
      "Versioning",
    ]);
  });

  it("has a sentence for every requirement, and no sentence twice", () => {
    const sentences = requirements.map(({ sentence }) => sentence);
    expect(sentences.filter((sentence) => !/^[A-Z].*\.$/s.test(sentence))).toEqual([]);
    expect(new Set(sentences).size).toBe(sentences.length);
  });

  it("names choices of open points only, and why no request can test it of informative sentences only", () => {
    expect(idsWith(({ accepts }) => accepts !== undefined)).toEqual(idsWith(({ level }) => level === "open"));
    expect(idsWith(({ reason }) => reason !== undefined)).toEqual(
      idsWith(({ level }) => level === "informative"),
    );
  });

  it("has a requirement of level must or implied for every operation", () => {
    const binding = requirements.filter(({ level }) => level === "must" || level === "implied");
    expect(new Set(binding.flatMap((each) => each.operations))).toEqual(new Set(operations.keys()));
  });

  it("explains no requirement by itself, directly or around a corner", () => {
    const follows = new Map(requirements.map((requirement) => [requirement.id, requirement.follows]));
    const reaches = (from: string, to: string, seen: Set<string>): boolean =>
      (follows.get(from) ?? []).some(
        (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
      );
    expect(idsWith(({ id }) => reaches(id, id, new Set()))).toEqual([]);
  });

  it("fills its sentences from the description", () => {
    const spec = editSpec();
    spec.replace("openapi.yaml", "maximum: 100", "maximum: 50");
    spec.replace("openapi.yaml", "sold]", "sold, reserved]");
    const sentences = loadContract(spec.directory).requirements.map((each) => [each.id, each.sentence]);
    expect(Object.fromEntries(sentences)).toMatchObject({
      "LIST-2": "Every limit from 1 to 50 is accepted.",
      "CREATE-11": "A status that is none of the four is refused with 400.",
      "STATE-1": "The states mean that an animal is available, pending, sold or reserved.",
    });
  });
});

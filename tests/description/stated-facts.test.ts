import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { factsSchema, loadDescription } from "../../src/description/index.js";
import { ok, read } from "./read.js";

const reason = "reason: the handbook";
const withFacts = (ofAll: string, ofOne: string) =>
  `${ofAll === "" ? "" : `x-pedigree: { ${ofAll} }\n`}paths:
  /books:
    get: { operationId: list, ${ok} }
    post:
      operationId: add
      ${ok}${ofOne === "" ? "" : `\n      x-pedigree: { ${ofOne} }`}`;

it.each<[string, string, string, object | undefined, object | undefined]>([
  ["of none", "", "", undefined, undefined],
  [
    "of all operations",
    `credentials: first, ${reason}`,
    "",
    { credentials: "first" },
    { credentials: "first" },
  ],
  ["of one", "", `strict: true, ${reason}`, undefined, { strict: true }],
  [
    "of all, and more of one",
    `statuses: exhaustive, ${reason}`,
    `strict: true, ${reason}`,
    { statuses: "exhaustive" },
    { statuses: "exhaustive", strict: true },
  ],
])("facts are read: %s", (_, ofAll, ofOne, list, add) => {
  const { operations } = read(withFacts(ofAll, ofOne)).description;
  expect([operations.get("list")?.facts, operations.get("add")?.facts]).toEqual([list, add]);
});

it.each<[string, string, string, RegExp]>([
  [
    "an unknown name",
    `strickt: true, ${reason}`,
    "",
    /^api\.yaml:3: x-pedigree › strickt: is not known here; did you mean strict\?/,
  ],
  ["no reason", "strict: true", "", /^api\.yaml:3: x-pedigree: /],
  [
    "another word",
    `credentials: last, ${reason}`,
    "",
    /^api\.yaml:3: x-pedigree › credentials: must be first/,
  ],
  [
    "a mistake at an operation",
    "",
    `statuses: all, ${reason}`,
    /^api\.yaml:9: .*statuses: must be exhaustive/,
  ],
])("a mistake is named with its place: %s", (_, ofAll, ofOne, message) => {
  expect(() => read(withFacts(ofAll, ofOne))).toThrow(message);
});

it("an overlay has those of the Animal Store", () => {
  const { description, limitations } = loadDescription("spec/openapi.yaml", {
    overlays: ["spec/facts.yaml"],
  });
  const first = { credentials: "first", statuses: "exhaustive" };
  expect([...description.operations].map(([id, { facts }]) => [id, facts])).toEqual([
    ["listPets", first],
    ["createPet", { ...first, strict: true }],
    ["getPet", first],
  ]);
  expect(limitations).toEqual([]);
});

it("their schema is published as the code has it: npm run schemas", () => {
  expect(JSON.parse(readFileSync("spec/facts.schema.json", "utf8"))).toEqual(factsSchema);
});

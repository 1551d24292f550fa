import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/description/index.js";
import type { Operator } from "../../src/server/index.js";
import { changeStatus } from "../../src/server/operators/index.js";
import { type EditedSpec, editSpec } from "../description/edited-spec.js";
import { allTested, idsWith, judgeDeviant, outcomeOf } from "../servers/judging.js";

type Edit = (spec: EditedSpec) => void;

interface Swap {
  readonly what: string;
  readonly edits: readonly Edit[];
  /** What a server may do now. */
  readonly permits?: Operator;
  /** A fault in each fact that was changed, and the requirement that catches it. */
  readonly faults: readonly (readonly [what: string, caughtBy: string, fault: Operator])[];
}

function inDescription(from: string, to: string): Edit {
  return (spec) => void spec.replace("openapi.yaml", from, to);
}

/** Gives an operation or a parameter another name, and says so in the line of its role. */
function renamed(from: string, to: string, role: string): Edit {
  return (spec) => {
    everywhere(spec, from, to);
    const [before, after] = [from, to].map((name) => name.replace("name: ", ""));
    spec.replace("requirements.yaml", `  ${role}: ${before}\n`, `  ${role}: ${after}\n`);
  };
}

function everywhere(spec: EditedSpec, from: string, to: string): void {
  spec.write("openapi.yaml", spec.text("openapi.yaml").replaceAll(from, to));
}

const errorContent = `content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } }`;
const ofEveryType = `
        colour: { type: string }
        age: { type: integer }
        vaccinated: { type: boolean }
        legs: { type: integer, minimum: 0, maximum: 8 }
        weight: { type: number, minimum: 0 }
        tags: { type: array, items: { type: string } }
        size: { type: integer, enum: [1, 2, 3] }
        chip: { type: string, minLength: 2, maxLength: 6 }
`.slice(1);

const swaps: readonly Swap[] = [
  {
    what: "other bounds and defaults, a fourth state and another removal date",
    edits: [
      inDescription("maximum: 100", "maximum: 50"),
      inDescription("default: 20", "default: 10"),
      inDescription("minimum: 1,", "minimum: 2,"),
      inDescription("pending, sold]", "pending, sold, reserved]"),
      inDescription("x-removal-date: 2030-12-05", "x-removal-date: 2032-02-01"),
    ],
    faults: [
      [
        "the largest page is too long",
        "LIM-1",
        () => ({ pageSize: (limit) => limit + (limit === 50 ? 1 : 0) }),
      ],
      ["the old default", "LIST-4", () => ({ defaultLimit: () => 20 })],
      [
        "the least limit is refused",
        "LIST-2",
        () => ({ checkLimit: ([text]) => (text === "2" ? "is too small" : undefined) }),
      ],
      [
        "the new state is no filter",
        "LIST-6",
        () => ({ checkStatusFilter: ([text]) => (text === "reserved" ? "is unknown" : undefined) }),
      ],
      ["the old date", "DEP-2", ({ sunset }) => ({ sunset: (outcome) => sunset(outcome, "2030-12-05") })],
    ],
  },
  {
    what: "other names of everything",
    edits: [
      renamed("listPets", "searchAnimals", "list"),
      renamed("createPet", "addAnimal", "create"),
      renamed("getPet", "fetchAnimal", "get"),
      renamed("name: limit", "name: pageSize", "pageSize"),
      // The member keeps its name.
      renamed("name: status", "name: availability", "filter"),
      renamed("petId", "id", "key"),
      (spec) => everywhere(spec, "/pets", "/animals"),
    ],
    faults: [
      ["pages are too long", "LIST-3", () => ({ pageSize: (limit) => limit + 1 })],
      ["a name may be missing", "CREATE-6", () => ({ checkNameIsPresent: () => undefined })],
      ["no animal is found", "GET-1", () => ({ lookUp: () => undefined })],
      ["the limit is ignored", "LIST-3", () => ({ readLimit: () => undefined })],
      ["the filter is ignored", "LIST-7", () => ({ readStatusFilter: () => undefined })],
      ["the id is ignored", "GET-2", () => ({ lookUp: (_id, store) => [...store.all()][0] })],
      ["the old path", "DEP-2", () => ({ link: () => '</v1/pets>; rel="successor-version"' })],
    ],
  },
  {
    what: "a state fewer, and 422 beside 400",
    edits: [
      inDescription("available, pending, sold]", "available, sold]"),
      inDescription(
        `        "400":`,
        `        "422": { description: The body breaks a rule., ${errorContent} }\n        "400":`,
      ),
    ],
    permits: ({ statusCode }) => ({
      statusCode: (outcome) => (outcome.kind === "invalid-body" ? 422 : statusCode(outcome)),
    }),
    faults: [
      [
        "a state is refused",
        "CREATE-4",
        () => ({ checkStatusIsAllowed: ({ status }) => (status === "sold" ? "is unknown" : undefined) }),
      ],
      ["409 for invalid bodies", "CREATE-6", changeStatus("invalid-body", 409)],
    ],
  },
  {
    what: "a response with a schema of its own, and more members of every type",
    edits: [
      inDescription(
        `schema: { $ref: "#/components/schemas/Pet" }`,
        `schema: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, required: [status] }] }`,
      ),
      inDescription("required: [name, categoryId]", "required: [name, categoryId, colour]"),
      inDescription("        categoryId:\n", `${ofEveryType}        categoryId:\n`),
    ],
    faults: [
      [
        "a required member of the response is missing",
        "PET-3",
        ({ normalize }) => ({
          normalize: (body, roles) => ({ ...normalize(body, roles), status: body["status"] }),
        }),
      ],
      ["no new member is checked", "GEN-2", () => ({ checkFurtherMembers: () => undefined })],
      [
        "the required member comes back altered",
        "CREATE-1",
        ({ normalize }) => ({
          normalize: (body, roles) => ({ ...normalize(body, roles), further: { colour: "grey" } }),
        }),
      ],
      [
        "an optional member is refused",
        "CREATE-1",
        ({ checkFurtherMembers }) => ({
          checkFurtherMembers: (body, described) =>
            typeof body["age"] === "bigint" ? "age is unknown" : checkFurtherMembers(body, described),
        }),
      ],
      [
        "animals are listed without the new members",
        "LIST-12",
        () => ({ revisePage: (page) => page.map(({ further: _, ...pet }) => pet) }),
      ],
      [
        "a bound of a new member is not kept",
        "GEN-2",
        ({ checkFurtherMembers }) => ({
          checkFurtherMembers: (body, described) =>
            body["legs"] === 9n ? undefined : checkFurtherMembers(body, described),
        }),
      ],
    ],
  },
];

describe.each(swaps)("with $what in the description", ({ edits, permits = () => ({}), faults }) => {
  const load = () => {
    const spec = editSpec();
    for (const edit of edits) edit(spec);
    return loadContract(spec.directory);
  };

  it("the reference server passes, with everything tested", async () => {
    const contract = load();

    const report = await judgeDeviant(permits, { contract }, { contract });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(report.conclusion.sentence).toContain(allTested);
  });

  it.each(faults)("a fault is caught: %s (%s)", async (_what, caughtBy, fault) => {
    const contract = load();

    const report = await judgeDeviant(fault, { contract, only: [caughtBy] }, { contract });

    expect(idsWith(report, "failed")).toEqual([caughtBy]);
  });
});

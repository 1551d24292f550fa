import { describe, expect, it } from "vitest";
import { loadContract } from "../../src/description/index.js";
import type { Operator } from "../../src/reference/index.js";
import { type EditedSpec, editSpec } from "../description/edited-spec.js";
import { allTested, idsWith, judgeDeviant, outcomeOf } from "../servers/judging.js";

interface Swap {
  readonly what: string;
  readonly edit: (spec: EditedSpec) => void;
  /** What a server may do now. */
  readonly permits?: Operator;
  /** A fault in the fact that was changed, and the requirement that catches it. */
  readonly fault: Operator;
  readonly caughtBy: string;
}

function inDescription(from: string, to: string): Swap["edit"] {
  return (spec) => void spec.replace("openapi.yaml", from, to);
}

/** Gives an operation or a parameter another name, and says so in the line of its role. */
function renamed(from: string, to: string, role: string): Swap["edit"] {
  return (spec) => {
    everywhere(spec, from, to);
    const [before, after] = [from, to].map((name) => name.replace("name: ", ""));
    spec.replace("requirements.yaml", `  ${role}: ${before}\n`, `  ${role}: ${after}\n`);
  };
}

function everywhere(spec: EditedSpec, from: string, to: string): void {
  spec.write("openapi.yaml", spec.text("openapi.yaml").replaceAll(from, to));
}

function withColour(spec: EditedSpec): void {
  spec.replace("openapi.yaml", "required: [name, categoryId]", "required: [name, categoryId, colour]");
  spec.replace(
    "openapi.yaml",
    "        categoryId:\n",
    "        colour: { type: string }\n        categoryId:\n",
  );
}

const ofEveryType = `
        vaccinated: { type: boolean }
        legs: { type: integer, minimum: 0, maximum: 8 }
        weight: { type: number, minimum: 0 }
        tags: { type: array, items: { type: string } }
        size: { type: integer, enum: [1, 2, 3] }
        chip: { type: string, minLength: 2, maxLength: 6 }
`.slice(1);

const swaps: readonly Swap[] = [
  {
    what: "the highest limit is 50",
    edit: inDescription("maximum: 100", "maximum: 50"),
    fault: () => ({ pageSize: (limit) => (limit === 50 ? limit + 1 : limit) }),
    caughtBy: "LIM-1",
  },
  {
    what: "the default limit is 10",
    edit: inDescription("default: 20", "default: 10"),
    fault: () => ({ defaultLimit: () => 20 }),
    caughtBy: "LIST-4",
  },
  {
    what: "the smallest limit is 2",
    edit: inDescription("minimum: 1,", "minimum: 2,"),
    fault: () => ({ checkLimit: ([text]) => (text === "2" ? "is too small" : undefined) }),
    caughtBy: "LIST-2",
  },
  {
    what: "there is a fourth state",
    edit: inDescription("pending, sold]", "pending, sold, reserved]"),
    fault: () => ({ checkStatusFilter: ([text]) => (text === "reserved" ? "is unknown" : undefined) }),
    caughtBy: "LIST-6",
  },
  {
    what: "there is a state fewer",
    edit: inDescription("available, pending, sold]", "available, sold]"),
    fault: () => ({ checkStatusIsAllowed: ({ status }) => (status === "sold" ? "is unknown" : undefined) }),
    caughtBy: "CREATE-4",
  },
  {
    what: "another id of the list operation",
    edit: renamed("listPets", "searchAnimals", "list"),
    fault: () => ({ pageSize: (limit) => limit + 1 }),
    caughtBy: "LIST-3",
  },
  {
    what: "another id of the create operation",
    edit: renamed("createPet", "addAnimal", "create"),
    fault: () => ({ checkNameIsPresent: () => undefined }),
    caughtBy: "CREATE-6",
  },
  {
    what: "another id of the get operation",
    edit: renamed("getPet", "fetchAnimal", "get"),
    fault: () => ({ lookUp: () => undefined }),
    caughtBy: "GET-1",
  },
  {
    what: "another name of the limit",
    edit: renamed("name: limit", "name: pageSize", "pageSize"),
    fault: () => ({ readLimit: () => undefined }),
    caughtBy: "LIST-3",
  },
  {
    what: "another name of the filter, though not of the member",
    edit: renamed("name: status", "name: availability", "filter"),
    fault: () => ({ readStatusFilter: () => undefined }),
    caughtBy: "LIST-7",
  },
  {
    what: "another name of the key",
    edit: renamed("petId", "id", "key"),
    fault: () => ({ lookUp: (_id, store) => [...store.all()][0] }),
    caughtBy: "GET-2",
  },
  {
    what: "another path",
    edit: (spec) => everywhere(spec, "/pets", "/animals"),
    fault: () => ({ link: () => '</v1/pets>; rel="successor-version"' }),
    caughtBy: "DEP-2",
  },
  {
    what: "another removal date",
    edit: inDescription("x-removal-date: 2030-12-05", "x-removal-date: 2032-02-01"),
    fault: (handlers) => ({ sunset: (outcome) => handlers.sunset(outcome, "2030-12-05") }),
    caughtBy: "DEP-2",
  },
  {
    what: "a response with a schema of its own",
    edit: (spec) => {
      const pet = `schema: { $ref: "#/components/schemas/Pet" }`;
      const own = `allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, required: [status] }]`;
      spec.replace("openapi.yaml", pet, `schema: { ${own} }`);
    },
    fault: (handlers) => ({
      normalize: (body, roles) => ({ ...handlers.normalize(body, roles), status: body["status"] }),
    }),
    caughtBy: "PET-3",
  },
  {
    what: "a required member more",
    edit: withColour,
    fault: () => ({ checkFurtherMembers: () => undefined }),
    caughtBy: "GEN-2",
  },
  {
    what: "a required member more, which has to come back",
    edit: withColour,
    fault: ({ normalize }) => ({
      normalize: (body, roles) => ({ ...normalize(body, roles), further: { colour: "grey" } }),
    }),
    caughtBy: "CREATE-1",
  },
  {
    what: "an optional member more",
    edit: inDescription("        categoryId:\n", "        age: { type: integer }\n        categoryId:\n"),
    fault: ({ checkFurtherMembers }) => ({
      checkFurtherMembers: (body, described) =>
        typeof body["age"] === "bigint" ? "age is unknown" : checkFurtherMembers(body, described),
    }),
    caughtBy: "CREATE-1",
  },
  {
    what: "an optional member more, which an animal is listed without",
    edit: inDescription("        categoryId:\n", "        age: { type: integer }\n        categoryId:\n"),
    fault: () => ({ revisePage: (page) => page.map(({ further: _, ...pet }) => pet) }),
    caughtBy: "LIST-12",
  },
  {
    what: "members of every type, with bounds and a list of numbers",
    edit: inDescription("        categoryId:\n", `${ofEveryType}        categoryId:\n`),
    fault: ({ checkFurtherMembers }) => ({
      checkFurtherMembers: (body, described) =>
        body["legs"] === 9n ? undefined : checkFurtherMembers(body, described),
    }),
    caughtBy: "GEN-2",
  },
  {
    what: "422 beside 400",
    edit: (spec) => {
      const error = `content: { application/json: { schema: { $ref: "#/components/schemas/Error" } } }`;
      spec.replace(
        "openapi.yaml",
        `        "400":`,
        `        "422": { description: The body breaks a rule., ${error} }\n        "400":`,
      );
    },
    permits: ({ statusCode }) => ({
      statusCode: (outcome) => (outcome.kind === "invalid-body" ? 422 : statusCode(outcome)),
    }),
    fault: ({ statusCode }) => ({
      statusCode: (outcome) => (outcome.kind === "invalid-body" ? 409 : statusCode(outcome)),
    }),
    caughtBy: "CREATE-6",
  },
];

describe.each(swaps)("where $what in the description", ({ edit, permits = () => ({}), fault, caughtBy }) => {
  const load = () => {
    const spec = editSpec();
    edit(spec);
    return loadContract(spec.directory);
  };

  it("the reference server passes, with everything tested", async () => {
    const contract = load();

    const report = await judgeDeviant(permits, { contract }, { contract });

    expect(outcomeOf(report)).toEqual({ exitCode: 0, broken: [] });
    expect(report.conclusion.sentence).toContain(allTested);
  });

  it(`a fault in it is caught by ${caughtBy}`, async () => {
    const contract = load();

    const report = await judgeDeviant(fault, { contract }, { contract });

    expect(idsWith(report, "failed")).toContain(caughtBy);
  });
});

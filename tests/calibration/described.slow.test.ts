import { describe, expect, it } from "vitest";
import {
  assessDescribed,
  judgeDescribed,
  renderDescribed,
  renderMutants,
  runDescribed,
  type Subject,
  summaryOf,
} from "../../src/calibration/index.js";
import { deriveContract } from "../../src/contracts/index.js";
import { loadDescription, readDescription } from "../../src/description/index.js";
import { deriveMutants, deriveVariants, spreadMutants } from "../../src/server/index.js";

function subjectOf(file: string): Subject {
  const { description } = loadDescription(new URL(`../../examples/${file}`, import.meta.url).pathname);
  return { description, contract: deriveContract(description) };
}

const examples = [
  "express/openapi.yaml",
  "fastify/openapi.yaml",
  "hono/openapi.yaml",
  "koa/openapi.yaml",
  "python/openapi.json",
] as const;
const library = subjectOf("fastify/openapi.yaml");
const mutants = deriveMutants(library.description);

describe("the server that a description makes", () => {
  it.each(examples)("keeps %s", async (file) => {
    const { conclusion } = await judgeDescribed(subjectOf(file), { seed: 1 });
    expect(conclusion.sentence).toMatch(/^conforms, /);
  });

  it("creates nothing where a POST answers with a list, as a search does", async () => {
    const list = (words: object) => ({
      "200": {
        description: "Found",
        content: {
          "application/json": {
            schema: { type: "array", items: { type: "object", properties: { kind: words } } },
          },
        },
      },
    });
    const words = { type: "string", enum: ["small", "large"] };
    const form = { schema: { type: "object", properties: { kind: { type: "string" } } } };
    const document = {
      openapi: "3.0.3",
      info: { title: "Search", version: "1" },
      paths: {
        "/search": {
          get: { operationId: "all", responses: list(words) },
          post: {
            operationId: "search",
            requestBody: { content: { "application/json": form } },
            responses: list(words),
          },
        },
      },
    };
    const { description } = readDescription("search.json", JSON.stringify(document));
    const { conclusion } = await judgeDescribed(
      { description, contract: deriveContract(description) },
      { seed: 1 },
    );
    expect(conclusion.sentence).toMatch(/^conforms, /);
  });

  const variants = ["fastify/openapi.yaml", "express/openapi.yaml"].flatMap((file) => {
    const subject = subjectOf(file);
    return deriveVariants(subject.description).map(
      (variant) => [variant.name, file, subject, variant] as const,
    );
  });

  it.each(variants)("may deviate: %s (%s)", async (_name, _file, subject, variant) => {
    const { conclusion } = await judgeDescribed(subject, { seed: 1, ...variant });
    expect(conclusion.sentence).toMatch(/^conforms, /);
  });
});

/** One mutant of each kind that a requirement surely finds, and that requirement. */
const found: readonly [name: string, requirement: string][] = [
  ["drop member /title of getBook 200", "getBook: responses"],
  ["wrong type of member /*/pages of listBooks 200", "listBooks: responses"],
  ["unlisted enum word /genre of getBook 200", "getBook: responses"],
  ["null /message of addBook 400", "addBook: responses"],
  ["out of bounds /pages of getBook 200", "getBook: responses"],
  ["other status 299 of addReview 201", "addReview: responses"],
  ["wrong media type of getBook 404", "getBook: responses"],
  ["empty body of listReviews 200", "listReviews: responses"],
  ["no required header Location of addBook 201", "addBook: responses"],
  ["keep something else than a violation body /pages maximum of addBook", "addBook: body /pages maximum"],
  ["crash on a violated keyword body /pages maximum of addBook", "addBook: no server error"],
  ["crash on what is left out query /limit of listBooks", "listBooks: no server error"],
  ["refuse a stated value body /pages maximum of addBook", "addBook: stated values"],
  ["serve without a credential: getBook", "getBook: credential"],
  ["serve with any credential: listBooks", "listBooks: credential"],
  ["serve with the beginning of a credential: addBook", "addBook: credential"],
  ["created is not found: addBook", "addBook: read back"],
  ["created is not stored as sent: addBook /title", "addBook: read back"],
  ["deleted stays: removeBook", "removeBook: gone"],
];

describe("a fault of the described server", () => {
  it.each(found)("is found: %s", async (name, requirement) => {
    const { deviation } = mutants.find((each) => each.name === name)!;
    const { requirements } = await judgeDescribed(library, { seed: 1, deviation });
    const failed = requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);
    expect(failed).toContain(requirement);
  });

  it("has a name of its own", () => {
    const names = mutants.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

/** Mutants that break laws, and which. */
const lawless: readonly [name: string, requirement: string][] = [
  ["refused, and changed: replaceTicket", "every item: refused, no effect"],
  ["refused, and changed: changeTicket", "every item: refused, no effect"],
  ["refused, and gone: replaceTicket", "every item: refused, no effect"],
  ["another id once changed: replaceTicket", "every item: identity"],
  ["another id once changed: changeTicket", "every item: identity"],
  ["replaced again by the same: replaceTicket", "every item: idempotent"],
];

describe("a fault that no single response shows", () => {
  const tickets = subjectOf("express/openapi.yaml");
  const own = deriveMutants(tickets.description);

  it.each(lawless)("is found: %s", async (name, requirement) => {
    const { deviation } = own.find((each) => each.name === name)!;
    const { requirements } = await judgeDescribed(tickets, { seed: 1, deviation });
    expect(requirements.find(({ id }) => id === requirement)?.verdict).toBe("failed");
  });
});

describe("a bound on the mutants", () => {
  it("leaves as many of each operator as of any other", () => {
    const chosen = spreadMutants(mutants, 60);
    const counts = new Map<string, number>();
    for (const { operator } of chosen) counts.set(operator, (counts.get(operator) ?? 0) + 1);
    const all = new Set(mutants.map(({ operator }) => operator));
    expect(chosen).toHaveLength(60);
    expect(counts.size).toBe(all.size);
    expect(Math.max(...counts.values())).toBeLessThan(10);
  });

  it("leaves all of them, where there are fewer", () => {
    expect(spreadMutants(mutants, 10_000)).toEqual(mutants);
  });
});

describe("a calibration", () => {
  it("tells what was found, what survived, and how much that is", async () => {
    const progress: number[] = [];
    const results = await runDescribed(library, { seed: 1, seeds: 1, mostMutants: 40 }, (done) =>
      progress.push(done),
    );
    const assessment = assessDescribed(results);
    const { figures, survivors } = assessment;
    expect(figures).toMatchObject({ mutants: 40, possible: mutants.length });
    expect(results.variants.filter(({ alarms }) => alarms.length > 0)).toEqual([]);
    expect(figures.passed).toBe(figures.variants);
    expect(assessment.holds).toBe(true);
    expect(figures.found).toBeGreaterThan(25);
    expect(survivors.length).toBe(40 - figures.found);
    expect(progress.at(-1)).toBe(1 + 40 + figures.variants - 1);
    for (const { name } of survivors) expect(renderDescribed(assessment)).toContain(`✗ ${name}`);
    expect(renderMutants(assessment).trimEnd().split("\n")).toHaveLength(41);
  });

  const result = (name: string, foundBy: readonly string[]) => ({
    name,
    operator: name.split(" ")[0] ?? "",
    operation: "get",
    foundBy,
  });
  const results = {
    possible: 3,
    mutants: [
      result("drop /a", ["get: responses"]),
      result("drop /b", ["get: body /b type"]),
      result("null /a", []),
    ],
    variants: [{ name: "late", alarms: [] }],
    untested: { "get: responses": "no valid request got a 2xx: 404" },
  };

  it("sums up in a sentence", () => {
    expect(summaryOf(assessDescribed(results))).toBe(
      'This description lets the suite find 2 of 3 faults (66 %): the fewest of "null" (0 of 1).',
    );
  });

  it("says by which requirements the faults of an operator were found", () => {
    const [dropped] = assessDescribed(results).operators;
    expect(dropped).toEqual({
      operator: "drop",
      mutants: 2,
      found: 2,
      foundBy: { responses: 1, "violations are refused": 1 },
    });
  });

  it("names a survivor, and why nothing could find it", () => {
    expect(renderDescribed(assessDescribed(results))).toContain(
      "  ✗ null /a (no valid request got a 2xx: 404)",
    );
  });

  it("does not hold where a variant alarms, and names it", () => {
    const alarmed = assessDescribed({
      ...results,
      variants: [{ name: "late", alarms: ["get: read back"] }],
    });
    expect(alarmed.holds).toBe(false);
    expect(renderDescribed(alarmed)).toContain("  ✗ late: get: read back");
  });
});

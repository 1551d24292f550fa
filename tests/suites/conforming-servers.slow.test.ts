import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { Operator, Pet, Store } from "../../src/reference/index.js";
import { changeHeaders, changeStatus, inTurn, ofError } from "../../src/reference/operators/index.js";
import { idsWith, judge, judgeDeviant, outcomeOf, requirementOf, startServer } from "../servers/judging.js";
import { startNarrowDoor } from "../servers/narrow-door.js";

const conforms = { exitCode: 0, broken: [] };
const states = ["available", "pending", "sold"] as const;

/** Animals as they may have been there for years. */
function oldAnimals(count: number, categoryId = 3n): readonly Pet[] {
  return Array.from({ length: count }, (_, index) => ({
    id: BigInt(index + 1),
    name: `Old ${index}`,
    categoryId,
    status: states[index % 3],
  }));
}

/** Counts from here on, with this distance. */
function counting(from: bigint, distance: bigint): Operator {
  return () => {
    let next = from - distance;
    return {
      assignId: () => {
        next += distance;
        return next;
      },
    };
  };
}

describe("a conforming server that a careless suite fails is not failed, where", () => {
  it.each([1, 3])("it serves so many connections, and the others wait: %i", async (places) => {
    const { url } = await startServer();
    const report = await judge(await startNarrowDoor(url, places), { timeout: 1000, categories: [1n] });

    expect(outcomeOf(report)).toEqual(conforms);
    expect(idsWith(report, "inconclusive")).toEqual([]);
  });

  it.each<readonly [string, Operator]>([
    ["ids lie above 2^53", counting(2n ** 53n + 1n, 2n)],
    ["ids end just below 2^63", counting(2n ** 63n - 5000n, 1n)],
    ["ids are negative", counting(-1n, -1n)],
    ["ids start at 0", counting(0n, 1n)],
    ["500 animals are there already", () => ({ seed: () => oldAnimals(500) })],
    ["lists come in another order each time", () => ({ arrange: shuffle })],
    ["lists are ordered by id, the newest first", () => ({ arrange: (pets) => [...pets].reverse() })],
    ["limit is clamped to its constraints", () => ({ checkLimit: () => undefined, readLimit: clampLimit })],
    ["a new animal has no status unless one is sent", withDefaultStatus(undefined)],
    ["a new animal is pending unless a status is sent", withDefaultStatus("pending")],
    ["names are unique", () => ({ checkFurther: refuseTakenName })],
    ["names are trimmed", (handlers) => trimmedNames(handlers)],
    [
      "the error for a foreign content type is 415",
      (handlers) => ({
        statusCode: (outcome) =>
          outcome.kind === "invalid-body" && outcome.check === "checkContentTypeIsJson"
            ? 415
            : handlers.statusCode(outcome),
      }),
    ],
  ])("%s", async (_what, deviate) => {
    const report = await judgeDeviant(deviate);

    expect(outcomeOf(report)).toEqual(conforms);
  });
});

it("a server to which another client adds animals all the time is not failed", async () => {
  const others: Operator = () => ({ startBackground: addAllTheTime });

  const report = await judgeDeviant(others);

  expect(outcomeOf(report)).toEqual(conforms);
});

describe("a server with a table of categories", () => {
  const refuseUnknown =
    (...known: readonly bigint[]): Operator =>
    () => ({
      checkFurther: ({ categoryId }) =>
        known.includes(categoryId as bigint) ? undefined : "there is no such category",
    });
  const knownOnly = refuseUnknown(918_273n);

  it("is not failed where a category can be learned from the animals listed", async () => {
    const learnable: Operator = (handlers) => ({
      ...knownOnly(handlers),
      seed: () => oldAnimals(3, 918_273n),
    });

    const report = await judgeDeviant(learnable);

    expect(outcomeOf(report)).toEqual(conforms);
    expect(report.run.categories).toEqual(["918273"]);
  });

  it("is not failed where a category is named", async () => {
    const report = await judgeDeviant(knownOnly, { categories: [918_273n] });

    expect(outcomeOf(report)).toEqual(conforms);
  });

  it("is not failed where a usual category is found by trying", async () => {
    const report = await judgeDeviant(refuseUnknown(101n));

    expect(outcomeOf(report)).toEqual(conforms);
  });

  it.each([400, 404, 422])(
    "leaves the run inconclusive, with the flag to use, where it refuses all with %i",
    async (status) => {
      const refusing = changeStatus("checkFurther", status);

      const report = await judgeDeviant(inTurn(knownOnly, refusing));

      expect(report.conclusion.exitCode).toBe(3);
      expect(idsWith(report, "failed")).toEqual([]);
      expect(requirementOf(report, "CREATE-1")).toMatchObject({
        verdict: "inconclusive",
        reason: expect.stringContaining("--category"),
      });
    },
  );
});

describe("what the standards advise is only warned about:", () => {
  it("errors as application/problem+json", async () => {
    const problems: Operator = changeHeaders(ofError, { "Content-Type": "application/problem+json" });

    const report = await judgeDeviant(problems);

    expect(report.conclusion.exitCode).toBe(0);
    expect(idsWith(report, "warned")).toEqual(["ERR-6"]);
  });

  it("a deprecated operation without headers that say so", async () => {
    const silent: Operator = () => ({
      deprecation: () => undefined,
      sunset: () => undefined,
      link: () => undefined,
    });

    const report = await judgeDeviant(silent);

    expect(report.conclusion.exitCode).toBe(0);
    expect(idsWith(report, "warned")).toEqual(["DEP-4", "DEP-5"]);
  });

  it("a 401 without a challenge", async () => {
    const report = await judgeDeviant(() => ({ challenge: () => undefined }));

    expect(report.conclusion.exitCode).toBe(0);
    expect(idsWith(report, "warned")).toEqual(["AUTH-8"]);
  });
});

describe("a server that shows a new animal 300 ms later", () => {
  const late: Operator = (handlers) => ({
    storePet: (pet, store) => void sleep(300).then(() => handlers.storePet(pet, store)),
  });

  it("conforms with a grace period of 2 s", async () => {
    const report = await judgeDeviant(late, { settle: 2000, concurrency: 32 });

    expect(outcomeOf(report)).toEqual(conforms);
  });

  it("is not said to have removed getPet, although the animals added last are not to be had yet", async () => {
    const report = await judgeDeviant(late, { settle: 2000, concurrency: 32, only: ["DEP-1"] });

    expect(outcomeOf(report)).toEqual(conforms);
  });

  it("fails GET-1 without a grace period", async () => {
    const report = await judgeDeviant(late, { only: ["GET-1"] });

    expect(idsWith(report, "failed")).toContain("GET-1");
  });
});

function shuffle(pets: Iterable<Pet>): readonly Pet[] {
  return [...pets]
    .map((pet) => ({ pet, at: Math.random() }))
    .sort((left, right) => left.at - right.at)
    .map(({ pet }) => pet);
}

function clampLimit([text]: readonly string[]): number | undefined {
  const limit = Number.parseInt(text ?? "", 10);
  return Number.isNaN(limit) ? undefined : Math.min(100, Math.max(1, limit));
}

function withDefaultStatus(status: "pending" | undefined): Operator {
  return (handlers) => ({
    normalize: (body, roles) => ({ ...handlers.normalize(body, roles), status: body["status"] ?? status }),
  });
}

function refuseTakenName({ name }: { readonly [member: string]: unknown }, store: Store): string | undefined {
  return [...store.all()].some((pet) => pet.name === name) ? "this name is taken" : undefined;
}

function trimmedNames(handlers: Parameters<Operator>[0]): ReturnType<Operator> {
  return {
    normalize: (body, roles) => {
      const pet = handlers.normalize(body, roles);
      return { ...pet, name: typeof pet.name === "string" ? pet.name.trim() : pet.name };
    },
  };
}

function addAllTheTime(store: Store): () => void {
  let next = -1n;
  const timer = setInterval(() => {
    for (const status of states) {
      store.put({ id: next, name: `Neighbour ${next}`, categoryId: 1n, status });
      next -= 1n;
    }
  }, 5);
  return () => clearInterval(timer);
}

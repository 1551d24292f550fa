import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json/index.js";
import type { NewPet } from "../../src/reference/index.js";
import {
  changeStatus,
  emptyBody,
  keepCategory,
  keepName,
  rounded,
} from "../../src/reference/operators/index.js";
import { type Broken, firstBroken } from "./first-broken.js";

describe("Endpoints: List all animals", () => {
  it.each<Broken>([
    ["a page holds one more than its limit", "LIST-3", () => ({ pageSize: (limit) => limit + 1 })],
    ["the default limit is 25", "LIST-4", () => ({ defaultLimit: () => 25 })],
    ["the status filter is ignored", "LIST-7", () => ({ readStatusFilter: () => undefined })],
    [
      "the filter is applied after the page was cut",
      "LIST-5",
      () => ({
        selectPets: (store) => store.all(),
        revisePage: (page, { status }) => page.filter((pet) => status === undefined || pet.status === status),
      }),
    ],
    [
      "sold animals are on no list",
      "LIST-5",
      (handlers) => ({
        *selectPets(store, status) {
          for (const pet of handlers.selectPets(store, status)) if (pet.status !== "sold") yield pet;
        },
      }),
    ],
  ])("of a server where %s, %s is told first", async (_what, first, deviate) => {
    const result = await firstBroken(deviate);

    expect(result).toEqual({ exitCode: 1, first });
  });
});

describe("Endpoints: Add an animal", () => {
  it.each<Broken>([
    ["a new animal is answered with 200", "CREATE-1", changeStatus("created", 200)],
    ["names are cut after 20 characters", "CREATE-2", keepName((name) => name.slice(0, 20))],
    [
      "categories are rounded beyond 2^53",
      "CREATE-3",
      keepCategory((categoryId) => BigInt.asIntN(64, rounded(categoryId))),
    ],
    [
      "a body without a name is taken",
      "CREATE-6",
      () => ({ checkNameIsPresent: () => undefined, normalize }),
    ],
    ["an invalid body is refused with 422", "CREATE-6", changeStatus("invalid-body", 422)],
    ["a number is taken for a name", "CREATE-8", () => ({ checkNameIsString: () => undefined })],
    ["an unknown status is taken", "CREATE-11", () => ({ checkStatusIsAllowed: () => undefined })],
    [
      "a missing Content-Type is overlooked",
      "CREATE-15",
      () => ({ checkContentTypeIsPresent: () => undefined }),
    ],
    ["invalid JSON is answered with an empty 400", "ERR-1", emptyBody("parseBody")],
  ])("of a server where %s, %s is told first", async (_what, first, deviate) => {
    const result = await firstBroken(deviate);

    expect(result).toEqual({ exitCode: 1, first });
  });
});

describe("Endpoints: Get an animal", () => {
  it.each<Broken>([
    ["an unknown animal is answered with 400", "GET-4", changeStatus("no-such-animal", 400)],
    [
      "the last bit of an id is lost",
      "GET-2",
      () => ({ assignId: countingFrom(2n ** 53n), readPetId: (text) => dropLastBit(text) }),
    ],
    [
      "any id leads to some animal",
      "GET-2",
      () => ({ lookUp: (id, store) => store.get(id) ?? [...store.all()].at(-1) }),
    ],
  ])("of a server where %s, %s is told first", async (_what, first, deviate) => {
    const result = await firstBroken(deviate);

    expect(result).toEqual({ exitCode: 1, first });
  });
});

function dropLastBit(text: string): bigint | undefined {
  return /^-?\d{1,19}$/.test(text) ? (BigInt(text) >> 1n) << 1n : undefined;
}

function countingFrom(first: bigint): () => bigint {
  let next = first - 1n;
  return () => {
    next += 1n;
    return next;
  };
}

/** Keeps an empty name where there is none. */
function normalize(body: JsonObject): NewPet {
  const { name = "", categoryId, status = "available" } = body;
  return { name, categoryId: categoryId ?? null, status };
}

import type { JsonObject } from "../../json/index.js";
import type { Storing } from "../handlers.js";

/** An omitted status is the service's own choice: it becomes the first one. Unknown fields are not kept. */
export function storing(): Storing {
  return {
    normalize: (body, roles) => ({
      name: body["name"] ?? null,
      categoryId: body["categoryId"] ?? null,
      status: body["status"] ?? roles.filter.values[0],
      ...further(body, Object.keys(roles.furtherMembers)),
    }),
    assignId: createIdentifiers(),
    storePet: (pet, store) => store.put(pet),
  };
}

function further(body: JsonObject, names: readonly string[]): { further?: JsonObject } {
  const there = names.filter((name) => Object.hasOwn(body, name));
  if (there.length === 0) return {};
  return { further: Object.fromEntries(there.map((name) => [name, body[name] ?? null])) };
}

const factor = 0x5851f42d4c957f2dn;

/**
 * A source of identifiers that are positive, never the same twice, spread over all of int64, and
 * therefore mostly beyond 2^53: a counter scrambled by a bijection, so that no look-up is needed.
 */
function createIdentifiers(): () => bigint {
  let counter = 0x1d3c_5b79_8a64_2f01n;
  return () => {
    counter += 1n;
    return scramble(counter);
  };
}

/** One to one on 0 … 2^63-1, with 0 staying 0: odd factors and xor-shifts can each be undone. */
function scramble(value: bigint): bigint {
  const multiplied = BigInt.asUintN(63, value * factor);
  const folded = multiplied ^ (multiplied >> 32n);
  return BigInt.asUintN(63, folded * factor);
}

import type { JsonObject } from "../../json/index.js";
import type { Storing } from "../conduct.js";
import { createIdentifiers } from "../identifiers.js";
import { petStatuses } from "../pet.js";

/** An omitted status is the service's own choice: it becomes the first one. Unknown fields are not kept. */
export function storing(): Storing {
  return {
    normalize: (body, roles) => ({
      name: body["name"] ?? null,
      categoryId: body["categoryId"] ?? null,
      status: body["status"] ?? roles?.filter.values[0] ?? petStatuses[0],
      ...further(body, Object.keys(roles?.furtherMembers ?? {})),
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

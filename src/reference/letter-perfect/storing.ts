import type { Storing } from "../conduct.js";
import { createIdentifiers } from "../identifiers.js";

/** An omitted status is the service's own choice: it becomes `available`. Unknown fields are not kept. */
export function storing(): Storing {
  return {
    normalize: (body) => ({
      name: body["name"] ?? null,
      categoryId: body["categoryId"] ?? null,
      status: body["status"] ?? "available",
    }),
    assignId: createIdentifiers(),
    storePet: (pet, store) => store.put(pet),
  };
}

import type { Operation } from "../description/index.js";
import type { AnySchema } from "../generate/index.js";
import { matches } from "./lexicon.js";
import { plainPath } from "./paths.js";
import type { DescribedPlace } from "./places.js";

/** The id at the end of the path of a read. The part before it names another item, which has a read of its own. */
export function pathPlaces({ method, path, parameters }: Operation): readonly DescribedPlace[] {
  const [, name] = /\/\{([^{}/]+)\}$/.exec(plainPath(path)) ?? [];
  if (method !== "GET" || name === undefined) return [];
  return parameters
    .filter(
      (each) =>
        each.isFixed !== true &&
        each.in === "path" &&
        each.name === name &&
        (each.style ?? "simple") === "simple",
    )
    .map(({ schema }) => ({
      place: { in: "path", path: [name] },
      schema: schema as AnySchema,
      isRequired: true,
    }));
}

/** Does a parameter of a path name an item that is looked for? Then what is not found is refused. */
export function namesItem(name: string): boolean {
  return matches(name, "item-ids");
}

import type { Json } from "../../json/index.js";
import { type Alteration, type Place, showPets } from "../alterations.js";
import type { Conduct } from "../conduct.js";

/** Shows animals with another category, everywhere or in some places only. */
export function showCategory(
  conduct: Conduct,
  change: (categoryId: bigint) => Json,
  ...places: readonly Place[]
): Alteration {
  return showPets(
    conduct,
    ({ categoryId }) => (typeof categoryId === "bigint" ? { categoryId: change(categoryId) } : {}),
    ...places,
  );
}

import type { Alteration } from "../../alterations.js";
import type { Conduct } from "../../conduct.js";

/** Refuses more than the document does. */
export function refuse(
  conduct: Conduct,
  isRefused: (body: Parameters<Conduct["checkFurther"]>[0]) => boolean,
): Alteration {
  return {
    checkFurther: (body, store) =>
      isRefused(body) ? "it is not allowed" : conduct.checkFurther(body, store),
  };
}

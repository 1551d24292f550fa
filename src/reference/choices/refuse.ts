import type { JsonObject } from "../../json/index.js";
import { type Alteration, changeStatus } from "../alterations.js";
import type { Conduct } from "../conduct.js";

/** Refuses more than the document does. */
export function refuse(
  conduct: Conduct,
  isRefused: (body: JsonObject) => boolean,
  reason = "this server does not take it",
): Alteration {
  return {
    checkFurther: (body, store) => (isRefused(body) ? reason : conduct.checkFurther(body, store)),
  };
}

/** The same, with a status of its own for what is refused here, and for nothing else. */
export function refuseAs(
  conduct: Conduct,
  status: number,
  isRefused: (body: JsonObject) => boolean,
): Alteration {
  const reason = `this server does not take it, and says so with ${status}`;
  return {
    ...refuse(conduct, isRefused, reason),
    ...changeStatus(
      conduct,
      (outcome) => outcome.kind === "invalid-body" && outcome.reason === reason,
      status,
    ),
  };
}

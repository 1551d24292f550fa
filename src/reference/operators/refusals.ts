import type { JsonObject } from "../../json/index.js";
import type { Conduct, Deviation } from "../conduct.js";
import { changeStatus } from "./replies.js";

/** Refuses more than the document does. */
export function refuseBodies(
  isRefused: (body: Parameters<Conduct["checkFurther"]>[0]) => boolean,
): Deviation {
  return (conduct) => ({
    checkFurther: (body, store) =>
      isRefused(body) ? "it is not allowed" : conduct.checkFurther(body, store),
  });
}

/** Refuses more than the document does. */
export function refuse(
  isRefused: (body: JsonObject) => boolean,
  reason = "this server does not take it",
): Deviation {
  return (conduct) => ({
    checkFurther: (body, store) => (isRefused(body) ? reason : conduct.checkFurther(body, store)),
  });
}

/** The same, with a status of its own for what is refused here, and for nothing else. */
export function refuseAs(status: number, isRefused: (body: JsonObject) => boolean): Deviation {
  return (conduct) => {
    const reason = `this server does not take it, and says so with ${status}`;
    return {
      ...refuse(isRefused, reason)(conduct),
      ...changeStatus(
        (outcome) => outcome.kind === "invalid-body" && outcome.reason === reason,
        status,
      )(conduct),
    };
  };
}

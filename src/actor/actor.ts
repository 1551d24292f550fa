import { slugOf } from "../model/index.js";
import type { Context } from "../session/index.js";
import { type ChangeVerbs, changeVerbs } from "./change-verbs.js";
import { type ItemVerbs, itemVerbs } from "./item-verbs.js";
import { type ListVerbs, listVerbs } from "./list-verbs.js";
import { type RequestVerbs, requestVerbs } from "./request-verbs.js";
import { createStage, type Roles, type Stage } from "./stage.js";
import { type VerdictVerbs, verdictVerbs } from "./verdict-verbs.js";

/**
 * Sends what a property needs, about the operation and the items of its roles. A verb ends the property without a verdict where the
 * server does not let it happen, unless its own line says otherwise. A `run` that ends without `expect` and without `pass` is no
 * evidence: where no other one is, its requirement is untested.
 */
export interface Actor extends RequestVerbs, ItemVerbs, ChangeVerbs, ListVerbs, VerdictVerbs {
  /** Where it acts: the verbs of an area need it. */
  readonly stage: Stage;
  /** The actor of another property. @param id the last part of the id of its check */
  readonly inRoles: (roles: Roles, id: string) => Actor;
}

/**
 * Creates the actor of a property.
 * @param check the check that a broken promise counts for
 */
export function createActor(t: Context, roles: Roles, check: string): Actor {
  const stage = createStage(t, roles, check);
  const requests = requestVerbs(stage);
  return {
    stage,
    inRoles: (others, id) => createActor(t, others, `${slugOf(others.op)}/${id}`),
    ...requests,
    ...itemVerbs(stage, requests),
    ...changeVerbs(stage),
    ...listVerbs(stage),
    ...verdictVerbs(stage),
  };
}

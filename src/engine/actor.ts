import { slugOf } from "../model/index.js";
import type { Context } from "../session/index.js";
import { type ChangeVerbs, changeVerbs } from "./change-verbs.js";
import { type CreationVerbs, creationVerbs } from "./creation-verbs.js";
import { type DeletionVerbs, deletionVerbs } from "./deletion-verbs.js";
import { type ItemVerbs, itemVerbs } from "./item-verbs.js";
import { type LinkVerbs, linkVerbs } from "./link-verbs.js";
import { type ListVerbs, listVerbs } from "./list-verbs.js";
import { type ReadChangeVerbs, type ReadVerbs, readChangeVerbs, readVerbs } from "./read-verbs.js";
import { type RefusalVerbs, refusalVerbs } from "./refusal-verbs.js";
import { type RequestVerbs, requestVerbs } from "./request-verbs.js";
import { type SingletonVerbs, singletonVerbs } from "./singleton-verbs.js";
import { createStage, type Roles } from "./stage.js";
import { type UserVerbs, userVerbs } from "./user-verbs.js";
import { type VerdictVerbs, verdictVerbs } from "./verdict-verbs.js";

/**
 * Sends what a property needs, about the operation and the items of its roles. A verb ends the property without a verdict where the
 * server does not let it happen, unless its own line says otherwise.
 */
export interface Actor
  extends RequestVerbs,
    RefusalVerbs,
    CreationVerbs,
    DeletionVerbs,
    ItemVerbs,
    ReadVerbs,
    ChangeVerbs,
    ReadChangeVerbs,
    ListVerbs,
    LinkVerbs,
    SingletonVerbs,
    UserVerbs,
    VerdictVerbs {
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
  const changes = changeVerbs(stage);
  return {
    ...requests,
    ...refusalVerbs(stage),
    ...creationVerbs(stage),
    ...deletionVerbs(stage),
    ...itemVerbs(stage, requests),
    ...readVerbs(stage),
    ...changes,
    ...readChangeVerbs(stage, changes),
    ...listVerbs(stage),
    ...linkVerbs(stage, requests),
    ...singletonVerbs(stage),
    ...userVerbs(stage),
    ...verdictVerbs(stage),
    inRoles: (others, id) => createActor(t, others, `${slugOf(others.op)}/${id}`),
  };
}

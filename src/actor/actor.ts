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
 * server does not let it happen, unless its own line says otherwise.
 */
export interface Actor extends RequestVerbs, ItemVerbs, ChangeVerbs, ListVerbs, VerdictVerbs {
  /** Where it acts: the verbs of an area need it. */
  readonly stage: Stage;
  /** The actor of another property. @param id the last part of the id of its check */
  readonly inRoles: (roles: Roles, id: string) => Actor;
}

/** Makes the verbs of one group. Some use verbs of the groups before it. */
type MakeVerbs = (stage: Stage, actor: Actor) => object;

const groups: readonly MakeVerbs[] = [requestVerbs, itemVerbs, changeVerbs, listVerbs, verdictVerbs];

/** The group that each verb is of: the same for every actor, and found out with the first one. */
let groupOf: ReadonlyMap<string | symbol, MakeVerbs> | undefined;

function groupsByVerb(stage: Stage): ReadonlyMap<string | symbol, MakeVerbs> {
  const all = {} as Actor;
  return new Map(
    groups.flatMap((make) => {
      const verbs = make(stage, all);
      Object.assign(all, verbs);
      return Object.keys(verbs).map((verb) => [verb, make] as const);
    }),
  );
}

/**
 * Creates the actor of a property. A group of verbs is made when one of them is first used: an attempt uses a few groups, and there are
 * more attempts than requests.
 * @param check the check that a broken promise counts for
 */
export function createActor(t: Context, roles: Roles, check: string): Actor {
  const stage = createStage(t, roles, check);
  const inRoles: Actor["inRoles"] = (others, id) => createActor(t, others, `${slugOf(others.op)}/${id}`);
  const verbs = { stage, inRoles } as Actor;
  const actor = new Proxy(verbs, {
    get: (_, verb) => {
      if (!Object.hasOwn(verbs, verb)) {
        groupOf ??= groupsByVerb(stage);
        Object.assign(verbs, groupOf.get(verb)?.(stage, actor));
      }
      return Reflect.get(verbs, verb);
    },
  });
  return actor;
}

import type { Phase } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { ApiScenario } from "../requests/baseline.js";
import { type Actor, createActor } from "./actor.js";
import type { Callable, Roles, Selector } from "./roles.js";

/** A promise about the items of an operation, and how it is put to the test. */
export interface Property {
  /** The last part of the ids of its scenarios. */
  readonly id: string;
  readonly sentence: (roles: Roles) => string;
  /** Where the promise stands: RFC and section. Absent where the meaning of the operation alone implies it. */
  readonly source?: string;
  readonly phase: Phase;
  readonly about: Selector;
  /** Holds the promise for these roles, too? Always, if absent. */
  readonly when?: (roles: Roles) => boolean;
  /** Tries it: each failed expectation is a finding. */
  readonly run: (t: Actor, roles: Roles) => Promise<void>;
}

/** The scenario by which a property is tested on an operation; undefined where the property is not about it. */
export function scenarioOf(property: Property, op: Operation, callable: Callable): ApiScenario | undefined {
  const roles = property.about(op, callable);
  if (roles === undefined || property.when?.(roles) === false) return undefined;
  const { check, list, needs } = roles;
  return {
    id: `${check}/${property.id}`,
    title: property.sentence(roles),
    phase: property.phase,
    expects: [check],
    inputs: ({ baselines, harmless }) =>
      needs.every(({ id }) => baselines.has(id)) && (list === undefined || harmless.has(list.id))
        ? [null]
        : [],
    run: (t) => property.run(createActor(t, roles), roles),
  };
}

import type { FactName, Operation, Requirement } from "../description/index.js";
import type { Dimensions, Phase, Scenario } from "../engine/index.js";
import { isJsonObject, renderJson } from "../json/index.js";
import { type Callable, membersOf, placeOf, plainPath, slugOf } from "../model/index.js";
import { typeOf } from "../schema/index.js";
import {
  type ApiState,
  isGiven,
  type KnownItem,
  type Learned,
  mayDeleteCreated,
  reserveItem,
  wrongKey,
} from "../session/index.js";
import type { CredentialName, NearMiss } from "../transport/index.js";
import { shownSchema, type Violation } from "../values/index.js";
import { type Actor, createActor } from "./actor.js";
import type { Roles, Selector } from "./stage.js";
import { isStrictAt, refusalsLike } from "./violations/evidence.js";

/** A promise about an operation, or about the items that it works on. */
export interface Promised {
  /** The last part of the ids of its scenarios: mostly the name of its requirement, with hyphens. */
  readonly id: string;
  /** The requirement that a broken promise counts for: one of its own, or the last part of the id of another's check. */
  readonly requirement: OwnRequirement | ((roles: Roles, callable: Callable) => string);
  /** The promise. */
  readonly sentence: (roles: Pick<Roles, "op" | "list">) => string;
  /** Where the promise stands: RFC and section. Absent where the meaning of the operation alone implies it. */
  readonly source?: string;
  readonly about: Selector;
  /** Does the promise hold for these roles? Always, if absent. */
  readonly when?: (roles: Roles) => boolean;
  /** Further promises about the same operation that it puts to the test. */
  readonly further?: readonly FurtherRequirement[];
}

/** A promise, and how it is put to the test. */
export interface Property extends Promised {
  readonly phase: Phase | ((roles: Roles) => Phase);
  /**
   * Which of its operations come first: those with short paths, or with long ones. In the order of the description, if absent. All of
   * them come before the next property.
   */
  readonly order?: "parents first" | "children first";
  /** The names of members and parameters whose values it chooses: an input with one that the user gives is skipped. */
  readonly chooses?: (roles: Roles, input: unknown) => readonly string[];
  /** It is tried with each of these; once, if absent. */
  readonly inputs?: (roles: Roles, facts: Facts) => readonly unknown[];
  /** The parts of which its inputs are combined at random. */
  readonly dimensions?: (roles: Roles) => Dimensions;
  /** Does it take what the phases before its own have learnt? */
  readonly needsWalk?: boolean;
  /** Is it about operations that are called on a disposable store alone? */
  readonly isOfDisposable?: true;
  /** Checks of other requirements that it puts to the test, too. */
  readonly alsoTests?: (roles: Roles, callable: Callable) => readonly string[];
  /** Tries it. A finding is a broken expectation, or a trial that is broken each time. */
  readonly run: (t: Actor, roles: Roles, input: unknown) => Promise<void>;
}

/** The facts on which the inputs of a property may depend. */
export interface Facts {
  /** Does the user give the value of what has this name? */
  readonly isGiven: (name: string) => boolean;
  /** Is it a failure that a violation was accepted, by the evidence of all? */
  readonly isFailure: (violation: Violation) => boolean;
  /** How many requests without a valid credential were refused, and which operations served one. */
  readonly unauthenticated: Learned["unauthenticated"];
  /** The near misses that can be made of the user's key. */
  readonly misses: readonly NearMiss[];
  /** Does the operation have its key behind the scheme Bearer? */
  readonly isBearer: boolean;
  /** Is everything to be tried that takes no luck? */
  readonly isThorough: boolean;
  /** Is the server on another machine, where many wrong keys may lock somebody out? */
  readonly isElsewhere: boolean;
  /** May the run delete what the operation creates? */
  readonly areDeletable: boolean;
  /** How many items one property may create that others do not need: less where the run may create few. */
  readonly spare: number;
  /** A key that nobody has. */
  readonly wrongKey: () => CredentialName;
  /** The items of the run that are at the path of the operation, in the order in which they became known. */
  readonly ownItems: () => readonly KnownItem[];
  /** Has no request of the operation been accepted, and is there an item by now that it lacked? */
  readonly hasWhatItLacked: () => boolean;
  /** The words and booleans with which items were shown last: the state of each may decide how an operation treats it. */
  readonly statesOf: (items: readonly Pick<KnownItem, "path">[]) => readonly string[];
}

/** A property with a requirement of its own. */
export interface OwnProperty extends Property {
  readonly requirement: OwnRequirement;
}

/** A requirement that a property tests. */
export interface OwnRequirement {
  /** Goes on after the id of the operation. */
  readonly name: string;
  readonly level: Requirement["level"] | ((op: Operation, callable: Callable) => Requirement["level"]);
  /** Of which operations it is required, where these are more than those that the property is about. */
  readonly isOf?: (op: Operation, callable: Callable) => boolean;
  /** How it is proven: what is sent, and what counts. */
  readonly proof: string;
  /** The last parts of the ids of checks of the same operation that fail because this one does. */
  readonly explains?: readonly string[];
}

/** A requirement that a property tests beside its own. */
export interface FurtherRequirement extends OwnRequirement {
  /** The last part of the id of its check. */
  readonly id: string;
  readonly sentence: (roles: Pick<Roles, "op">) => string;
  readonly isOf: (op: Operation, callable: Callable) => boolean;
}

/** The level of a promise that follows from the description, and that a fact states in full. */
export function levelBy(fact: FactName): (op: Operation) => Requirement["level"] {
  return ({ facts }) => (facts?.[fact] === undefined ? "implied" : "must");
}

/** The roles in which a property is about an operation; undefined where it is not. */
function rolesOf(property: Promised, op: Operation, callable: Callable): Roles | undefined {
  const roles = property.about(op, callable);
  return roles === undefined || property.when?.(roles) === false ? undefined : roles;
}

/** The requirements on an operation that a property tests. */
export function requirementsOf(
  property: Promised,
  op: Operation,
  callable: Callable,
): readonly FurtherRequirement[] {
  const { id, requirement, sentence, further = [] } = property;
  const isTested = (): boolean => rolesOf(property, op, callable) !== undefined;
  const own = typeof requirement === "function" ? [] : [{ isOf: isTested, ...requirement, id, sentence }];
  return [...own, ...further].filter(({ isOf }) => isOf(op, callable));
}

/** The scenario by which a property is tested on an operation; undefined where the property is not about it. */
export function scenarioOf(
  property: Property,
  op: Operation,
  callable: Callable,
): Scenario<ApiState> | undefined {
  const roles = rolesOf(property, op, callable);
  if (roles === undefined) return undefined;
  const { id, requirement, chooses, dimensions, needsWalk = false } = property;
  const { alsoTests = () => [], further = [] } = property;
  const { inputs = () => (dimensions === undefined ? [null] : []) } = property;
  const { needs, list, calls = list === undefined ? [] : [list] } = roles;
  const name = typeof requirement === "function" ? requirement(roles, callable) : id;
  const phase = typeof property.phase === "function" ? property.phase(roles) : property.phase;
  const isPart = name !== id;
  const check = `${slugOf(op)}/${name}`;
  return {
    id: isPart ? `${check}/${id}` : check,
    title: property.sentence(roles),
    phase,
    needsWalk,
    expects: [
      ...(isPart ? [check] : []),
      ...further.filter(({ isOf }) => isOf(op, callable)).map((each) => `${slugOf(op)}/${each.id}`),
      ...alsoTests(roles, callable),
    ],
    inputs: (state) => {
      const { learned, effects } = state;
      const facts = factsIn(state, op);
      const canRun =
        needs.every((each) => learned.baselines.has(each.id)) && calls.every((each) => effects.has(each.id));
      const isFree = (input: unknown): boolean => chooses?.(roles, input).some(facts.isGiven) !== true;
      return canRun ? inputs(roles, facts).filter(isFree) : [];
    },
    ...(dimensions && { dimensions: () => dimensions(roles) }),
    run: async (t, input) => {
      // Random cases add nothing.
      if (phase !== "random") await reserveItem(t, op);
      return property.run(createActor(t, roles, check), roles, input);
    },
  };
}

/** Of what a run may still create, the share of one property that tries more than others need. */
const shares = 12;

function factsIn(state: ApiState, op: Operation): Facts {
  const { key, learned, settings, inventory, limits, sending } = state;
  return {
    isGiven: (name) => isGiven(state, op, name),
    isFailure: (violation) => !isStrictAt(state, op) && refusalsLike(state, op, violation) !== undefined,
    unauthenticated: learned.unauthenticated,
    misses: key.misses,
    isBearer: placeOf(state.contract, op)?.kind === "bearer",
    isThorough: settings.thorough,
    isElsewhere: settings.deletableOnly,
    areDeletable: mayDeleteCreated(state, op),
    spare: Math.floor((limits.maxCreated - sending.created()) / shares),
    wrongKey: () => wrongKey(state),
    ownItems: () =>
      inventory.items.filter(({ own, resource }) => own && resource.itemPath === plainPath(op.path)),
    hasWhatItLacked: () =>
      !learned.baselines.has(op.id) &&
      inventory.items.some(
        ({ own, resource }) => own && learned.lacking.get(op.id)?.includes(resource.itemPath) === true,
      ),
    statesOf: (items) => {
      const names = stateMembersOf(state.api.readAt(plainPath(op.path)));
      return items.map(({ path }) => {
        const shown = inventory.at(path)?.representation;
        return renderJson(isJsonObject(shown) ? names.map((name) => shown[name] ?? null) : null);
      });
    },
  };
}

/** The members that have one of a few values: booleans, and words of an enumeration. */
function stateMembersOf(read: Operation | undefined): readonly string[] {
  return membersOf(read && shownSchema(read)).flatMap(({ name, schema }) =>
    schema.enum !== undefined || typeOf(schema) === "boolean" ? [name] : [],
  );
}

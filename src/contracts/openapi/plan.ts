import {
  type Contract,
  type GivenValues,
  noKnowledge,
  type Operation,
  valuesFor,
} from "../../description/index.js";
import {
  apiOf,
  type Caution,
  callableOf,
  changeableSingleton,
  type Decision,
  decideAll,
  describeCaution,
  type Effect,
  isAllowable,
  isDeletable,
  isRead,
  lackingValues,
  restrictionsOf,
  soundsHarmful,
  uncreatedParameters,
} from "../../model/index.js";
import { isInputUnjudged, isRarelySent, madeFor } from "../../values/index.js";

/** The plan for one operation. Plain data, as `pedigree run --plan --json` prints it. */
export interface PlannedOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly called: boolean;
  /** The item that its path names: one of the run, or one that a list shows; none where the path names none. */
  readonly on: "own item" | "listed item" | "none";
  /** Its parameters that may do harm, with the values that they are sent with, if any; and those that no request has. */
  readonly parameters?: readonly string[];
  /** Its parameters and members whose values nothing tells: `api: values` may give them. */
  readonly lacks?: readonly string[];
  /** Why it is not called. */
  readonly reason?: string;
  /** The flag that has it called. */
  readonly remedy?: string;
}

/** The permissions of a run: `deletableOnly` where the target is another machine. */
interface Permission {
  readonly readOnly: boolean;
  readonly deletableOnly: boolean;
  /** May the store be thrown away? Then what is there once is changed and restored. */
  readonly disposable: boolean;
}

/** The parts of a description that the contract made of it lacks. */
interface Described {
  /** The operations with all their parameters. */
  readonly operations?: Contract["operations"];
  /** The operations that are left out, since their description has a fault. */
  readonly unreadable?: readonly Pick<PlannedOperation, "method" | "path">[];
}

/** Plans a run without sending anything: every operation, in the order of the description, and then those that cannot be read. */
export function planOperations(
  contract: Pick<Contract, "operations"> & Partial<Pick<Contract, "known">>,
  { readOnly, deletableOnly, disposable }: Permission,
  { operations: described = contract.operations, unreadable = [] }: Described = {},
): readonly PlannedOperation[] {
  const { operations, known = noKnowledge } = contract;
  const api = apiOf(contract);
  const decisions = decideAll({ operations, known: readOnly ? { ...known, allow: [] } : known });
  const lacking = lackingValues(contract);
  const uncreatedIn = uncreatedParameters(contract);
  const planned = [...decisions].map(([operation, decision]): PlannedOperation => {
    const { id, method, path } = operation;
    const lacks = lacking.get(id);
    const forbidden =
      obstacleOf(operation, decision, { readOnly, disposable }) ??
      (deletableOnly &&
      decision.caution === undefined &&
      decision.effect !== "reads" &&
      decision.effect !== "changes own"
        ? lackOf(operation, decision.effect)
        : undefined);
    const [uncreated] = forbidden === undefined ? uncreatedIn(operation) : [];
    const obstacle =
      uncreated === undefined ? forbidden : { reason: `no operation creates an item for {${uncreated}}` };
    const parameters = [
      ...restrictionsOf(described.get(id) ?? operation, known),
      ...notSent(operation, known),
    ];
    return {
      id,
      method,
      path,
      called: obstacle === undefined,
      on: itemOf(operation, decision.effect),
      ...(parameters.length === 0 || obstacle !== undefined ? {} : { parameters }),
      ...(lacks === undefined || forbidden !== undefined ? {} : { lacks }),
      ...obstacle,
    };
  });
  const leftOut = unreadable.map(
    ({ method, path }): PlannedOperation => ({
      id: `${method} ${path}`,
      method,
      path,
      called: false,
      on: "none",
      reason: "its description has a fault",
    }),
  );
  return [...planned, ...leftOut];

  function lackOf(operation: Operation, effect: Effect): Obstacle | undefined {
    if (isDeletable(operation, effect, contract, api)) return undefined;
    return { reason: "no operation deletes the item that it creates", remedy: `--allow ${operation.id}` };
  }
}

/** Names the parameters that may be left out, and that no request has. */
function notSent(operation: Operation, known: GivenValues): readonly string[] {
  const given = valuesFor(known, operation);
  return operation.parameters
    .filter((each) => isRarelySent(each) && !Object.hasOwn(given, each.name))
    .filter((each) => operation.method !== "GET" || soundsHarmful(each.name) || madeFor(each) === undefined)
    .map(({ name }) => `${name}: not sent`);
}

/** Says that no input of the operations that are called is judged, and what to do; undefined where some is. */
export function describeUnjudgedInput(contract: Contract): string | undefined {
  if (!isInputUnjudged(callableOf(contract).called)) return undefined;
  return 'no input is judged, since no operation describes a refusal: state "refuses: [400]" under "api" in the configuration, or give --strict';
}

type Obstacle = Pick<PlannedOperation, "reason" | "remedy">;

function obstacleOf(
  { id, method }: Operation,
  { caution }: Decision,
  { readOnly, disposable }: Pick<Permission, "readOnly" | "disposable">,
): Obstacle | undefined {
  const isChanged = disposable && changeableSingleton(caution) !== undefined;
  if (caution !== undefined && !isChanged)
    return {
      reason: describeCaution(caution),
      ...(readOnly ? {} : remedyFor(id, caution)),
    };
  if (!readOnly || method === "GET") return undefined;
  return { reason: "nothing but GET is sent to this target" };
}

function remedyFor(id: string, caution: Caution): Obstacle {
  if (isAllowable(caution)) return { remedy: `--allow ${id}` };
  return changeableSingleton(caution) === undefined ? {} : { remedy: "--disposable" };
}

function itemOf({ method, path }: Operation, effect: Effect): PlannedOperation["on"] {
  if (!path.includes("{")) return "none";
  return isRead({ method }) && effect === "reads" ? "listed item" : "own item";
}

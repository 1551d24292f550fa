import {
  customScenarios,
  lawScenarios,
  type Property,
  scenarioOf,
  validationScenarios,
} from "../../actor/index.js";
import type { Contract, Operation } from "../../description/index.js";
import { isSuccess, parseExchange, type Scenario, type ScenarioFacts, Skip } from "../../engine/index.js";
import {
  type Caution,
  callableOf,
  changeableSingleton,
  describeCaution,
  inOrderOfCreation,
  isAllowable,
  segmentsOf,
  slugOf,
} from "../../model/index.js";
import { propertyGroups, violationProperties } from "../../properties/index.js";
import { type ApiState, learnItems, requestIfAny, sendSafely } from "../../session/index.js";
import { collectsEvidence, isJudgedByEvidence } from "../../values/index.js";

/** The scenarios by which a contract is tested. */
export function deriveScenarios(contract: Contract): readonly Scenario<ApiState>[] {
  const callable = callableOf(contract);
  const { api, called, cautions } = callable;
  const parentsFirst = inOrderOfCreation(called, api);
  const uncalled = [...cautions.keys()].filter((each) => !callable.mayCall(each));
  const operationsOf = ({
    order,
    isOfDisposable,
  }: Pick<Property, "order" | "isOfDisposable">): readonly Operation[] => {
    if (isOfDisposable) return uncalled;
    if (order === undefined) return called;
    return order === "parents first" ? parentsFirst : parentsFirst.toReversed();
  };
  const scenarios = [
    ...lawScenarios(callable),
    ...propertyGroups.flatMap((group) => [
      ...operationsOf(group).flatMap((op) => group.of(op).map((each) => scenarioOf(each, op, callable))),
      // They judge the evidence of all violations, and come before wrong keys, which may lock an account.
      ...(group.of === violationProperties ? validationScenarios(called, api) : []),
    ]),
    ...[...cautions].map(([operation, caution]) =>
      caution && changeableSingleton(caution) === undefined
        ? uncalledScenario(operation, caution)
        : undefined,
    ),
    ...customScenarios(contract, callable),
  ];
  return scenarios.filter((each) => each !== undefined);
}

/**
 * Tells the scenarios that learn what these take: a valid request, which every other is compared with, and the evidence of
 * all violations, which decides whether a server validates what it accepted.
 */
export function preparingScenarios(wanted: readonly ScenarioFacts[]): (scenario: ScenarioFacts) => boolean {
  const takesEvidence = wanted.some(({ id }) => isJudgedByEvidence(id));
  // A law is judged by all that a run sends.
  if (wanted.some(({ id }) => id.startsWith("laws/"))) return () => true;
  return ({ id }) => /\/valid(\/again)?$/.test(id) || (takesEvidence && collectsEvidence(id));
}

/** Says why nothing is tested of an operation that is not called. */
function uncalledScenario(operation: Operation, caution: Caution): Scenario<ApiState> {
  const slug = slugOf(operation);
  return {
    id: `${slug}/valid`,
    title: `${operation.id} is not called`,
    expects: [`${slug}/server-error`],
    phase: "read",
    inputs: () => [null],
    run: async () => {
      const remedy = isAllowable(caution) ? ` ("--allow ${operation.id}" lets the run call it)` : "";
      throw new Skip("untested", `it is not called: ${describeCaution(caution)}${remedy}`);
    },
  };
}

/** Looks at what is there, for a check that is to run alone: lists first, then the items that they show. */
export async function survey(state: ApiState): Promise<void> {
  const reads = [...state.contract.operations.values()].filter(
    ({ id, method }) => method === "GET" && state.effects.has(id),
  );
  for (const operation of reads.toSorted((left, right) => segmentsOf(left) - segmentsOf(right))) {
    const valid = requestIfAny(state, operation);
    if (valid === undefined) continue;
    const exchange = await sendSafely(state, valid.request, state.target.sendProbe);
    const { outcome } = exchange;
    if (outcome.kind !== "response" || !isSuccess(outcome.status)) continue;
    state.learned.setBaseline(operation, valid);
    await learnItems(state, parseExchange(exchange, outcome, state.validate));
  }
}

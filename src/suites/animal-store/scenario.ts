import type { Scenario as EngineScenario, TestContext as EngineTestContext } from "../../checks/index.js";
import type { StoreState } from "./state.js";

/** A check of the Animal Store that sends requests. */
export type Scenario<Input = unknown> = EngineScenario<StoreState, Input>;

/** What a scenario is given. */
export type TestContext = EngineTestContext<StoreState>;

/** Declares a scenario, whose input then has a type. */
export function scenario<Input>(definition: Scenario<Input>): Scenario {
  return definition as Scenario;
}

/** The inputs of a scenario that needs none. */
export const once = (): readonly null[] => [null];

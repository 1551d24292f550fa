import type { Check as EngineCheck } from "../../run/index.js";
import type { World } from "./world.js";

/** Code that puts one requirement of the Animal Store to the test. */
export type Check<Input = unknown> = EngineCheck<World, Input>;

/** Declares a check. The requirement is the part of the id before the slash. */
export function check<Input>(definition: Omit<Check<Input>, "requirement">): Check {
  const requirement = definition.id.split("/")[0] ?? "";
  return { ...definition, requirement } as Check<Input> as Check;
}

/** The inputs of a check that needs none. */
export const once = (): readonly null[] => [null];

import {
  ConfigurationError,
  type Operation,
  type PropertyDefinition,
  type ResponseCheckDefinition,
  type UnderivedContract,
} from "../../description/index.js";
import { type ResponseCheck, type Scenario, Skip, skipOf } from "../../engine/index.js";
import type { Callable } from "../../model/index.js";
import { type ApiState, reserveItem } from "../../session/index.js";
import {
  createPropertyActor,
  customCheckId,
  failureOf,
  propertyResponse,
  rolesAround,
} from "./custom-actor.js";

/** How long one trial of a custom property may take, in ms: it may wait for what never comes. */
const longest = 60_000;

/** The custom properties of a contract. */
export function customProperties({ custom = [] }: UnderivedContract): readonly PropertyDefinition[] {
  return custom.filter((each) => each.kind === "property");
}

/** Its custom checks of every response. */
export function customResponseChecks({ custom = [] }: UnderivedContract): readonly ResponseCheckDefinition[] {
  return custom.filter((each) => each.kind === "response check");
}

/**
 * The operations that a custom property is about.
 * @throws ConfigurationError for one that the description lacks
 */
export function operationsOf(
  { id, operations }: PropertyDefinition,
  { operations: all }: UnderivedContract,
): readonly Operation[] {
  if (typeof operations === "function")
    return [...all.values()].filter((each) =>
      guard(id, () => {
        const isAbout: unknown = operations(publicOf(each));
        if (typeof isAbout !== "boolean") throw new TypeError("operations has to return true or false");
        return isAbout;
      }),
    );
  return operations.map((name) => {
    const operation = all.get(name);
    if (operation === undefined)
      throw new ConfigurationError(`the property ${id}: the description has no operation ${name}`);
    return operation;
  });
}

/** The facts about an operation that a custom check sees. */
function publicOf({ id, method, path }: Operation) {
  return { id, method, path };
}

/** The scenarios by which custom checks are tested: properties while there are items of all kinds, and after all that is derived. */
export function customScenarios(
  contract: UnderivedContract,
  callable: Callable,
): readonly Scenario<ApiState>[] {
  const properties = customProperties(contract).flatMap((property) =>
    operationsOf(property, contract).map((operation): Scenario<ApiState> => {
      const check = customCheckId(operation, property.id);
      return {
        id: check,
        title: property.sentence,
        phase: "populate",
        inputs: () => [null],
        run: async (t) => {
          await reserveItem(t, operation);
          const { actor, end } = createPropertyActor(t, rolesAround(operation, callable), check);
          let hasExpected = false;
          try {
            await endInTime(property, () => property.run(actor, publicOf(operation)));
          } finally {
            hasExpected = await end();
          }
          if (!hasExpected) throw new Skip("untested", `the property ${property.id} expected nothing`);
        },
      };
    }),
  );
  return [...properties, ...customResponseChecks(contract).map(codeScenario)];
}

/** @throws Skip where the code of the property fails, or does not end */
async function endInTime({ id }: PropertyDefinition, run: () => Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Skip("inconclusive", `the property ${id} did not end within ${longest / 1000} s`)),
      longest,
    );
  });
  try {
    await Promise.race([run(), late]);
  } catch (error) {
    if (skipOf(error) !== undefined || error instanceof ConfigurationError) throw error;
    throw new Skip("inconclusive", `the code of the property ${id} failed: ${describe(error)}`);
  } finally {
    clearTimeout(timer);
  }
}

/** The id of a custom check of every response. */
export function responseCheckId({ id }: Pick<ResponseCheckDefinition, "id">): string {
  return `custom/${id}`;
}

/** By run and check: the first failure of its code, in words. */
const failures = new WeakMap<ApiState, Map<string, string>>();

/** A custom check, as a run asks it of every response. It asks no more once its code has failed. */
export function customResponseCheck(check: ResponseCheckDefinition): ResponseCheck<ApiState> {
  return {
    id: responseCheckId(check),
    title: check.sentence,
    judge: ({ exchange, response, json }, state) => {
      const failed = failures.get(state) ?? new Map<string, string>();
      failures.set(state, failed);
      if (failed.has(check.id)) return "not applicable";
      const { operation } = exchange.case;
      try {
        const failure = failureOf(check.judge({ ...propertyResponse(response, json), operation }));
        return failure === undefined ? [] : [failure];
      } catch (error) {
        failed.set(check.id, `${describe(error)} (a response of ${operation})`);
        return "not applicable";
      }
    },
  };
}

/** The last scenario of a custom check of every response: without a verdict where its code has failed. */
function codeScenario(check: ResponseCheckDefinition): Scenario<ApiState> {
  const id = responseCheckId(check);
  return {
    id: `${id}/code`,
    title: `the code of the check ${check.id} judges every response`,
    phase: "final",
    expects: [id],
    inputs: () => [null],
    run: async (t) => {
      const failed = failures.get(t.state)?.get(check.id);
      if (failed !== undefined)
        throw new Skip("inconclusive", `the code of the check ${check.id} failed: ${failed}`);
      throw new Skip("not-applicable", "no response was judged");
    },
  };
}

/** @throws ConfigurationError where the code of a check fails */
function guard<Result>(id: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw new ConfigurationError(`the code of the check ${id} failed: ${describe(error)}`);
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : `it threw ${String(error)}`;
}

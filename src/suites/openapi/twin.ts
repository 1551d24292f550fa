import { type Scenario, Skip, type TestContext } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { NoValue } from "../../generate/index.js";
import type { ApiState, ValidRequest } from "./state.js";

export type ApiScenario = Scenario<ApiState>;
export type Context = TestContext<ApiState>;

/** @throws Skip where no value can be made */
export function makeRequest<Request>(make: () => Request): Request {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoValue)
      throw new Skip("untested", `no valid request can be made: ${error.message}`);
    throw error;
  }
}

/** @throws Skip where no valid request got a 2xx: then nothing shows what a refusal is for */
export function twinOf({ state }: Context, { id }: Operation): ValidRequest {
  const twin = state.twins.get(id);
  if (twin === undefined)
    throw new Skip("untested", "no valid request got a 2xx, so that no refusal would show anything");
  return twin;
}

import { isSuccess, parseExchange } from "../../checks/index.js";
import { NoValue } from "../../generate/index.js";
import { segmentsOf } from "../../model/index.js";
import { type ApiState, learnItems, sendSafely, validRequest } from "../../session/index.js";

/** Looks at what is there, for a check that is to run alone: lists first, then the items that they show. */
export async function survey(state: ApiState): Promise<void> {
  const reads = [...state.contract.operations.values()].filter(
    ({ id, method }) => method === "GET" && state.effects.has(id),
  );
  for (const operation of reads.toSorted((left, right) => segmentsOf(left) - segmentsOf(right))) {
    try {
      const valid = validRequest(state, operation);
      const exchange = await sendSafely(state, valid.request, state.target.sendProbe);
      const { outcome } = exchange;
      if (outcome.kind !== "response" || !isSuccess(outcome.status)) continue;
      state.learned.setBaseline(operation, valid);
      await learnItems(state, parseExchange(exchange, outcome, state.validate));
    } catch (error) {
      if (!(error instanceof NoValue)) throw error;
    }
  }
}

import { answeredKey } from "../../checks/index.js";
import { type Case, caseKind } from "../../generate/index.js";
import { plainPet } from "./animals.js";
import { statusAt } from "./facts.js";
import { addRequest, newPetBody } from "./requests.js";
import type { StoreState } from "./state.js";

/**
 * A case of the same operation that is answered as usual where nothing is wrong; undefined if none was so far. What
 * may be added has one that is added: a store that takes nothing now may go on refusing.
 */
export function controlFor(state: StoreState, request: Case): Case | undefined {
  const kind = caseKind(request) === "either" ? "valid" : caseKind(request);
  const known = state.answered.get(answeredKey(request.operation, kind));
  const isSame = known?.path === request.path && known.body === request.body;
  if (known === undefined || (request.method === "GET" && isSame && kind !== "wrong key")) return undefined;
  if (request.method === "GET" || kind !== "valid") return known;
  return addRequest(state, newPetBody(state, plainPet(state, statusAt(state, 0))));
}

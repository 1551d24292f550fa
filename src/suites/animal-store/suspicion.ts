import type { ParsedExchange } from "../../checks/index.js";
import { type Case, caseKind } from "../../generate/index.js";
import { readPet, type Status } from "./pet.js";
import type { StoreState } from "./state.js";

/** Different lists that are looked into. */
const most = 3;

/**
 * Writes down which list lacks an animal of the run's own although the page has room for it. Others may have changed or
 * deleted that animal, so this alone is no breach.
 */
export function suspectHidden(state: StoreState, { exchange, json, violations }: ParsedExchange): void {
  const request = exchange.case;
  if (request.operation !== state.contract.roles.list || caseKind(request) !== "valid") return;
  const { limit, status } = constraintsOf(state, request);
  if (!Array.isArray(json) || json.length >= limit || violations.length > 0) return;
  const ids = new Set(json.map((item) => readPet(state, item)?.id));
  const isMissing = [...state.animals.values()].some(
    ({ pet, own, seenAt }) =>
      own &&
      seenAt + state.settle <= exchange.sentAt &&
      (status === undefined || pet.status === status) &&
      !ids.has(pet.id),
  );
  if (isMissing && state.suspicions.size < most) state.suspicions.set(request.path, request);
}

/** What a valid list asks for, its default limit included. */
export function constraintsOf(
  state: StoreState,
  { path }: Case,
): { readonly limit: number; readonly status: Status | undefined } {
  const query = new URLSearchParams(path.split("?")[1]);
  const { pageSize, filter } = state.contract.roles;
  return {
    limit: Number(query.get(pageSize.name) ?? pageSize.default),
    status: query.get(filter.name) ?? undefined,
  };
}

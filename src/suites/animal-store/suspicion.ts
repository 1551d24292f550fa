import { type Case, caseKind } from "../../generate/index.js";
import type { Reading } from "../../judge/index.js";
import { readPet, type Status } from "./pet.js";
import type { World } from "./world.js";

/** So many different lists are looked into. */
const most = 3;

/**
 * Writes down which list lacks an animal of the run's own although the page has room for it. Others may have changed or
 * deleted that animal, so this alone is no breach.
 */
export function suspectHidden(world: World, { exchange, json, violations }: Reading): void {
  const request = exchange.case;
  if (request.operation !== world.contract.roles.list || caseKind(request) !== "valid") return;
  const { limit, status } = constraintsOf(world, request);
  if (!Array.isArray(json) || json.length >= limit || violations.length > 0) return;
  const ids = new Set(json.map((item) => readPet(world, item)?.id));
  const isMissing = [...world.animals.values()].some(
    ({ pet, own, seenAt }) =>
      own &&
      seenAt + world.settle <= exchange.sentAt &&
      (status === undefined || pet.status === status) &&
      !ids.has(pet.id),
  );
  if (isMissing && world.suspicions.size < most) world.suspicions.set(request.path, request);
}

/** What a valid list asks for, its default limit included. */
export function constraintsOf(
  world: World,
  { path }: Case,
): { readonly limit: number; readonly status: Status | undefined } {
  const query = new URLSearchParams(path.split("?")[1]);
  const { pageSize, filter } = world.contract.roles;
  return {
    limit: Number(query.get(pageSize.name) ?? pageSize.default),
    status: query.get(filter.name) ?? undefined,
  };
}

import type { Roles } from "../description/index.js";
import type { Conduct, Objection } from "./conduct.js";
import type { IncomingRequest } from "./incoming-request.js";
import type { BodyCheck, Outcome } from "./outcome.js";
import type { Store } from "./store.js";

/** What the server needs of a `Contract`. */
export interface ReferenceContract {
  /** openapi.yaml, parsed. */
  readonly document: object;
  /** An ISO date. */
  readonly removalDate: string;
  /** `/v1` */
  readonly versionSegment: string;
  readonly roles: Roles;
}

/** What one server works with. */
export interface Surroundings {
  readonly contract: ReferenceContract;
  readonly conduct: Conduct;
  readonly store: Store;
  readonly key: string;
  readonly now: () => Date;
}

/** What openapi-backend finds wrong with the query parameters of a request. */
export interface ParameterViolations {
  readonly pageSize: Objection;
  readonly filter: Objection;
}

/** Endpoints, 1. */
export function listPets(
  { conduct, store, contract: { roles } }: Surroundings,
  { query }: IncomingRequest,
  violations: ParameterViolations,
): Outcome {
  const limits = query.getAll(roles.pageSize.name);
  const limitObjection = conduct.checkLimit(limits, violations.pageSize);
  if (limitObjection !== undefined) {
    return { kind: "invalid-parameter", parameter: roles.pageSize.name, reason: limitObjection };
  }
  const statuses = query.getAll(roles.filter.name);
  const statusObjection = conduct.checkStatusFilter(statuses, violations.filter);
  if (statusObjection !== undefined) {
    return { kind: "invalid-parameter", parameter: roles.filter.name, reason: statusObjection };
  }
  const limit = conduct.readLimit(limits) ?? conduct.defaultLimit(roles.pageSize.default);
  const status = conduct.readStatusFilter(statuses);
  const selected = conduct.arrange(conduct.selectPets(store, status));
  const page = conduct.takePage(selected, conduct.pageSize(limit));
  return { kind: "listed", pets: conduct.revisePage(page, { limit, status }, store) };
}

/** Endpoints, 2. */
export async function createPet(
  { conduct, store, contract: { roles } }: Surroundings,
  { headers, body }: IncomingRequest,
): Promise<Outcome> {
  if (body.kind === "too-large") return { kind: "body-too-large", limit: conduct.largestBody() };

  const contentType = headers["content-type"];
  const contentTypeObjection = conduct.checkContentTypeIsPresent(contentType);
  if (contentTypeObjection !== undefined) return invalid("checkContentTypeIsPresent", contentTypeObjection);
  const foreignObjection = conduct.checkContentTypeIsJson(contentType ?? "application/json");
  if (foreignObjection !== undefined) return invalid("checkContentTypeIsJson", foreignObjection);

  const text = conduct.decodeBody(body.bytes);
  if (text.status === "refused") return invalid("decodeBody", text.reason);
  const json = conduct.parseBody(text.value);
  if (json.status === "refused") return invalid("parseBody", json.reason);
  const candidate = conduct.asObject(json.value);
  if (candidate === undefined) return invalid("asObject", "the body must be an object");

  for (const check of memberChecks) {
    const objection = conduct[check](candidate);
    if (objection !== undefined) return invalid(check, objection);
  }
  const statusObjection = conduct.checkStatusIsAllowed(candidate, roles.filter.values);
  if (statusObjection !== undefined) return invalid("checkStatusIsAllowed", statusObjection);
  const membersObjection = conduct.checkFurtherMembers(candidate, roles.furtherMembers);
  if (membersObjection !== undefined) return invalid("checkFurtherMembers", membersObjection);
  const furtherObjection = conduct.checkFurther(candidate, store);
  if (furtherObjection !== undefined) return invalid("checkFurther", furtherObjection);

  const pet = conduct.normalize(candidate, roles);
  const created = { ...pet, id: await conduct.assignId(pet, store) };
  await conduct.storePet(created, store);
  return { kind: "created", pet: created };
}

const memberChecks = [
  "checkNameIsPresent",
  "checkNameIsString",
  "checkCategoryIsPresent",
  "checkCategoryIsInteger",
  "checkCategoryIsInt64",
] as const satisfies readonly BodyCheck[];

function invalid(check: BodyCheck, reason: string): Outcome {
  return { kind: "invalid-body", check, reason };
}

/** Endpoints, 3. `petId` is the segment of the path as it was sent. */
export async function getPet(
  { conduct, store, contract, now }: Surroundings,
  petId: string,
): Promise<Outcome> {
  if (conduct.isRemoved(contract.removalDate, now())) return { kind: "removed" };
  const id = conduct.readPetId(petId);
  if (id === undefined) return { kind: "invalid-id", text: petId };
  const pet = await conduct.lookUp(id, store);
  return pet === undefined ? { kind: "no-such-animal", id } : { kind: "found", pet };
}

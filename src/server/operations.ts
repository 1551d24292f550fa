import type { CataloguedContract } from "../description/index.js";
import { memberChecks } from "./conforming/creating.js";
import type { Handlers } from "./conforming/index.js";
import type { IncomingRequest } from "./incoming-request.js";
import type { BodyCheck, OperationOutcome } from "./reply.js";
import type { Store } from "./store.js";

/** The parts of a `CataloguedContract` that the server needs. */
export type ReferenceContract = Pick<
  CataloguedContract,
  "document" | "removalDate" | "versionSegment" | "roles"
>;

/** The data and the handlers of one server. */
export interface ServerContext {
  readonly contract: ReferenceContract;
  readonly handlers: Handlers;
  readonly store: Store;
  readonly key: string;
  readonly now: () => Date;
}

/** Endpoints, 1. */
export function listPets(
  { handlers, store, contract: { roles } }: ServerContext,
  { query }: IncomingRequest,
): OperationOutcome {
  const { pageSize, filter } = roles;
  const limits = query.getAll(pageSize.name);
  const limitObjection = handlers.checkLimit(limits, pageSize);
  if (limitObjection !== undefined)
    return { kind: "invalid-parameter", parameter: pageSize.name, reason: limitObjection };
  const statuses = query.getAll(filter.name);
  const statusObjection = handlers.checkStatusFilter(statuses, filter);
  if (statusObjection !== undefined)
    return { kind: "invalid-parameter", parameter: filter.name, reason: statusObjection };
  const limit = handlers.readLimit(limits) ?? handlers.defaultLimit(pageSize.default);
  const status = handlers.readStatusFilter(statuses);
  const selected = handlers.arrange(handlers.selectPets(store, status));
  const page = handlers.takePage(selected, handlers.pageSize(limit));
  return { kind: "listed", pets: handlers.revisePage(page, { limit, status, parameters: query }, store) };
}

/** Endpoints, 2. */
export async function createPet(
  { handlers, store, contract: { roles } }: ServerContext,
  request: IncomingRequest,
): Promise<OperationOutcome> {
  const { headers, body } = request;
  const creation = { request, store, roles };
  if (body.kind === "too-large") return { kind: "body-too-large", limit: handlers.largestBody() };

  const contentType = headers["content-type"];
  const contentTypeObjection = handlers.checkContentTypeIsPresent(contentType);
  if (contentTypeObjection !== undefined) return invalid("checkContentTypeIsPresent", contentTypeObjection);
  const foreignObjection = handlers.checkContentTypeIsJson(contentType ?? "application/json");
  if (foreignObjection !== undefined) return invalid("checkContentTypeIsJson", foreignObjection);

  const text = handlers.decodeBody(body.bytes, creation);
  if (text.status === "refused") return invalid("decodeBody", text.reason);
  const json = handlers.parseBody(text.value);
  if (json.status === "refused") return invalid("parseBody", json.reason);
  const candidate = handlers.asObject(json.value);
  if (candidate === undefined) return invalid("asObject", "the body must be an object");

  for (const check of Object.keys(memberChecks) as (keyof typeof memberChecks)[]) {
    const objection = handlers[check](candidate, creation);
    if (objection !== undefined) return invalid(check, objection);
  }

  const pet = handlers.normalize(candidate, creation);
  const created = { ...pet, id: await handlers.assignId(pet, store) };
  await handlers.storePet(created, store);
  return { kind: "created", pet: created };
}

function invalid(check: BodyCheck, reason: string): OperationOutcome {
  return { kind: "invalid-body", check, reason };
}

/** Endpoints, 3. `petId` is the segment of the path as it was sent. */
export async function getPet(
  { handlers, store, contract, now }: ServerContext,
  petId: string,
): Promise<OperationOutcome> {
  if (handlers.isRemoved(contract.removalDate, now())) return { kind: "removed" };
  const id = handlers.readPetId(petId);
  if (id === undefined) return { kind: "invalid-id", text: petId };
  const pet = await handlers.lookUp(id, store);
  return pet === undefined ? { kind: "no-such-animal", id } : { kind: "found", pet };
}

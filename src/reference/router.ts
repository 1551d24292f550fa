import type { IncomingRequest } from "./incoming-request.js";
import { createPet, getPet, listPets, type ReferenceContract, type Surroundings } from "./operations.js";
import type { Outcome } from "./outcome.js";

/** Finds and performs the operation that a request asks for. */
export async function route(surroundings: Surroundings, request: IncomingRequest): Promise<Outcome> {
  const { contract, handlers, store } = surroundings;
  const early = await handlers.answerEarly(request, store);
  if (early !== undefined) return early;

  const { list, create, get } = contract.roles;
  const key = () => placeOf(contract, get).pattern.exec(request.path)?.[1] ?? "";
  const described = [
    { id: "listPets", ...placeOf(contract, list), perform: async () => listPets(surroundings, request) },
    { id: "createPet", ...placeOf(contract, create), perform: () => createPet(surroundings, request) },
    { id: "getPet", ...placeOf(contract, get), perform: () => getPet(surroundings, key()) },
  ] as const;
  const there = described.filter(({ pattern }) => pattern.test(request.path));
  const operation = there.find(({ method }) => method === request.method);
  request.operationId = operation?.id;

  const credential = handlers.readCredential(request.headers.authorization);
  const isAuthenticated = handlers.authenticate(credential, surroundings.key, request);
  if (operation !== undefined) {
    return isAuthenticated ? operation.perform() : handlers.refuseUnauthorized(operation.perform, request);
  }
  const other = isAuthenticated ? await handlers.answerOtherOperation(request, store) : undefined;
  if (other !== undefined) return other;
  // RFC 9110, 10.2.1: what `Allow` is to name.
  const allowed = there.map(({ method }) => `${method}`);
  return allowed.length === 0 ? { kind: "no-such-path" } : { kind: "no-such-method", allowed };
}

/** The method of an operation, and what the paths of its requests look like. */
function placeOf({ operations, versionSegment }: ReferenceContract, name: string) {
  const { method, path } = operations.get(name) ?? { method: undefined, path: "" };
  return { method, pattern: new RegExp(`^${versionSegment}${path.replace(/\{[^}]*\}/g, "([^/]+)")}$`) };
}

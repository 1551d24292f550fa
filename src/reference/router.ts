import type { Document, OpenAPIRouter } from "openapi-backend";
import type { IncomingRequest, OperationId } from "./incoming-request.js";
import { createPet, getPet, listPets, type ReferenceContract, type ServerContext } from "./operations.js";
import type { Outcome } from "./outcome.js";

/** Finds and performs the operation that a request asks for. */
export async function route(surroundings: ServerContext, request: IncomingRequest): Promise<Outcome> {
  const { contract, handlers, store } = surroundings;
  const early = await handlers.answerEarly(request, store);
  if (early !== undefined) return early;

  const { list, create, get, key } = contract.roles;
  const router = await routerFor(contract);
  const path = escapePath(request.path.slice(contract.versionSegment.length));
  // openapi-backend would take `//pets` for `/pets`.
  const isBelow = request.path.startsWith(`${contract.versionSegment}/`) && !path.startsWith("//");
  const find = (method: string) =>
    isBelow ? router.matchOperation({ method, path, headers: {} }) : undefined;
  const operation = find(request.method);
  const ids: Record<string, OperationId> = { [list]: "listPets", [create]: "createPet", [get]: "getPet" };
  const operationId = ids[operation?.operationId ?? ""];
  request.operationId = operationId;

  const perform = async (): Promise<Outcome> => {
    if (operationId === "listPets") return listPets(surroundings, request);
    if (operationId === "createPet") return createPet(surroundings, request);
    const { params } = router.parseRequest({ method: request.method, path, headers: {} }, operation);
    return getPet(surroundings, String(params[key] ?? ""));
  };
  const credential = handlers.readCredential(request.headers.authorization);
  const isAuthenticated = handlers.authenticate(credential, surroundings.key, request);
  const { security = router.definition.security ?? [] } = operation ?? {};
  if (operationId !== undefined)
    return isAuthenticated || security.length === 0
      ? perform()
      : handlers.refuseUnauthorized(perform, request);
  const other = isAuthenticated ? await handlers.answerOtherOperation(request, store) : undefined;
  if (other !== undefined) return other;
  const methods = [...new Set(router.getOperations().map(({ method }) => method))];
  // RFC 9110, 10.2.1: what `Allow` is to name.
  const allowed = methods
    .filter((method) => find(method) !== undefined)
    .map((method) => method.toUpperCase());
  return allowed.length === 0 ? { kind: "no-such-path" } : { kind: "no-such-method", allowed };
}

const routers = new WeakMap<object, Promise<OpenAPIRouter>>();

/** One for each description, however many servers. */
function routerFor({ document }: ReferenceContract): Promise<OpenAPIRouter> {
  const known = routers.get(document) ?? createRouter(document);
  routers.set(document, known);
  return known;
}

async function createRouter(document: object): Promise<OpenAPIRouter> {
  // Of the library, only its router is loaded, and only where a server runs.
  const { OpenAPIRouter } = await import("openapi-backend/router.js");
  const router = new OpenAPIRouter({
    definition: document as Document,
    ignoreTrailingSlashes: false,
  });
  // The library gathers them anew for each request.
  const operations = router.getOperations();
  router.getOperations = () => operations;
  return router;
}

/** openapi-backend trims the path, and fails on a malformed `%`: this way what it decodes is what was sent. */
function escapePath(path: string): string {
  return path.replace(/[%\s\u0080-\uffff]/g, encodeURIComponent);
}

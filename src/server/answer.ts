import type { IncomingMessage, RequestListener } from "node:http";
import type { Document, OpenAPIRouter } from "openapi-backend";
import type { Json } from "../json/index.js";
import { type IncomingRequest, type OperationId, receiveRequest } from "./incoming-request.js";
import { createPet, getPet, listPets, type ReferenceContract, type ServerContext } from "./operations.js";
import { type OperationOutcome, type Reply, sendReply } from "./reply.js";

/** Receives, performs and answers each request. Never rejects: what goes wrong inside is answered with 500, what goes wrong with the connection ends it. */
export function createRequestHandler(
  surroundings: ServerContext,
  onFailure: (error: unknown) => void = () => {},
): RequestListener {
  let received = 0;
  const replyTo = async (request: IncomingRequest, hasHost: boolean): Promise<Reply> => {
    try {
      const outcome = hasHost ? await route(surroundings, request) : missingHost;
      return await answer(surroundings, request, outcome);
    } catch (error) {
      onFailure(error);
      return answer(surroundings, request, { kind: "broken" });
    }
  };
  return async (message, response) => {
    response.on("error", () => response.destroy());
    received += 1;
    try {
      const request = await receiveRequest(message, received, surroundings.handlers.largestBody());
      const reply = await replyTo(request, hasRequiredHost(message));
      // Of a body that was not read to its end, the rest must not be taken for the next request.
      const closing = request.body.kind === "too-large" ? { Connection: "close" } : {};
      await sendReply(response, { ...reply, headers: { ...reply.headers, ...closing } });
    } catch {
      response.destroy();
    }
  };
}

const missingHost: OperationOutcome = { kind: "refused", status: 400, reason: "The Host header is missing." };

/** RFC 9112, 3.2. */
function hasRequiredHost({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion !== "1.1" || headers.host !== undefined;
}

/** Turns what an operation came to into status, headers and bytes. */
async function answer(
  { handlers, contract }: ServerContext,
  request: IncomingRequest,
  outcome: OperationOutcome,
): Promise<Reply> {
  const status = handlers.statusCode(outcome);
  const reply: Reply = {
    status,
    headers: {
      "Content-Type": handlers.contentType(outcome),
      "WWW-Authenticate": handlers.challenge(outcome),
      Allow: handlers.allow(outcome),
      Deprecation: handlers.deprecation(outcome),
      Sunset: handlers.sunset(outcome, contract.removalDate),
      Link: handlers.link(outcome, contract.versionSegment + contract.roles.listPath),
    },
    body: handlers.encode(handlers.serialize(bodyOf(outcome))),
    transmission: { kind: "whole" },
  };
  return handlers.finish(reply, request, outcome);

  function bodyOf(outcome: OperationOutcome): Json {
    switch (outcome.kind) {
      case "listed": {
        const shown = outcome.pets.map((pet) => handlers.renderListedPet(pet));
        return handlers.renderPets(shown, request.query);
      }
      case "created":
        return handlers.renderCreatedPet(outcome.pet);
      case "found":
        return handlers.renderFoundPet(outcome.pet);
      case "answered":
        return outcome.body;
      default: {
        const { code, message } = handlers.describeRefusal(outcome);
        return handlers.renderError(code, message, status);
      }
    }
  }
}

/** Finds and performs the operation that a request asks for. */
async function route(surroundings: ServerContext, request: IncomingRequest): Promise<OperationOutcome> {
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

  const perform = async (): Promise<OperationOutcome> => {
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

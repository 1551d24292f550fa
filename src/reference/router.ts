import type { Context, Document, OpenAPIBackend } from "openapi-backend";
import type { Roles } from "../description/index.js";
import type { IncomingRequest, OperationId } from "./incoming-request.js";
import {
  createPet,
  getPet,
  listPets,
  type ParameterViolations,
  type ReferenceContract,
  type Surroundings,
} from "./operations.js";
import type { Outcome } from "./outcome.js";

/** One request on its way through one server. */
interface Call {
  readonly surroundings: Surroundings;
  readonly request: IncomingRequest;
}

type Handle = (context: Context, call: Call) => Promise<Outcome>;

const operations: Record<OperationId, Handle> = {
  listPets: async (context, { surroundings, request }) =>
    listPets(surroundings, request, violationsOf(context, surroundings.contract.roles)),
  createPet: (_context, { surroundings, request }) => createPet(surroundings, request),
  getPet: ({ request: { params } }, { surroundings }) =>
    getPet(surroundings, String(params[surroundings.contract.roles.key] ?? "")),
};

/** Finds and performs the operation that a request asks for. */
export async function route(surroundings: Surroundings, request: IncomingRequest): Promise<Outcome> {
  const { handlers, contract, store } = surroundings;
  const call: Call = { surroundings, request };
  const early = await handlers.answerEarly(request, store);
  if (early !== undefined) return early;
  // openapi-backend would take `/v1pets` for `/v1/pets`.
  if (!request.path.startsWith(`${contract.versionSegment}/`))
    return otherwise(call, { kind: "no-such-path" });
  const backend = await backendFor(contract);
  return backend.handleRequest(
    {
      method: request.method,
      path: escapePath(request.path),
      query: knownParameters(request.query, contract.roles),
      headers: {},
    },
    call,
  );
}

const backends = new WeakMap<object, Promise<OpenAPIBackend>>();

/** One for each contract, however many servers: nothing in it belongs to a server, and it is slow to make. */
export function backendFor(contract: ReferenceContract): Promise<OpenAPIBackend> {
  const known = backends.get(contract.document);
  if (known !== undefined) return known;
  const created = createBackend(contract);
  backends.set(contract.document, created);
  return created;
}

/**
 * Routing, security and the validation of query parameters by openapi-backend. Body and path parameter are
 * not shown to it: its `JSON.parse` and its int64 round beyond 2^53.
 */
async function createBackend({
  document,
  versionSegment,
  roles,
}: ReferenceContract): Promise<OpenAPIBackend> {
  // Loaded where a server runs, and not where one is only started in a process of its own.
  const library = await import("openapi-backend");
  const { list, create, get } = roles;
  const names: Readonly<Record<string, OperationId>> = {
    [list]: "listPets",
    [create]: "createPet",
    [get]: "getPet",
  };
  const backend = await new library.OpenAPIBackend({
    definition: document as Document,
    apiRoot: versionSegment,
    ignoreTrailingSlashes: false,
    quick: true,
    validate: () => false,
    ajvOpts: { allErrors: true },
    securityHandlers: { apiKey: (_context: Context, call: Call) => isAuthenticated(call) },
    handlers: {
      ...Object.fromEntries(Object.entries(names).map(([described, id]) => [described, operations[id]])),
      postRoutingHandler({ operation }: Context, { request }: Call) {
        request.operationId = names[operation?.operationId ?? ""];
      },
      unauthorizedHandler: (context: Context, call: Call) =>
        call.surroundings.handlers.refuseUnauthorized(() => perform(context, call), call.request),
      notFound: (_context: Context, call: Call) => otherwise(call, { kind: "no-such-path" }),
      methodNotAllowed: ({ api, request }: Context, call: Call) => {
        const methods = new Set(api.getOperations().map(({ method }) => method.toUpperCase()));
        // RFC 9110, 10.2.1: what `Allow` is to name.
        const allowed = [...methods].filter(
          (method) => api.matchOperation({ ...request, method }) !== undefined,
        );
        return otherwise(call, { kind: "no-such-method", allowed });
      },
    },
  }).init();
  // The library gathers them anew for each request, twice.
  const known = backend.router.getOperations();
  backend.router.getOperations = () => known;
  return backend;
}

function isAuthenticated({ surroundings: { handlers, key }, request }: Call): boolean {
  return handlers.authenticate(handlers.readCredential(request.headers.authorization), key, request);
}

async function otherwise(call: Call, outcome: Outcome): Promise<Outcome> {
  if (!isAuthenticated(call)) return outcome;
  const { handlers, store } = call.surroundings;
  return (await handlers.answerOtherOperation(call.request, store)) ?? outcome;
}

async function perform(context: Context, call: Call): Promise<Outcome> {
  const { operationId } = call.request;
  return operationId === undefined ? { kind: "no-such-path" } : operations[operationId](context, call);
}

/** openapi-backend trims the path, and fails on a malformed `%`: this way what it decodes is what was sent. */
function escapePath(path: string): string {
  return path.replace(/[%\s\u0080-\uffff]/g, encodeURIComponent);
}

/** The query as openapi-backend is to see it. Unknown parameters are ignored; it would refuse them. */
function knownParameters(
  query: URLSearchParams,
  { pageSize, filter }: Roles,
): Record<string, string | string[]> {
  const given = [pageSize.name, filter.name].filter((name) => query.has(name));
  return Object.fromEntries(
    given.map((name) => {
      const texts = query.getAll(name);
      return [name, texts.length === 1 ? `${texts[0]}` : texts];
    }),
  );
}

/** What openapi-backend finds wrong with the query of a routed request. */
function violationsOf(
  { api, operation, request }: Context,
  { pageSize, filter }: Roles,
): ParameterViolations {
  const errors = api.validateRequest(request, operation).errors ?? [];
  const violationOf = (name: string) =>
    errors.find(({ instancePath }) => instancePath === `/query/${name}`)?.message;
  return { pageSize: violationOf(pageSize.name), filter: violationOf(filter.name) };
}

import { type RunState, type Send, Skip, type StateOptions } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import type { Case } from "../../generate/index.js";
import type { Json } from "../../json/index.js";
import type { Exchange } from "../../transport/index.js";
import { deriveResources, type Resource } from "./resource.js";

/** An item that the server is known to have. */
export interface KnownItem {
  readonly resource: Resource;
  readonly id: string;
  /** Its address, relative to the base address. */
  readonly path: string;
  /** Did this run create it? */
  readonly own: boolean;
}

/** A valid request, with the value of its body. */
export interface ValidRequest {
  readonly request: Case;
  readonly body: Json | undefined;
  /** Are members and parameters left out that may be? */
  readonly isBare: boolean;
}

/** What a run knows of a server, of whatever kind. */
export interface ApiState extends RunState {
  /** By the path of an item: `/books/{bookId}`. */
  readonly resources: ReadonlyMap<string, Resource>;
  /** Ids of the operations that may be called. */
  readonly harmless: ReadonlySet<string>;
  readonly items: KnownItem[];
  /** Words that stand in no request but one: what shows such a word is the run's own. */
  readonly tokens: Set<string>;
  /** Addresses of all items that were ever seen. */
  readonly seen: Set<string>;
  /** How many requests without a valid credential were refused, and which operations served one. */
  readonly unauthenticated: { refused: number; readonly served: Set<string> };
  /** By operation: the valid request that got a 2xx, with which every other one is compared. */
  readonly twins: Map<string, ValidRequest>;
  /** By family of violations: how many were refused, and the checks whose violation was accepted. */
  readonly leniency: Map<string, { refused: number; readonly accepted: Set<string> }>;
  /** Creations that went out. */
  created: number;
}

export function createState(options: StateOptions): ApiState {
  const operations = [...options.contract.operations.values()];
  const tokens = new Set<string>();
  const state: ApiState = {
    ...options,
    resources: deriveResources(operations),
    harmless: new Set(harmlessOperations(operations).map(({ id }) => id)),
    tokens,
    token: () => {
      const token = options.token();
      tokens.add(token);
      return token;
    },
    items: [],
    seen: new Set(),
    unauthenticated: { refused: 0, served: new Set() },
    twins: new Map(),
    leniency: new Map(),
    answered: new Map(),
    judged: new Map(),
    observations: new Map(),
    accepted: new Set(),
    nameLeftover: () => undefined,
    othersAct: false,
    created: 0,
    budget: {
      settle: async () => undefined,
      spent: () => state.created,
      roomFor: async (wanted) => Math.min(wanted, options.maxCreated - state.created),
    },
  };
  return state;
}

/** Words for what is not done to try a server: it costs money, tells people, or cannot be taken back. */
const costly =
  /\b(pay|payment|charge|refund|checkout|transfer|send|mail|email|sms|message|invite|invitation|notify|notification|deploy|deployment|publish|run|reset|purge|drop|delete|cancel|close|login|logout|sign|signin|signout|signup|register|subscribe|unsubscribe|token)s?\b/i;
/** Of these, what a request that only reads may do all the same. */
const ending = /\b(logout|signout|sign out|log out|reset|purge|drop|delete|cancel|unsubscribe)\b/i;

/**
 * The operations that the suite may call at all, on a server that may be written to. What creates an item is posted to a
 * collection, which is read as a list or item by item; anything else that is posted does something.
 */
export function harmlessOperations(operations: readonly Operation[]): readonly Operation[] {
  const read = operations.filter(({ method }) => method === "GET").map(({ path }) => path);
  const collections = new Set(read.flatMap((path) => [path, path.replace(/\/\{[^{}/]+\}$/, "")]));
  return operations.filter(({ id, method, path }) => {
    const words = `${id} ${path}`.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[_/{}-]/g, " ");
    if (method === "GET") return !ending.test(words);
    if (method === "DELETE") return path.endsWith("}");
    if (method === "PUT" || method === "PATCH") return path.endsWith("}") && !costly.test(words);
    return method === "POST" && !path.endsWith("}") && !costly.test(words) && collections.has(path);
  });
}

/**
 * Sends a case if the run may.
 * @throws Skip if it may not
 */
export async function sendSafely(state: ApiState, request: Case, send: Send = state.send): Promise<Exchange> {
  const operation = state.contract.operations.get(request.operation);
  if (operation?.method !== request.method || !state.harmless.has(operation.id))
    throw new Skip("untested", "the operation is not called, since it may do harm");
  if (request.method === "GET") return send(request);
  if (state.readOnly) throw new Skip("untested", "this run may not write");
  if (request.method !== "POST") {
    const [address] = request.path.split("?");
    const isOwn = state.items.some(({ own, path }) => own && path === address);
    if (isOwn) return send(request);
    throw new Skip("untested", "only what the run has created is changed or deleted");
  }
  if (state.created >= state.maxCreated)
    throw new Skip("untested", `the run has sent the ${state.maxCreated} creations that it may`);
  state.created += 1;
  return send(request);
}

/** The words in a body that no other request has: an item that shows one is the run's own. */
export function marksIn({ tokens }: ApiState, body: string): readonly string[] {
  return (body.match(/[a-z]{8}/g) ?? []).filter((word) => tokens.has(word));
}

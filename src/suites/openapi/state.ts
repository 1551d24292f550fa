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

/** A request that got a 2xx, with the value of its body. */
export interface Twin {
  readonly request: Case;
  readonly body: Json | undefined;
}

/** What a run knows of a server, of whatever kind. */
export interface ApiState extends RunState {
  /** By the path of an item: `/books/{bookId}`. */
  readonly resources: ReadonlyMap<string, Resource>;
  readonly items: KnownItem[];
  /** By operation: the valid request that every other one is compared with. */
  readonly twins: Map<string, Twin>;
  /** By family of violations: how many were refused, and the checks whose violation was accepted. */
  readonly leniency: Map<string, { refused: number; readonly accepted: Set<string> }>;
  /** Creations that went out. */
  created: number;
}

export function createState(options: StateOptions): ApiState {
  let created = 0;
  const state: ApiState = {
    ...options,
    resources: deriveResources(options.contract.operations.values()),
    items: [],
    twins: new Map(),
    leniency: new Map(),
    answered: new Map(),
    judged: new Map(),
    observations: new Map(),
    accepted: new Set(),
    nameLeftover: () => undefined,
    othersAct: false,
    get created() {
      return created;
    },
    set created(count: number) {
      created = count;
    },
    budget: {
      settle: async () => undefined,
      spent: () => created,
      roomFor: async (wanted) => Math.min(wanted, options.maxCreated - created),
    },
  };
  return state;
}

/** Words for what is not done to try a server: it costs money, tells people, or cannot be taken back. */
const costly =
  /(^|[^a-z])(pay|payment|charge|refund|send|mail|email|invite|notify|deploy|run|reset|purge|login|logout|token|signin|signup|register)s?([^a-z]|$)/i;

/** May the suite call the operation at all, on a server that may be written to? Own items may be changed and deleted. */
export function isHarmless({ id, method, path }: Operation): boolean {
  if (method === "GET") return true;
  if (method !== "POST" && method !== "DELETE") return false;
  const words = `${id} ${path}`.replaceAll(/([a-z])([A-Z])/g, "$1 $2").replaceAll(/[_-]/g, " ");
  return !costly.test(words) && (method === "POST" || path.endsWith("}"));
}

/**
 * Sends a case if the run may.
 * @throws Skip if it may not
 */
export async function sendSafely(state: ApiState, request: Case, send: Send = state.send): Promise<Exchange> {
  const operation = state.contract.operations.get(request.operation);
  if (operation === undefined || operation.method !== request.method || !isHarmless(operation))
    throw new Skip("untested", "the operation is not called, since it may do harm");
  if (request.method === "GET") return send(request);
  if (state.readOnly) throw new Skip("untested", "this run may not write");
  if (request.method === "DELETE") {
    const isOwn = state.items.some(({ own, path }) => own && path === request.path);
    if (isOwn) return send(request);
    throw new Skip("untested", "only what the run has created is deleted");
  }
  if (state.created >= state.maxCreated)
    throw new Skip("untested", `the run has sent the ${state.maxCreated} creations that it may`);
  state.created += 1;
  return send(request);
}

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { conforming } from "./conforming/index.js";
import { answerMalformedRequest, type Connections, trackConnections } from "./connections.js";
import type { Handlers } from "./handlers.js";
import type { ReferenceContract } from "./operations.js";
import { createRequestHandler } from "./request-handler.js";
import { backendFor } from "./router.js";
import { createStore } from "./store.js";

/** How long the server waits, in milliseconds. */
export interface Patience {
  /** For the header of a request, from its first byte. */
  readonly header: number;
  /** For a whole request. */
  readonly request: number;
  /** For the requests that still run when the server is closed. */
  readonly close: number;
}

/** What a reference server is to be. */
export interface ReferenceServerOptions {
  readonly contract: ReferenceContract;
  /** The only API key that is valid. */
  readonly key: string;
  /** 0, the default, lets the operating system choose a free one. */
  readonly port?: number;
  readonly host?: string;
  /** Where the server is to differ from the letter of the document. */
  readonly handlers?: Partial<Handlers>;
  /** The clock, by which `getPet` is removed. */
  readonly now?: () => Date;
  readonly patience?: Partial<Patience>;
  /** Called with what made the server answer 500. */
  readonly onFailure?: (error: unknown) => void;
}

/** A reference server that accepts requests. */
export interface ReferenceServer {
  /** The base address, with the version segment: `http://127.0.0.1:4010/v1`. */
  readonly url: string;
  /** Accepts nothing more, finishes what runs, and resolves once every connection is closed. */
  close(): Promise<void>;
}

const patient: Patience = { header: 10_000, request: 30_000, close: 5_000 };

/** Starts a server that follows the interface document to the letter, but for what `handlers` overrides. */
export async function startReferenceServer(options: ReferenceServerOptions): Promise<ReferenceServer> {
  const { key, host = "127.0.0.1", port = 0, now = () => new Date(), onFailure } = options;
  const patience = { ...patient, ...options.patience };
  const handlers: Handlers = { ...conforming(), ...options.handlers };
  const contract = mounted(options.contract, handlers);
  const store = createStore();
  for (const pet of handlers.seed()) store.put(pet);

  await backendFor(contract);
  const server = createServer({
    headersTimeout: patience.header,
    requestTimeout: patience.request,
    connectionsCheckingInterval: Math.min(1000, patience.header / 2),
    keepAliveTimeout: 60_000,
    requireHostHeader: false,
  });
  const connections = trackConnections(server, handlers.takesConnection);
  server.on("request", createRequestHandler({ contract, handlers, store, key, now }, onFailure));
  server.on("checkExpectation", (message, response) => server.emit("request", message, response));
  server.on("clientError", answerMalformedRequest);
  await listen(server, port, host);
  const stopBackground = handlers.startBackground(store);

  let closed: Promise<void> | undefined;
  return {
    url: `http://${host.includes(":") ? `[${host}]` : host}:${(server.address() as AddressInfo).port}${contract.versionSegment}`,
    close() {
      closed ??= closeServer(server, connections, patience.close).finally(stopBackground);
      return closed;
    },
  };
}

/** A document of its own where it is mounted elsewhere, since the router that belongs to a document is made once. */
function mounted(contract: ReferenceContract, { mountAt }: Handlers): ReferenceContract {
  const versionSegment = mountAt(contract.versionSegment);
  if (versionSegment === contract.versionSegment) return contract;
  return { ...contract, document: { ...contract.document }, versionSegment };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

function closeServer(server: Server, connections: Connections, patience: number): Promise<void> {
  return new Promise((resolve) => {
    const giveUp = setTimeout(() => connections.closeAll(), patience);
    server.close(() => {
      clearTimeout(giveUp);
      resolve();
    });
    connections.closeWhenIdle();
  });
}

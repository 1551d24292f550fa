import module from "node:module";
import type { ReferenceServer, ReferenceServerOptions } from "./server.js";

/** The one message of the child. */
export type Started = { readonly baseUrl: string } | { readonly reason: string };

// The child process that is the reference server. Its key comes by message, since arguments and environment
// can be seen by others. It ends when its parent lets go of it, and when its parent ends.

// From Node 22.1 on, what is loaded after this line is compiled once for all runs.
(module as typeof module & { readonly enableCompileCache?: () => unknown }).enableCompileCache?.();
// Loaded while the parent is still about to say what to serve.
const loading = import("./server.js");

/** Undefined until the parent has said what it is to be. */
let server: Promise<ReferenceServer> | undefined;

process.once("message", (options: ReferenceServerOptions) => {
  server = loading.then(({ startReferenceServer }) =>
    startReferenceServer({ ...options, onFailure: console.error }),
  );
  server.then(
    ({ baseUrl }) => report({ baseUrl }),
    (error: unknown) => report({ reason: error instanceof Error ? error.message : String(error) }),
  );
});
process.on("disconnect", stop);
process.on("SIGTERM", stop);
// An interrupt in the terminal goes to both; the parent still needs the server to end its run in order.
process.on("SIGINT", () => {});

function report(started: Started): void {
  if (process.connected) process.send?.(started);
}

async function stop(): Promise<void> {
  await server?.then(
    (running) => running.close(),
    () => {},
  );
  process.exit(0);
}

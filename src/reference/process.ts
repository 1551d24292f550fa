import type { ReferenceContract } from "./operations.js";
import { type ReferenceServer, startReferenceServer } from "./server.js";

/** What the parent sends to the child: first `start`, some time later `stop`. */
export type ParentMessage =
  | {
      readonly kind: "start";
      readonly contract: ReferenceContract;
      readonly key: string;
      readonly port: number;
      readonly host: string;
    }
  | { readonly kind: "stop" };

/** What the child sends to the parent, once, after `start`. */
export type ChildMessage =
  | { readonly kind: "started"; readonly url: string }
  | { readonly kind: "failed"; readonly reason: string };

/**
 * The child process that is the reference server. Its key comes by message, since arguments and environment
 * can be seen by others. It ends when its parent asks for it, and when its parent ends.
 */
let server: Promise<ReferenceServer> | undefined;

process.on("message", (message: ParentMessage) => {
  if (message.kind === "stop") return void stop();
  const { contract, key, port, host } = message;
  server ??= startReferenceServer({ contract, key, port, host, onFailure: console.error });
  server.then(
    ({ url }) => report({ kind: "started", url }),
    (error: unknown) => {
      report({ kind: "failed", reason: error instanceof Error ? error.message : String(error) });
      process.disconnect();
    },
  );
});
process.on("disconnect", stop);
process.on("SIGTERM", stop);
/** An interrupt in the terminal goes to both; the parent still needs the server to end its run in order. */
process.on("SIGINT", () => {});

function report(message: ChildMessage): void {
  if (process.connected) process.send?.(message);
}

async function stop(): Promise<void> {
  await server?.then(
    (running) => running.close(),
    () => {},
  );
  process.exit(0);
}

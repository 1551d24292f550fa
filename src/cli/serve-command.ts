import { randomBytes } from "node:crypto";
import { loadContract } from "../contract/index.js";
import { startReferenceServer } from "../reference/index.js";
import { exitCodes, TargetError } from "./outcome.js";

/** Runs the reference server until it is interrupted. */
export async function serve(options: {
  readonly port: number;
  readonly host: string;
  readonly key?: string;
  readonly spec?: string;
}): Promise<number> {
  const contract = loadContract(options.spec);
  const key = options.key ?? `key-${randomBytes(12).toString("hex")}`;
  const { port, host } = options;
  const server = await startReferenceServer({ contract, key, port, host }).catch(
    (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE" ? "something listens there already: choose another --port" : error.code;
      throw new TargetError(`cannot listen on ${host}:${port}: ${why}`);
    },
  );
  process.stdout.write(`${server.url}\n`);
  if (options.key === undefined) process.stderr.write(`API key, made up for this time: ${key}\n`);
  process.stderr.write("Ctrl-C stops it.\n");
  await new Promise<void>((resolve) => {
    process.once("SIGINT", resolve);
    process.once("SIGTERM", resolve);
  });
  await server.close();
  return exitCodes.conforms;
}

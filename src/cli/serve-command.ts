import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { loadContract } from "../description/index.js";
import { applyOperators, conforming, mutants, startReferenceServer, variants } from "../server/index.js";
import { exitCodes, needName, TargetError, whileListening } from "../settings/index.js";

interface ServeOptions {
  readonly port: number;
  readonly host: string;
  readonly key?: string;
  readonly mutant?: string;
  readonly variant?: string;
  readonly spec?: string;
}

/** Runs the reference server until it is interrupted. */
export async function serve({ port, host, mutant, variant, ...options }: ServeOptions): Promise<number> {
  if (mutant !== undefined) needName("mutant", mutant, [...mutants.keys()]);
  if (variant !== undefined) needName("variant", variant, [...variants.keys()]);
  const deviations = [mutants.get(mutant ?? ""), variants.get(variant ?? "")].filter(
    (each) => each !== undefined,
  );
  const contract = loadContract(options.spec);
  const key = options.key ?? `key-${randomBytes(12).toString("hex")}`;
  const handlers = applyOperators(conforming(), deviations);
  const server = await startReferenceServer({ contract, key, port, host, handlers }).catch(
    (error: NodeJS.ErrnoException) => {
      const why =
        error.code === "EADDRINUSE" ? "something listens there already: choose another --port" : error.code;
      throw new TargetError(`cannot listen on ${host}:${port}: ${why}`);
    },
  );
  process.stdout.write(`${server.baseUrl}\n`);
  if (options.key === undefined) process.stderr.write(`API key, made up for this time: ${key}\n`);
  process.stderr.write("Ctrl-C stops it.\n");
  return whileListening(async (stop) => {
    await once(stop, "abort");
    await server.close();
    return exitCodes.conforms;
  });
}

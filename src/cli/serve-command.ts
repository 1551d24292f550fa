import { randomBytes } from "node:crypto";
import { type Contract, loadContract } from "../description/index.js";
import {
  applyDeviations,
  type Conduct,
  letterPerfect,
  mountContract,
  mutants,
  startReferenceServer,
  variants,
} from "../reference/index.js";
import { needName } from "./names.js";
import { exitCodes, TargetError } from "./outcome.js";

/** Runs the reference server until it is interrupted. */
export async function serve(options: {
  readonly port: number;
  readonly host: string;
  readonly key?: string;
  readonly fault?: string;
  readonly choice?: string;
  readonly spec?: string;
}): Promise<number> {
  const contract = loadContract(options.spec);
  const key = options.key ?? `key-${randomBytes(12).toString("hex")}`;
  const { port, host } = options;
  const { conduct, mounted } = readDeviation(options, contract);
  const server = await startReferenceServer({ contract: mounted, key, port, host, conduct }).catch(
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
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, resolve);
  });
  await server.close();
  return exitCodes.conforms;
}

/** The conduct that the options ask for, and the contract by which it is mounted. */
function readDeviation(
  { fault: faultName, choice: choiceName }: { readonly fault?: string; readonly choice?: string },
  contract: Contract,
): { conduct: Conduct; mounted: Contract } {
  if (faultName !== undefined)
    needName(
      "fault",
      faultName,
      mutants.map(({ name }) => name),
    );
  if (choiceName !== undefined)
    needName(
      "permitted choice",
      choiceName,
      variants.map(({ name }) => name),
    );
  const fault = mutants.find(({ name }) => name === faultName);
  const choice = variants.find(({ name }) => name === choiceName);
  const operators = [fault, choice].flatMap((deviation) =>
    deviation === undefined ? [] : [deviation.operator],
  );
  return {
    conduct: applyDeviations(letterPerfect(), operators),
    mounted: fault === undefined ? contract : mountContract(contract, fault),
  };
}

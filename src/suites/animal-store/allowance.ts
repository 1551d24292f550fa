import type { Case } from "../../generate/index.js";
import type { Exchange } from "../../transport/index.js";
import { Stop } from "./stop.js";
import type { World } from "./world.js";

/**
 * Sends a case if the run may, and takes down what it may have added: a broken server adds an animal also where it
 * should not, or says nothing of it.
 * @throws Stop if the run may not write, or has added what it may
 */
export async function sendWithinBounds(
  world: World,
  request: Case,
  send: World["send"] = world.send,
): Promise<Exchange> {
  if (!isOfContract(world, request)) throw new Stop("untested", "this is no request of the contract");
  if (request.method === "GET") return send(request);
  if (world.readOnly) throw new Stop("untested", "this run may not write");
  const sending = await world.budget.begin(request);
  if (sending === undefined) throw boundReached(world);
  world.hasSent = true;
  const exchange = await send(request, sending.again);
  const id = sending.end(exchange.outcome);
  if (id !== undefined) world.onCreated(id, exchange.trace);
  return exchange;
}

/** Why nothing more is added. */
export function boundReached({ maxCreated }: World): Stop {
  return new Stop("untested", `the run has added the ${maxCreated} animals that it may add`);
}

/** A case that is sent again may come from a report, and a report from anyone. */
function isOfContract({ contract }: World, { operation, method, path }: Case): boolean {
  const known = contract.operations.get(operation);
  return known?.method === method && withoutEscapes(path).startsWith(known.path.split("{")[0] ?? "/");
}

/** Letters, digits and marks of ASCII mean the same percent-encoded. Source: RFC 3986, section 6.2.2.2. */
function withoutEscapes(path: string): string {
  return path.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

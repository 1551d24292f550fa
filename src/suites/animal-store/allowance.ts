import { Skip } from "../../checks/index.js";
import type { Case } from "../../generate/index.js";
import type { Exchange } from "../../transport/index.js";
import type { StoreState } from "./state.js";

/**
 * Sends a case if the run may, and takes down what it may have added: a broken server adds an animal also where it
 * should not, or says nothing of it.
 * @throws Skip if the run may not write, or has added what it may
 */
export async function sendWithinBounds(
  state: StoreState,
  request: Case,
  send: StoreState["send"] = state.send,
): Promise<Exchange> {
  if (!isOfContract(state, request)) throw new Skip("untested", "this is no request of the contract");
  if (request.method === "GET") return send(request);
  if (state.readOnly) throw new Skip("untested", "this run may not write");
  const sent = await state.budget.send(request, (...creation) => {
    state.hasSent = true;
    return send(...creation);
  });
  if (sent === undefined) throw boundReached(state);
  if (sent.id !== undefined) state.onCreated(sent.id, sent.exchange.trace);
  return sent.exchange;
}

/** Why nothing more is added. */
export function boundReached({ maxCreated }: StoreState): Skip {
  return new Skip("untested", `the run has added the ${maxCreated} animals that it may add`);
}

/** A case that is sent again may come from a report, and a report from anyone. */
function isOfContract({ contract }: StoreState, { operation, method, path }: Case): boolean {
  const known = contract.operations.get(operation);
  return known?.method === method && withoutEscapes(path).startsWith(known.path.split("{")[0] ?? "/");
}

/** Letters, digits and marks of ASCII mean the same percent-encoded. Source: RFC 3986, section 6.2.2.2. */
function withoutEscapes(path: string): string {
  return path.replaceAll(/%([2-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

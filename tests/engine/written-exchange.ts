import type { Contract } from "../../src/description/index.js";
import { type ParsedExchange, parseExchange } from "../../src/engine/index.js";
import { createSchemaValidator } from "../../src/schema/index.js";
import { accepting, buildCase } from "../../src/transport/index.js";

/** A response as it is written in a test. */
export interface Written {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is if it is a text, and else as JSON. */
  readonly body: unknown;
}

/** Makes the exchange of a request to an operation and this response, as a run would have had it. */
export function exchangeWith(
  contract: Contract,
  operationId: string,
  { status = 200, headers = {}, body }: Written,
): ParsedExchange {
  const operation = contract.operations.get(operationId);
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
  const response = {
    kind: "response",
    status,
    headers: Object.entries({ "content-type": "application/json", ...headers }),
    body: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
    cutShort: false,
  } as const;
  const exchange = {
    case: buildCase(operation, { label: "x", accepts: accepting(status) }),
    trace: "",
    sentAt: 0,
    duration: 1,
    retries: 0,
    turnedAway: 0,
    alone: false,
    outcome: response,
  };
  return parseExchange(exchange, response, createSchemaValidator(contract));
}

import type { Operation } from "../../description/index.js";
import { isSuccess, type ParsedExchange } from "../../engine/index.js";
import { addressOf, mayBeOfProxy, referredTo, slugOf } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";
import { ownItemAt } from "../api-state.js";
import { isGone } from "../inventory.js";
import type { Context } from "./item-baseline.js";
import { probe } from "./read-item.js";

/**
 * Expects that a described operation is there: its collection, or an item of the run that a read shows, is not answered with 405
 * or a router's 404. Source: RFC 9110, sections 15.5.5 and 15.5.6.
 * @param check the one that its absence breaks; that it has valid responses if absent
 */
export async function expectOperation(
  t: Context,
  operation: Operation,
  parsed: ParsedExchange | undefined,
  check = `${slugOf(operation)}/valid`,
): Promise<void> {
  const exchange = parsed === undefined ? -1 : t.exchanges.indexOf(parsed.exchange);
  if (parsed === undefined || exchange < 0 || !(await isAbsent(t, operation, parsed))) return;
  const { status } = parsed.response;
  t.expect(false, {
    check,
    problem: "not there",
    expected: `a response of ${operation.id}, which the description has`,
    actual: `${status}: ${status === 405 ? "the method is not allowed" : "nothing is found"} at its address`,
    at: { in: "status" },
    exchange,
  });
}

async function isAbsent(t: Context, operation: Operation, parsed: ParsedExchange): Promise<boolean> {
  const { response, exchange } = parsed;
  const { status } = response;
  const isDescribed = describes(operation, parsed);
  if (![404, 405].includes(status) || (status === 405 && isDescribed) || mayBeOfProxy(response)) return false;
  // Where nothing is served at all, the address is wrong, or something in front answers.
  if (t.state.learned.baselines.size === 0) return false;
  if (!operation.path.includes("{")) return status === 405 || (!isDescribed && isOfRouter(t, operation));
  const address = addressOf(exchange.case.path);
  // A deleted item may be shown as deleted.
  const item = isGone(t.state.inventory, address) ? undefined : ownItemAt(t.state.inventory, address);
  const read = t.state.api.readAt(operation.path);
  if (item === undefined || read === undefined || (status === 404 && refers(t, operation))) return false;
  if (operation.method === "GET") return status === 405;
  const shown = await probe(t.state, read, item);
  return shown !== undefined && isSuccess(shown.status);
}

/** Is a status described by itself, or a refusal in JSON by a range or by `default`? */
function describes({ responses }: Operation, { response: { status }, json }: ParsedExchange): boolean {
  return (
    responses.has(`${status}`) || (json !== undefined && (responses.has("4XX") || responses.has("default")))
  );
}

/** Is a collection not found, and not something that the request refers to? */
function isOfRouter(t: Context, operation: Operation): boolean {
  return !operation.parameters.some(({ required }) => required) && !refers(t, operation);
}

/** Has a body a member that refers to something, which may be what is not found? */
function refers({ state }: Context, { body }: Operation): boolean {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return Object.keys(properties).some((name) => referredTo(name, state.api.resources) !== undefined);
}

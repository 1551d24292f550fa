import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import { type Contract, type Operation, type Parameter, responseTo } from "../../../description/index.js";
import { type Case, fullShape, plainSchema, validValueOf } from "../../../generate/index.js";
import type { Json } from "../../../json/index.js";
import { type ApiScenario, baselineOf, type Context, makeRequest } from "../requests/baseline.js";
import { expectCreation } from "../requests/create-item.js";
import { readItem } from "../requests/read-item.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { readOf } from "../resources/item-links.js";
import { createdItem } from "../state/created-items.js";
import { type KnownItem, ownItemAt } from "../state/state.js";

/** The header by whose key a server knows a request that it has had before. Source: draft-ietf-httpapi-idempotency-key-header. */
function keyOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(
    ({ in: where, name }) => where === "header" && /^(x-)?idempotency-?key$/i.test(name),
  );
}

/** Does a description say that a creation has a key, so that it may be sent twice? */
export function takesKeys(operation: Operation, operations: Contract["operations"]): boolean {
  const isRead = operation.method === "POST" && readOf(operation, operations) !== undefined;
  return isRead && keyOf(operation) !== undefined;
}

/** What is sent again with the same key creates nothing more. A server may refuse it as well. */
export function idempotencyScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  const [read, key] = [readOf(operation, operations), keyOf(operation)];
  if (read === undefined || key === undefined || operation.method !== "POST") return undefined;
  return {
    id: `${slugOf(operation)}/idempotent`,
    title: `${operation.id} creates one item for one ${key.name}`,
    phase: "populate",
    inputs: ({ contract }) => (Object.hasOwn(contract.known?.values ?? {}, key.name) ? [] : [null]),
    run: async (t) => {
      const { shape } = baselineOf(t, operation);
      const chosen = new Map([[key, newKey(t, key)]]);
      const { request } = makeRequest(() => validRequest(t.state, operation, shape, chosen));
      const parsed = await t.send(request);
      expectCreation(parsed);
      const first = createdItem(t.state, operation, parsed);
      if (first === undefined || ownItemAt(t.state, first.path) === undefined)
        throw new Skip("untested", "no response to a creation shows the id of what it created");
      const again = { ...request, label: `the same again, with the same ${key.name}` };
      const second = await sendAgain(t, operation, again);
      const exchange = t.exchanges.length - 1;
      if (second === undefined || second.path === first.path) return t.expectNone([]);
      await settle(t);
      const third = await sendAgain(t, operation, again);
      const isOther = third !== undefined && third.path !== first.path && third.path !== second.path;
      const areThere = isOther && (await isShown(t, read, first)) && (await isShown(t, read, second));
      if (!areThere)
        throw new Skip("untested", "it was created twice, but not a third time, or not all is shown");
      t.expect(false, {
        problem: "created again with the same key",
        expected: `no new item, since ${key.name} is that of a request that has been answered: ${first.path} once more, or a refusal`,
        actual: `${second.path}, and another one after that`,
        at: { in: "status" },
        exchange,
      });
    },
  };
}

/** A key that no request had before, also of runs with the same seed. An example of the description may have been used. */
function newKey({ state }: Context, { schema }: Parameter): Json {
  const { examples: _, default: __, ...form } = plainSchema(schema);
  const options = { marker: state.nonce, reference: () => undefined, shape: fullShape };
  return makeRequest(() => validValueOf(form, options));
}

/** Sends a creation again; what it created, if the response says so. An answer that is not described may be a refusal. */
async function sendAgain(
  t: Context,
  operation: Operation,
  request: Case,
): Promise<Pick<KnownItem, "path"> | undefined> {
  const exchange = await t.sendUnchecked(request);
  const { outcome } = exchange;
  if (outcome.kind !== "response" || !isSuccess(outcome.status) || outcome.status === 202) return undefined;
  if (responseTo(operation, outcome.status) === undefined) return undefined;
  const parsed: ParsedExchange = await t.judge(exchange);
  return createdItem(t.state, operation, parsed);
}

async function isShown(t: Context, read: Operation, item: Pick<KnownItem, "path">): Promise<boolean> {
  return (await readItem(t, read, item)) !== undefined;
}

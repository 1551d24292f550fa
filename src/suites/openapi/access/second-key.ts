import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import { callableOperations, needsKey } from "../../../model/index.js";
import { type Context, makeRequest } from "../requests/baseline.js";
import { at, successes, validRequest } from "../requests/requests.js";
import { sendWith } from "./credentials.js";

const second = { kind: "second" } as const;
const missing = { kind: "missing" } as const;

/** Operations that are tried with the second key at most. */
const mostTried = 4;

/**
 * Makes sure that the second key is good: some operation that serves nobody without a key serves it, or lets it create an
 * item.
 * @throws Skip if there is none, or nothing shows that
 */
export async function needSecondKey(t: Context, contract: Contract, creation: Operation): Promise<void> {
  const { key, learned } = t.state;
  if (!key.hasSecond)
    throw new Skip(
      "untested",
      "there is no second credential: set PEDIGREE_SECOND_API_KEY, or name a file with --second-key-file",
    );
  if (learned.isSecondKeyGood() === undefined)
    learned.setSecondKeyGood((await isServed(t, contract)) || (await mayCreate(t, contract, creation)));
  if (learned.isSecondKeyGood() !== true)
    throw new Skip("untested", "nothing shows that the second credential is good: no operation serves it");
}

async function isServed(t: Context, contract: Contract): Promise<boolean> {
  const asking = callableOperations(contract).filter(
    (each) => each.method === "GET" && !each.path.includes("{") && needsKey(contract, each),
  );
  for (const operation of asking.slice(0, mostTried)) {
    const { request } = makeRequest(() => validRequest(t.state, operation));
    if (!isSuccess(await statusWithSecond(t, operation, request))) continue;
    if (!isSuccess(await sendWith(t, request, missing))) return true;
  }
  return false;
}

async function statusWithSecond(t: Context, operation: Operation, request: Case): Promise<number> {
  const label = "the second key, where it may be served";
  const accepts = [...successes(operation), ...[401, 403].map((status) => ({ status, schema: "" }))];
  const { response } = await t.send({ ...request, credential: second, accepts, label });
  return response.status;
}

/** It deletes the items that it creates, as far as there is a way. */
async function mayCreate(t: Context, contract: Contract, creation: Operation): Promise<boolean> {
  const { state } = t;
  if (!needsKey(contract, creation) || state.learned.unauthenticated.served.has(creation.id)) return false;
  const before = new Set(state.inventory.items);
  const { request } = makeRequest(() =>
    validRequest(state, creation, state.learned.baselines.get(creation.id)?.shape),
  );
  const isCreated = isSuccess(await statusWithSecond(t, creation, request));
  const created = state.inventory.items.filter((item) => item.own && !before.has(item));
  const removal = [...contract.operations.values()].find(
    ({ method, path }) => method === "DELETE" && path === created[0]?.resource.itemPath,
  );
  if (removal === undefined) return isCreated;
  const { request: deletion } = makeRequest(() => validRequest(state, removal));
  for (const item of created) {
    await statusWithSecond(t, removal, at(deletion, item));
    // The first user could not delete it.
    state.inventory.forget(item);
  }
  return isCreated;
}

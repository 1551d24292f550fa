import type { Actor, Answer } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isJsonObject, isSameJson, type Json, type JsonObject, renderJson } from "../../json/index.js";
import { callableOperations, needsKey, unwrapped } from "../../model/index.js";
import {
  assume,
  type Context,
  createItem,
  expectRefusedAt as expectPlaceRefused,
  type KnownItem,
  markersIn,
  readItem,
  sendWith as sendCredential,
  successes,
  validRequest,
} from "../../session/index.js";
import {
  accepting,
  type Case,
  type CredentialName,
  type CredentialPlace,
  describeCredential,
} from "../../transport/index.js";
import { at, bodyTextOf, hasMarker } from "../../values/index.js";

/** A new item of the first user, who can read it. */
export interface OwnItem {
  readonly item: KnownItem;
  /** Words of its own that it shows. */
  readonly words: readonly string[];
}

const second = { kind: "second" } as const;
const missing = { kind: "missing" } as const;

/** Operations that are tried with the second key at most. */
const mostTried = 4;

/**
 * Sends a request with another credential: nothing but a refusal is expected.
 * @returns its status; that of the failure, where a success says in its body that the request failed
 */
export function sendWith({ stage }: Actor, request: Case, credential: CredentialName): Promise<number> {
  return sendCredential(stage.t, request, credential);
}

/** Expects that a wrong key is refused in another place than the usual one. */
export function expectRefusedAt({ stage }: Actor, request: Case, place: CredentialPlace): Promise<void> {
  return expectPlaceRefused(stage.t, stage.roles.op, request, place);
}

/** Notes that a request without a valid credential was served, or refused. */
export function noteUnauthenticated({ stage }: Actor, isServed: boolean): void {
  stage.t.state.learned.noteUnauthenticated(stage.roles.op, isServed);
}

/** Creates an item, if there is a good second key. */
export async function addAsFirst({ stage }: Actor): Promise<OwnItem> {
  const { t, creating } = stage;
  const { create, read } = creating();
  await assumeSecondKey(t, create);
  const { item, request } = await createItem(t, create);
  const shown = await readItem(t, read, item);
  assume(shown !== undefined, "not found");
  const words = markersIn(t.state, bodyTextOf(request)).filter((word) => hasMarker(renderJson(shown), word));
  return { item, words };
}

/** Sends a request for an item of the first user with the second key: nothing but a refusal is expected. */
export async function sendAsSecond({ stage: { t, answerOf } }: Actor, request: Case): Promise<Answer> {
  const accepts = accepting(401, 403, 404);
  const label = `an item of another user, with ${describeCredential(second)}`;
  return answerOf(await t.send({ ...request, accepts, label, credential: second }));
}

/** Names what of an item has changed to what was sent. */
export function changesTo(
  { stage }: Actor,
  { resource }: KnownItem,
  { sent, before, after }: Readonly<Record<"sent" | "before" | "after", Json>>,
): readonly string[] {
  const membersOf = (shown: Json): JsonObject =>
    isJsonObject(shown) ? { ...unwrapped(resource, shown), ...shown } : {};
  const has = (members: JsonObject, name: string, value: Json): boolean =>
    members[name] !== undefined && isSameJson(members[name], value);
  const [earlier, later] = [membersOf(before), membersOf(after)];
  const changed = Object.entries(isJsonObject(sent) ? sent : {}).filter(
    ([name, value]) => has(later, name, value) && !has(earlier, name, value),
  );
  if (changed.length > 0) return changed.map(([name]) => name);
  const isNew = (marker: string) =>
    hasMarker(renderJson(after), marker) && !hasMarker(renderJson(before), marker);
  return markersIn(stage.t.state, renderJson(sent)).some(isNew) ? ["it shows what was sent"] : [];
}

/** The second key is good where some operation that serves nobody without a key serves it, or lets it create an item. */
async function assumeSecondKey(t: Context, creation: Operation): Promise<void> {
  const { key, learned } = t.state;
  assume(key.hasSecond, "no second key");
  if (learned.isSecondKeyGood() === undefined)
    learned.setSecondKeyGood((await isServed(t)) || (await mayCreate(t, creation)));
  assume(learned.isSecondKeyGood() === true, "second key not served");
}

async function isServed(t: Context): Promise<boolean> {
  const { contract } = t.state;
  const asking = callableOperations(contract).filter(
    (each) => each.method === "GET" && !each.path.includes("{") && needsKey(contract, each),
  );
  for (const operation of asking.slice(0, mostTried)) {
    const { request } = validRequest(t.state, operation);
    if (!isSuccess(await statusWithSecond(t, operation, request))) continue;
    if (!isSuccess(await sendCredential(t, request, missing))) return true;
  }
  return false;
}

async function statusWithSecond(t: Context, operation: Operation, request: Case): Promise<number> {
  const label = "the second key, where it may be served";
  const accepts = [...successes(operation), ...accepting(401, 403)];
  const { response } = await t.send({ ...request, credential: second, accepts, label });
  return response.status;
}

/** It deletes the items that it creates, as far as there is a way. */
async function mayCreate(t: Context, creation: Operation): Promise<boolean> {
  const { state } = t;
  const { contract } = state;
  if (!needsKey(contract, creation) || state.learned.unauthenticated.served.has(creation.id)) return false;
  const before = new Set(state.inventory.items);
  const { request } = validRequest(state, creation, state.learned.baselines.get(creation.id)?.shape);
  const isCreated = isSuccess(await statusWithSecond(t, creation, request));
  const created = state.inventory.items.filter((item) => item.own && !before.has(item));
  const removal = [...contract.operations.values()].find(
    ({ method, path }) => method === "DELETE" && path === created[0]?.resource.itemPath,
  );
  if (removal === undefined) return isCreated;
  const { request: deletion } = validRequest(state, removal);
  for (const item of created) {
    await statusWithSecond(t, removal, at(deletion, item));
    // The first user could not delete it.
    state.inventory.forget(item);
  }
  return isCreated;
}

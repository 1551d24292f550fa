import type { Operation } from "../description/index.js";
import { isSuccess } from "../engine/index.js";
import { isJsonObject, isSameJson, type Json, type JsonObject, renderJson } from "../json/index.js";
import { callableOperations, needsKey, unwrapped } from "../model/index.js";
import {
  assume,
  type Context,
  createItem,
  expectRefusedAt,
  type KnownItem,
  markersIn,
  readItem,
  sendWith,
  successes,
  validRequest,
} from "../session/index.js";
import {
  accepting,
  type Case,
  type CredentialName,
  type CredentialPlace,
  describeCredential,
} from "../transport/index.js";
import { at, bodyTextOf, hasMarker } from "../values/index.js";
import type { Answer, Stage } from "./stage.js";

/** A new item of the first user, who can read it. */
export interface OwnItem {
  readonly item: KnownItem;
  /** Words of its own that it shows. */
  readonly words: readonly string[];
}

/** Sends requests as somebody else than the user: without a valid credential, or as a second user. */
export interface UserVerbs {
  /**
   * Sends a request with another credential: nothing but a refusal is expected.
   * @returns its status; that of the failure, where a success says in its body that the request failed
   */
  readonly sendWith: (request: Case, credential: CredentialName) => Promise<number>;
  /** Expects that a wrong key is refused in another place than the usual one. */
  readonly expectRefusedAt: (request: Case, place: CredentialPlace) => Promise<void>;
  /** A request without a valid credential was served, or refused. */
  readonly noteUnauthenticated: (isServed: boolean) => void;
  /** Creates an item, if there is a good second key. */
  readonly addAsFirst: () => Promise<OwnItem>;
  /** Sends a request for an item of the first user with the second key: nothing but a refusal is expected. */
  readonly sendAsSecond: (request: Case) => Promise<Answer>;
  /** Where an item has changed to what was sent, in a few words. */
  readonly changesTo: (
    item: KnownItem,
    change: Readonly<Record<"sent" | "before" | "after", Json>>,
  ) => readonly string[];
}

const second = { kind: "second" } as const;
const missing = { kind: "missing" } as const;

/** Operations that are tried with the second key at most. */
const mostTried = 4;

/** The verbs by which a property acts as somebody else. */
export function userVerbs({ t, roles: { op }, creating, answerOf }: Stage): UserVerbs {
  return {
    sendWith: (request, credential) => sendWith(t, request, credential),
    expectRefusedAt: (request, place) => expectRefusedAt(t, op, request, place),
    noteUnauthenticated: (isServed) => t.state.learned.noteUnauthenticated(op, isServed),
    addAsFirst: async () => {
      const { create, read } = creating();
      await assumeSecondKey(t, create);
      const { item, request } = await createItem(t, create);
      const shown = await readItem(t, read, item);
      assume(shown !== undefined, "not found");
      const words = markersIn(t.state, bodyTextOf(request)).filter((word) =>
        hasMarker(renderJson(shown), word),
      );
      return { item, words };
    },
    sendAsSecond: async (request) => {
      const accepts = accepting(401, 403, 404);
      const label = `an item of another user, with ${describeCredential(second)}`;
      return answerOf(await t.send({ ...request, accepts, label, credential: second }));
    },
    changesTo: ({ resource }, { sent, before, after }) => {
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
      return markersIn(t.state, renderJson(sent)).some(isNew) ? ["it shows what was sent"] : [];
    },
  };
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
    if (!isSuccess(await sendWith(t, request, missing))) return true;
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

import {
  isSuccess,
  type ParsedExchange,
  parseExchange,
  shownText,
  unlessSkipped,
} from "../../engine/index.js";
import { isJsonObject, type Json, parseJson } from "../../json/index.js";
import type { Resource } from "../../model/index.js";
import { bodyTextOf } from "../../values/index.js";
import { type ApiState, type KnownItem, ownItemNamed } from "../api-state.js";
import { learnItems } from "./learn-items.js";
import { requestIfAny } from "./made-request.js";
import { freeItems } from "./member-references.js";
import { sendSafely } from "./sending.js";
import { hasUnique, isNamed, memberKey } from "./unique-values.js";

/** A member of a request that refers to an item of the run. */
interface Reference {
  readonly name: string;
  readonly item: KnownItem;
}

/**
 * Learns from the response to a creation which references can be had once only, as a tool is lent once: where a conflict is not one of
 * texts, the items that the request refers to are in its way. Such a reference leads to another item each time, and the run creates one
 * beforehand.
 */
export async function provideReferences(
  state: ApiState,
  { exchange, response }: ParsedExchange,
): Promise<void> {
  const operation = state.contract.operations.get(exchange.case.operation);
  if (operation?.method !== "POST" || state.effects.get(operation.id) !== "creates") return;
  const { references } = state.requests;
  const isRefused = response.status === 409 && !hasUnique(state, operation);
  if (!isRefused && (references.size === 0 || !isSuccess(response.status))) return;
  const all = referencesIn(state, bodyTextOf(exchange.case));
  const described = operation.responses.get(`${response.status}`)?.description ?? "";
  const namedIn = (said: string): readonly Reference[] =>
    all.filter(({ item }) => isNamed(said, item.resource.parameter.replace(/_?id$/i, "")));
  // A description names all that may be in the way, and the response what is.
  const inTheWay =
    [namedIn(shownText(response)), namedIn(described), all].find((each) => each.length > 0) ?? [];
  const isOnce = ({ name }: Reference): boolean => references.has(memberKey(operation, name));
  for (const { name, item } of isRefused ? inTheWay : all.filter(isOnce)) {
    state.requests.noteReferred(memberKey(operation, name), item.id, isRefused);
    if (freeItems(state, operation, name, item.resource).length === 0)
      await unlessSkipped(() => addItem(state, item.resource));
  }
}

function referencesIn(state: ApiState, text: string): readonly Reference[] {
  const sent = parseJson(text);
  const members: readonly (readonly [string, Json])[] =
    sent.status === "valid" && isJsonObject(sent.value) ? Object.entries(sent.value) : [];
  return members.flatMap(([name, value]) => {
    const item = ownItemNamed(state, name, value);
    return item === undefined ? [] : [{ name, item }];
  });
}

/** Creates an item of a kind, as the run has done before. */
async function addItem(state: ApiState, { creations }: Resource): Promise<void> {
  const creation = creations.find(({ id }) => state.learned.baselines.has(id));
  const shape = creation && state.learned.baselines.get(creation.id)?.shape;
  const valid = creation && requestIfAny(state, creation, shape);
  if (valid === undefined) return;
  const exchange = await sendSafely(state, valid.request, state.target.sendProbe);
  const { outcome } = exchange;
  if (outcome.kind === "response" && isSuccess(outcome.status))
    await learnItems(state, parseExchange(exchange, outcome, state.validate));
}

import { isSuccess, type ParsedExchange } from "../../checks/index.js";
import type { Operation } from "../../description/index.js";
import { NoValue } from "../../generate/index.js";
import { readOf } from "./read-back.js";
import { at, validRequest } from "./requests.js";
import { collectedAt, createdId, idOf, itemAddress, itemsIn } from "./resource.js";
import { type ApiState, type KnownItem, marksIn } from "./state.js";

/** Items of others that are remembered, of each kind. */
const mostItems = 20;

/** Writes down which items there are: what a creation answers with, and what a list shows. */
export async function learnItems(state: ApiState, parsed: ParsedExchange): Promise<void> {
  const { exchange, response, json } = parsed;
  const operation = state.contract.operations.get(exchange.case.operation);
  const resource = operation && collectedAt(state.resources, operation.path);
  if (operation === undefined || resource === undefined || !isSuccess(response.status)) return;
  const pathOf = (id: string): string => itemAddress(resource, exchange.case.path, id);
  if (operation.method === "GET") {
    const text = Buffer.from(response.body).toString("utf8");
    if (marksIn(state, text).some((mark) => state.refused.has(mark))) state.storesRefused = true;
    for (const item of itemsIn(json)) {
      const id = idOf(resource, item);
      if (id !== undefined) remember(state, { resource, id, path: pathOf(id), own: false });
    }
  }
  if (operation.method !== "POST") return;
  const id = createdId(resource, { path: exchange.case.path, response, json });
  if (id === undefined) return;
  const path = pathOf(id);
  const isNew = !state.seen.has(path) && [200, 201].includes(response.status);
  const own = isNew && (await showsMark(state, operation, parsed, path));
  const item = { resource, id, path, own: own && response.status === 201 };
  remember(state, item);
  if (own && response.status === 200) learnFromDoubtful(state, operation, item);
}

/**
 * A 200 may come from an item that exists once, and that every POST changes. Two responses prove a creation: each shows a
 * new item, with words that only its own request had.
 */
function learnFromDoubtful(state: ApiState, { id }: Operation, item: KnownItem): void {
  const alike = [...(state.doubtful.get(id) ?? []), item];
  state.doubtful.set(id, alike);
  if (alike.length < 2) return;
  const paths = new Set(alike.map(({ path }) => path));
  const others = state.items.filter(({ path }) => !paths.has(path));
  state.items.splice(0, state.items.length, ...others, ...alike.map((each) => ({ ...each, own: true })));
}

function remember(state: ApiState, item: KnownItem): void {
  const known = state.items.filter(({ resource }) => resource === item.resource);
  const isNew = !state.seen.has(item.path);
  state.seen.add(item.path);
  if (isNew && (item.own || known.length < mostItems)) state.items.push(item);
}

/** Shows the response to a creation a word that only its request had? Where it has no body, the item itself is asked for. */
async function showsMark(
  state: ApiState,
  operation: Operation,
  { exchange, response }: ParsedExchange,
  path: string,
): Promise<boolean> {
  const { body } = exchange.case;
  const marks = marksIn(state, body?.kind === "text" ? body.text : "");
  const isIn = (bytes: Uint8Array): boolean => {
    const text = Buffer.from(bytes).toString("utf8");
    return marks.some((mark) => text.includes(mark));
  };
  const read = readOf(operation, state.contract.operations);
  if (response.body.length > 0 || read === undefined) return isIn(response.body);
  try {
    const { request } = validRequest(state, read);
    const { outcome } = await state.sendAside(at(request, { path }));
    return outcome.kind === "response" && isSuccess(outcome.status) && isIn(outcome.body);
  } catch (error) {
    if (error instanceof NoValue) return false;
    throw error;
  }
}

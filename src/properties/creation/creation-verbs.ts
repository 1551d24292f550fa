import {
  type Actor,
  type Attempt,
  answersWithItem,
  createAndRead,
  expectAnswerAsRead,
  expectBooleansKept,
  expectOrderKept,
  readBack,
  type Stage,
  shownDifferences,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import type { ParsedExchange } from "../../engine/index.js";
import { isJsonObject, type Json, renderJson } from "../../json/index.js";
import { idOf, membersShownIn, pathToMembers, plainPath, valueAt } from "../../model/index.js";
import { plainSchema, type Shape } from "../../schema/index.js";
import {
  baselineOf,
  type Context,
  createAtUnusedId,
  type KnownItem,
  markersIn,
  readItem,
  stateWith,
  unusedId,
  validRequest,
} from "../../session/index.js";
import { headerValues } from "../../transport/index.js";
import { pairOf, type ValidRequest, withOtherBody } from "../../values/index.js";
import { expectMapsKept } from "./maps.js";
import { expectLettersKept } from "./wide-texts.js";

/** How long texts are that may be of any length: a server that cuts them off has to refuse them. */
export const textLengths = [0, 300] as const;

/** A creation, and its response. */
interface Creation extends ValidRequest {
  readonly parsed: ParsedExchange;
}

/** An item that was put where none was, and what is found there then. */
export interface PutItem extends ValidRequest {
  /** That of the response; 0 without one. */
  readonly status: number;
  readonly found: Json | undefined;
  /** Does the response say that the item has another address, or another id? */
  readonly isElsewhere: boolean;
}

/**
 * Sends a valid creation: of two items, where its body is a list.
 * @param textLength how long texts are that may be of any length
 */
export async function sendCreation(
  { stage: { t, roles } }: Actor,
  textLength: number = textLengths[0],
): Promise<Creation> {
  const shape = { ...baselineOf(t, roles.op).shape, textLength };
  const valid = withSecondItem(t, roles.op, validRequest(t.state, roles.op, shape));
  return { ...valid, parsed: await t.send(valid.request) };
}

/** The same request with a second item, where its body is a list that may have one. */
function withSecondItem(t: Context, operation: Operation, valid: ValidRequest): ValidRequest {
  const { maxItems = 2, prefixItems } = plainSchema(operation.body?.schema ?? {});
  const list = valid.body;
  if (!Array.isArray(list) || list.length !== 1 || maxItems < 2 || prefixItems !== undefined) return valid;
  const { body: other } = validRequest(t.state, operation, valid.shape);
  const body = [...(list as readonly Json[]), ...(Array.isArray(other) ? (other as readonly Json[]) : [])];
  return withOtherBody(operation, valid, body);
}

/** Returns an item that is not there yet, under an id that the client chooses. */
export function unusedItem({ stage: { t, roles, reading } }: Actor): Promise<KnownItem> {
  return unusedId(t, { operation: roles.op, read: reading() });
}

/** Puts an item where none is, and reads it, unless it is refused. */
export async function putAt(
  { stage: { t, roles, reading } }: Actor,
  item: KnownItem,
  shape: Shape,
): Promise<PutItem> {
  const valid = validRequest(stateWith(t.state, item), roles.op, shape);
  const request = { ...valid.request, label: "valid, with an id that no item has" };
  const parsed = await createAtUnusedId(t, reading(), { item, request });
  const status = parsed?.response.status ?? 0;
  const isRefused = (status >= 400 && status < 500) || status === 202;
  const found = isRefused ? undefined : await readItem(t, reading(), item);
  return { ...valid, status, found, isElsewhere: parsed !== undefined && isElsewhere(parsed, item) };
}

/** Does a response say that what was put is at another address, or has another id? */
function isElsewhere({ response, json }: ParsedExchange, { resource, id, path }: KnownItem): boolean {
  const [location = path] = headerValues(response, "location");
  const shownId = isJsonObject(json) ? idOf(resource, json) : undefined;
  return !plainPath(location).endsWith(plainPath(path)) || (shownId ?? id) !== id;
}

/** Reads what was created, and expects that it shows what was sent; undefined if it is not there. */
export function readCreated(
  { stage: { t, roles, reading } }: Actor,
  { body, parsed }: Creation,
): Promise<Json | undefined> {
  return readBack(t, { operation: roles.op, read: reading(), parsed, sent: body });
}

/**
 * Expects that the response to a creation shows what was sent, and what is read then.
 * @returns whether it shows the item
 */
export function expectAnswer({ stage }: Actor, creation: Creation, found?: Json): boolean {
  const { t, roles, reading } = stage;
  const { body: sent, parsed } = creation;
  const showsItem = expectAnswered(stage, creation);
  if (found !== undefined)
    expectAnswerAsRead(t, { operation: roles.op, read: reading(), parsed, sent, found });
  return showsItem;
}

/**
 * Compares the response to a creation with what was sent: only what it shows, and only where it shows the item.
 * @returns whether it does
 */
function expectAnswered({ t, roles }: Stage, { body: sent, parsed }: Creation): boolean {
  const { op: operation } = roles;
  const { json, response, exchange } = parsed;
  if (response.status !== 201 || json === undefined || !answersWithItem(operation)) return false;
  const representations = { operation, read: operation, status: 201, sent, found: json };
  const pair = pairOf(t.state.api, representations);
  if (pair === undefined) return false;
  // Another kind of thing, such as a job, may have a name, too.
  const isItem = Object.entries(pair.sent).some(
    ([name, value]) =>
      typeof value === "string" && markersIn(t.state, value).length > 0 && pair.found[name] === value,
  );
  if (!isItem) return false;
  const shows = t.exchanges.indexOf(exchange);
  t.expectNone(
    shownDifferences(t, representations).map(({ path, expected, actual }) => ({
      problem: `another ${path.join("/")}`,
      expected: `${path.join("/")} is ${renderJson(expected)}, as it was sent`,
      actual: `${renderJson(actual ?? null)}, in the response to its creation`,
      at: { in: "body", pointer: `/${path.join("/")}` } as const,
      ...(shows < 0 ? {} : { exchange: shows }),
    })),
  );
  return true;
}

/** Expects that further items keep booleans, entries of maps, the order of lists, and letters of all kinds. */
export async function expectPartsKept(
  { stage: { t, roles, reading } }: Actor,
  { body, shape }: Pick<Creation, "body" | "shape">,
  found: Json | undefined,
): Promise<void> {
  if (found === undefined) return;
  const creating = { operation: roles.op, read: reading(), shape };
  const attempt: Attempt = (change, { label, shape: other = shape }) =>
    createAndRead(t, { ...creating, shape: other }, { change, label });
  await expectBooleansKept(t, { ...creating, body, found, attempt });
  await expectMapsKept(t, creating);
  await expectOrderKept(t, creating);
  await expectLettersKept(t, { ...creating, body });
}

/** Returns the values that a response shows at a place of the body that was sent: in the item, or in what wraps it. */
export function valuesAt(
  { stage: { t, roles } }: Actor,
  shown: Json,
  path: readonly string[],
  sent: Json,
): readonly Json[] {
  const { api } = t.state;
  const resource = api.resourceIn(roles.op) ?? api.resourceAt(roles.op.path);
  const wrapped = pathToMembers(resource, sent);
  const isWrapped = wrapped.every((name, index) => path[index] === name);
  const paths = isWrapped ? [path, path.slice(wrapped.length)] : [path];
  return [shown, membersShownIn(resource, shown)]
    .flatMap((each) => paths.map((names) => valueAt(each, names)))
    .filter((each) => each !== undefined);
}

import type {
  Breach,
  CallOptions,
  Operation,
  PropertyActor,
  PropertyItem,
  PropertyResponse,
  ResponsePlace,
} from "../../description/index.js";
import { type Failure, isSuccess, Skip, unlessSkipped } from "../../engine/index.js";
import { isFraction, isJsonObject, type Json, numberAsWritten } from "../../json/index.js";
import { actedOn, addressOf, type Callable, plainPath, slugOf } from "../../model/index.js";
import { type Context, type KnownItem, ownItemAt, validRequest } from "../../session/index.js";
import { type Case, headerValues, orRefused, type Response } from "../../transport/index.js";
import { encodeFor, onItem } from "../../values/index.js";
import { createActor } from "../actor.js";
import type { Roles } from "../stage.js";

/** The operation that a property of the user's is about, and those on its items: an action acts on the items of its path. */
export function rolesAround(op: Operation, { api, mayCall }: Callable): Roles {
  const resource = api.resourceAt(actedOn(op, api) ?? op.path) ?? api.resourceIn(op);
  const create = resource?.creations.find(mayCall);
  const { read, list } = resource ?? {};
  return { op, ...(create && { create }), ...(read && { read }), ...(list && { list }), needs: [] };
}

/** The id of the check of a user's property on an operation. */
export function customCheckId(op: Pick<Operation, "id">, id: string): string {
  return `${slugOf(op)}/${customCheckPart(id)}`;
}

/** The part of that id which goes on after the operation. */
export function customCheckPart(id: string): string {
  return `custom/${id}`;
}

/** A response, as a property of the user's sees it. */
export function propertyResponse(response: Response, json: Parameters<typeof plainOf>[0]): PropertyResponse {
  return {
    status: response.status,
    header: (name) => headerValues(response, name.toLowerCase())[0],
    json: plainOf(json),
  };
}

/**
 * Creates the actor of a custom property.
 * @param check the check that a broken promise counts for
 * @returns it, and what is called once the property has ended: from then on, no verb of it does anything. It returns whether the
 * property expected anything.
 */
export function createPropertyActor(
  t: Context,
  roles: Roles,
  check: string,
): { readonly actor: PropertyActor; readonly end: () => Promise<boolean> } {
  const inner = createActor(t, roles, check);
  const { api, inventory, effects } = t.state;
  const deleted: KnownItem[] = [];
  const pending = new Set<Promise<unknown>>();
  let hasExpected = false;
  let hasEnded = false;
  const assume: PropertyActor["assume"] = (holds, reason) => {
    if (!holds) throw new Skip("untested", `${reason}`);
  };
  /** A call that is not awaited ends before the property does, and its failure harms nothing. */
  const whileActing = <Value>(work: () => Promise<Value>): Promise<Value> => {
    assume(!hasEnded, "the property has ended");
    const done = work();
    pending.add(done);
    done.catch(() => undefined);
    return done;
  };

  /** The request of an operation for an item of the run, until the property ends also for one that it has deleted. */
  function requestOn(operation: Operation, request: Case, { path }: Pick<PropertyItem, "path">): Case {
    const own = ownItemAt(inventory, `${path}`);
    assume(own !== undefined, `the run has not created ${path}`);
    if (!plainPath(operation.path).startsWith(own?.resource.itemPath ?? ""))
      throw new TypeError(`${operation.id} is not about an item at ${path}`);
    return onItem(request, { path });
  }

  async function call(id: string, { item, edit }: CallOptions = {}): Promise<PropertyResponse> {
    const operation = api.operations.get(id);
    if (operation === undefined) throw new TypeError(`the description has no operation ${id}`);
    assume(effects.has(id), `the run may not call ${id}: --allow ${id} lets it`);
    const { request: usual, body } = validRequest(t.state, operation);
    const request = item === undefined ? usual : requestOn(operation, usual, item);
    const sent = edit === undefined ? request.body : encodeFor(operation, jsonOf(edit(plainOf(body))));
    const { response, json } = await t.send({
      ...request,
      ...(sent === undefined ? {} : { body: sent }),
      accepts: orRefused(request),
      label: id,
    });
    const own = ownItemAt(inventory, addressOf(request.path));
    const isDeleted = operation.method === "DELETE" && isSuccess(response.status);
    if (isDeleted && own !== undefined) deleted.push(own);
    return propertyResponse(response, json);
  }

  const actor: PropertyActor = {
    create: (edit) =>
      whileActing(async () => {
        const item = await inner.create(edit && ((body) => jsonOf(edit(plainOf(body)))));
        return { id: item.id, path: item.path, sent: plainOf(item.sent), found: plainOf(item.found) };
      }),
    read: (item) => whileActing(async () => plainOf(await inner.read(item))),
    list: () => whileActing(async () => (await inner.list()).items.map(plainOf)),
    call: (id, options) => whileActing(() => call(id, options)),
    until: (poll, holds) => whileActing(() => inner.until(poll, holds)),
    assume,
    expect: (holds, breach) => {
      assume(!hasEnded, "the property has ended");
      hasExpected = true;
      const failure = failureOf(breach);
      if (failure === undefined) throw new TypeError("expect takes { expected, actual, at }");
      t.expect(holds, { check, ...failure });
    },
  };
  const end = async (): Promise<boolean> => {
    hasEnded = true;
    await Promise.allSettled(pending);
    for (const each of deleted) {
      const isHere = await unlessSkipped(() => inner.isThere(each));
      if (isHere !== true) inventory.forget(each);
    }
    return hasExpected;
  };
  return { actor, end };
}

/** The value of a JSON text as JavaScript has it. An integer beyond 2^53 stays a `bigint`. */
export function plainOf(json: Json | undefined): unknown {
  if (typeof json === "bigint") return Number.isSafeInteger(Number(json)) ? Number(json) : json;
  if (json !== undefined && isFraction(json)) return Number(json.value);
  if (Array.isArray(json)) return json.map(plainOf);
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([name, member]) => [name, plainOf(member)]));
}

/** The JSON value that a value of JavaScript stands for. Members without a value are left out. @throws TypeError for what is none */
function jsonOf(value: unknown): Json {
  if (value === null || typeof value === "boolean" || typeof value === "string" || typeof value === "bigint")
    return value;
  if (typeof value === "number" && Number.isFinite(value))
    return Number.isSafeInteger(value) ? BigInt(value) : numberAsWritten(`${value}`);
  if (Array.isArray(value)) return value.map(jsonOf);
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== "object" || ![Object.prototype, null].includes(Object.getPrototypeOf(value)))
    throw new TypeError(`a body cannot hold ${String(value)}`);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name, jsonOf(member)]),
  );
}

/**
 * How a response breaks a promise, as findings say it: undefined where it keeps it.
 * @param value what the code of a check has returned: anything
 * @throws TypeError for what says nothing
 */
export function failureOf(value: unknown): Failure | undefined {
  if (value === undefined) return undefined;
  if (value instanceof Promise) throw new TypeError("it must not be async");
  const { expected, actual, at = { in: "status" } } = (value ?? {}) as Partial<Breach>;
  if (typeof expected !== "string" || typeof actual !== "string")
    throw new TypeError("give undefined, or { expected, actual, at } with two texts");
  return { problem: "broken", expected, actual, at: placeOf(at) };
}

/** @throws TypeError for a place that no response has */
function placeOf(at: ResponsePlace): ResponsePlace {
  if (at?.in === "status") return { in: "status" };
  if (at?.in === "header" && typeof at.name === "string")
    return { in: "header", name: at.name.toLowerCase() };
  if (at?.in === "body" && typeof at.pointer === "string") return { in: "body", pointer: at.pointer };
  throw new TypeError('at is { in: "status" }, { in: "header", name } or { in: "body", pointer }');
}

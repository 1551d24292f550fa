import { isSuccess, Skip, unlessSkipped } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import { isJsonObject, type Json } from "../../../json/index.js";
import {
  type Api,
  addressOf,
  endsInParameter,
  idNames,
  idOf,
  isVersion,
  pathToMembers,
  plainPath,
  valueAt,
  withValueAt,
} from "../../../model/index.js";
import { headerValues } from "../../../transport/index.js";
import { type Attempt, expectBooleansKept } from "../comparison/booleans.js";
import { expectAnswerAsRead } from "../comparison/change-answers.js";
import { differencesOf, expectSame } from "../comparison/comparison.js";
import type { Representations } from "../comparison/representations.js";
import {
  type ApiScenario,
  assumeApplied,
  baselineOf,
  type Context,
  eventually,
  makeRequest,
  orRefused,
} from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { createItem } from "../requests/create-item.js";
import { readItem } from "../requests/read-item.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { markersIn, ownItemAt, type ValidRequest } from "../session/state.js";
import { expectIsolation } from "./isolation.js";
import { withOtherValues } from "./other-values.js";
import { expectListsReplaced, isMergePatch } from "./replaced-lists.js";

/** A body that is put to the address of an own item can be read there. Source: RFC 9110, section 9.3.4. */
export function replacedScenario(operation: Operation, api: Api): ApiScenario | undefined {
  return changeScenario(operation, api, "replaced", async (t, read) => {
    const usual = await requestToOwn(t, operation, read, api);
    const { found, sent } = await change(t, { operation, read, ...usual });
    expectSame(t, { operation, read, sent, found });
    await expectListsReplaced(t, { operation, read, sent, attempt: attemptOf(t, { operation, read }) });
    await expectBooleansToFollow(t, { operation, read, sent, found });
  });
}

/** A change of one member changes that one, and no other. Source: RFC 5789, section 2. */
export function changedScenario(operation: Operation, api: Api): ApiScenario | undefined {
  return changeScenario(operation, api, "changed", async (t, read) => {
    const { shape } = baselineOf(t, operation);
    // First everything is changed, so that it is known what has to stay.
    const usual = makeRequest(() => validRequest(t.state, operation, shape));
    const { request } = usual;
    const { found: before, sent: all } = await change(t, { operation, read, ...usual });
    expectSame(t, { operation, read, sent: all, found: before });
    const { body: others } = makeRequest(() => validRequest(t.state, operation, shape));
    const wrapped = pathToMembers(t.state.api.resourceAt(read.path), all);
    const kept = differencesOf(t.state, { operation, read, sent: all, found: before }).map(
      ({ path }) => path[wrapped.length],
    );
    const [members, next] = [valueAt(all, wrapped), valueAt(others, wrapped)];
    const [changed] = Object.entries(isJsonObject(next) ? next : {}).filter(
      ([name, value]) =>
        typeof value === "string" && markersIn(t.state, value).length > 0 && !kept.includes(name),
    );
    if (changed === undefined || others === undefined || all === undefined || !isJsonObject(members))
      throw new Skip("untested", "no member is known that can be changed alone");
    const [name, value] = changed;
    const label = `a change of ${name} alone`;
    const versions = Object.entries(isJsonObject(next) ? next : {}).filter(([each]) => isVersion(each));
    const sent = withValueAt(others, wrapped, { ...Object.fromEntries(versions), [name]: value });
    const body = encodeFor(operation, sent);
    const { found } = await change(t, {
      operation,
      read,
      request: { ...request, label, body },
      body: sent,
      keepsValues: true,
    });
    expectSame(t, { operation, read, sent, found });
    const untouched = Object.entries(members).filter(([other]) => other !== name && !kept.includes(other));
    const rest = withValueAt(all, wrapped, Object.fromEntries(untouched));
    expectSame(t, { operation, read, sent: rest, found });
    // Elsewhere a change may add to a list.
    if (isMergePatch(operation))
      await expectListsReplaced(t, {
        operation,
        read,
        sent: all,
        attempt: attemptOf(t, { operation, read }),
      });
    await expectBooleansToFollow(t, { operation, read, sent: all, found: before });
  });
}

/** Booleans of an own item are changed, too. */
async function expectBooleansToFollow(
  t: Context,
  { operation, read, sent: body, found }: Representations,
): Promise<void> {
  const attempt = attemptOf(t, { operation, read });
  await expectBooleansKept(t, { operation, read, body, found, attempt });
}

/** Changes an own item by a body that is made of a valid one; that may be refused. */
function attemptOf(t: Context, { operation, read }: Pick<Change, "operation" | "read">): Attempt {
  return (changeBody, { label }) =>
    unlessSkipped(async () => {
      const { shape } = baselineOf(t, operation);
      const usual = makeRequest(() => validRequest(t.state, operation, shape));
      const sent = changeBody(usual.body ?? null);
      const accepts = orRefused(usual.request);
      const request = { ...usual.request, accepts, label, body: encodeFor(operation, sent) };
      return change(t, { operation, read, request, body: sent, keepsValues: true, skipsIsolation: true });
    });
}

/** A valid request to an item that is there: to a new one, where an earlier change has lost the usual one. */
async function requestToOwn(
  t: Context,
  operation: Operation,
  read: Operation,
  api: Api,
): Promise<ValidRequest> {
  const { shape } = baselineOf(t, operation);
  const make = (): ValidRequest => makeRequest(() => validRequest(t.state, operation, shape));
  const usual = make();
  const {
    inventory: { items },
  } = t.state;
  const lost = ownItemAt(t.state.inventory, addressOf(usual.request.path));
  if (lost === undefined || (await readItem(t, read, lost)) !== undefined) return usual;
  t.state.inventory.forget(lost);
  const { effects } = t.state;
  const creation = api.resourceAt(operation.path)?.creations.find(({ id }) => effects.has(id));
  if (creation !== undefined && !items.some(({ own, resource }) => own && resource === lost.resource))
    await createItem(t, creation);
  return make();
}

/** A request that changes an own item. */
interface Change {
  readonly operation: Operation;
  readonly read: Operation;
  readonly request: Case;
  readonly body: Json | undefined;
  /** Is it sent with these values, and no others? */
  readonly keepsValues?: boolean;
  /** Has it been seen before that other items are left as they are? */
  readonly skipsIsolation?: boolean;
}

/**
 * Changes the item, if it may be with numbers and words that it has not had, and reads it once it shows what was sent, or
 * the time for that is over.
 */
async function change(t: Context, { operation, read, request, body, keepsValues, skipsIsolation }: Change) {
  const address = addressOf(request.path);
  const send = (each: Case) =>
    skipsIsolation === true ? t.send(each) : expectIsolation(t, { read, path: address }, () => t.send(each));
  const resource = t.state.api.resourceAt(read.path);
  const fixed = [
    ...(resource === undefined ? [] : [resource.parameter, ...idNames(resource)]),
    ...Object.keys(t.state.contract.known?.values ?? {}),
  ];
  const other =
    keepsValues === true
      ? undefined
      : withOtherValues(operation.body?.schema ?? {}, body, (name) => fixed.includes(name));
  const label = "valid, with other numbers and words";
  const first = other && (await send({ ...request, label, body: encodeFor(operation, other) }));
  const isTaken = first !== undefined && isSuccess(first.response.status);
  const parsed = isTaken ? first : await send(request);
  const { response, json } = parsed;
  const sent = isTaken ? other : body;
  assumeApplied(response);
  const [location] = headerValues(response, "location");
  if (location !== undefined && !plainPath(location).endsWith(plainPath(address)))
    throw new Skip("untested", "the item is at another address now");
  const item = ownItemAt(t.state.inventory, address);
  if (item === undefined) throw new Skip("untested", "no item of the run is known");
  // An id may be made of what was sent, as a slug is.
  const shownId = isJsonObject(json) ? idOf(item.resource, json) : undefined;
  const mayMove = (shownId ?? item.id) !== item.id || markersIn(t.state, address).length > 0;
  const poll = async (): Promise<Json> => {
    const found = await readItem(t, read, item);
    t.expect(found !== undefined || operation.method !== "PUT" || mayMove, {
      problem: "gone after it was replaced",
      expected: "the item is there, as it was sent",
      actual: "it is not found at its address any more",
      at: { in: "status" },
    });
    if (found === undefined) throw new Skip("untested", "the item is gone");
    return found;
  };
  const found = await eventually(
    t,
    poll,
    (shown) => differencesOf(t.state, { operation, read, sent, found: shown }).length === 0,
  );
  expectAnswerAsRead(t, { operation, read, sent, found, parsed });
  return { found, sent };
}

function changeScenario(
  operation: Operation,
  api: Api,
  kind: "replaced" | "changed",
  judge: (t: Context, read: Operation) => Promise<void>,
): ApiScenario | undefined {
  const read = api.readOf(operation);
  const isOfItem = endsInParameter(operation.path);
  if (read === undefined || operation.body === undefined || !isOfItem) return undefined;
  return {
    id: `${slugOf(operation)}/${kind}`,
    title: `a change by ${operation.id} can be read with ${read.id}`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => judge(t, read),
  };
}

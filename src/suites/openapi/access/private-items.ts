import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { type Case, describeCredential } from "../../../generate/index.js";
import { isJsonObject, type Json, renderJson } from "../../../json/index.js";
import { addressOf, collectionPathOf, type PrivateOperation, unwrapped } from "../../../model/index.js";
import type { Response } from "../../../transport/index.js";
import { type ApiScenario, baselineOf, type Context, eventually, makeRequest } from "../requests/baseline.js";
import { createItem } from "../requests/create-item.js";
import { readItem } from "../requests/read-item.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { hasMarker, type KnownItem, markersIn, ownItemAt } from "../session/state.js";
import { needSecondKey } from "./second-key.js";

const second = { kind: "second" } as const;
const refused = "401, 403 or 404, since the configuration says that its items are private";

/** An item that one user created is neither shown to another, nor changed or deleted by that one. */
export function privateScenario(named: PrivateOperation, contract: Contract): ApiScenario {
  const { operation, creation, read } = named;
  const isList = collectionPathOf(operation) === collectionPathOf(creation);
  const get = isList ? expectUnlisted : expectUnseen;
  const judge = { GET: get, PUT: expectUnchanged, PATCH: expectUnchanged, DELETE: expectKept };
  return {
    id: `${slugOf(operation)}/private`,
    title: `${operation.id} ${isList ? "shows" : "serves"} an item to nobody but the user who created it`,
    phase: "credentials",
    inputs: () => [null],
    run: async (t) => {
      await needSecondKey(t, contract, creation);
      const own = await createOwn(t, creation, read);
      await judge[operation.method as keyof typeof judge](t, operation, own);
    },
  };
}

/** A new item of the first user, who can read it. */
interface OwnItem {
  readonly item: KnownItem;
  readonly read: Operation;
  /** Words of its own that it shows. */
  readonly markers: readonly string[];
}

async function createOwn(t: Context, creation: Operation, read: Operation): Promise<OwnItem> {
  const { item, request } = await createItem(t, creation);
  const shown = await readItem(t, read, item);
  if (shown === undefined)
    throw new Skip("untested", "the item that was created is not found by its own user");
  const { body } = request;
  const text = renderJson(shown);
  const markers = markersIn(t.state, body?.kind === "text" ? body.text : "").filter((marker) =>
    hasMarker(text, marker),
  );
  return { item, read, markers };
}

/** Sends a request for an item of the first user with the second key; what came of it. */
async function sendAsOther(t: Context, usual: Case) {
  const accepts = [401, 403, 404].map((status) => ({ status, schema: "" }));
  const label = `an item of another user, with ${describeCredential(second)}`;
  const { response } = await t.send({ ...usual, accepts, label, credential: second });
  return { response, exchange: t.exchanges.length - 1 };
}

type Judge = (t: Context, operation: Operation, own: OwnItem) => Promise<void>;

/** A response that does not show the item is a refusal, whatever its status. */
const expectUnseen: Judge = async (t, operation, { item, markers }) => {
  const request = at(makeRequest(() => validRequest(t.state, operation)).request, item);
  const { response } = await sendAsOther(t, request);
  const own = markers.filter((marker) => !request.path.includes(marker));
  if (isSuccess(response.status) && own.length === 0)
    throw new Skip("untested", "the item shows none of the words that were sent for it");
  const body = Buffer.from(response.body).toString("utf8");
  const isShown = isSuccess(response.status) && own.some((marker) => hasMarker(body, marker));
  t.expect(!isShown, {
    problem: "served to another user",
    expected: refused,
    actual: `${response.status} with the item`,
    at: { in: "status" },
  });
};

/** The list shows the item to the first user, and not to the other. */
const expectUnlisted: Judge = async (t, operation, { markers }) => {
  const { request } = makeRequest(() => validRequest(t.state, operation));
  const isShown = ({ body }: Response): boolean => {
    const shown = Buffer.from(body).toString("utf8");
    return markers.some((marker) => hasMarker(shown, marker));
  };
  const listed = await eventually(
    t,
    async () => (await t.send({ ...request, label: "a list with an item of the run" })).response,
    isShown,
  );
  if (!isShown(listed)) throw new Skip("untested", "the list does not show its own user what was created");
  const { response } = await sendAsOther(t, request);
  t.expect(!(isSuccess(response.status) && isShown(response)), {
    problem: "shown to another user",
    expected: "a list without the items of another user, since the configuration says that they are private",
    actual: `${response.status} with such an item`,
    at: { in: "body", pointer: "" },
  });
};

/** The first user's next read shows it, rather than the status. */
const expectUnchanged: Judge = async (t, operation, { item: latest, read }) => {
  // Only if the first user may do it, a refusal shows anything.
  const { shape } = baselineOf(t, operation);
  const { request, body: sent } = makeRequest(() => validRequest(t.state, operation, shape));
  // The body may have the id of the item, too.
  const item = ownItemAt(t.state.inventory, addressOf(request.path)) ?? latest;
  const before = await readItem(t, read, item);
  if (before === undefined) throw new Skip("untested", "an item of the run is not found by its own user");
  const { response, exchange } = await sendAsOther(t, at(request, item));
  const after = await readItem(t, read, item);
  const stolen = after === undefined ? ["all of it"] : acceptedChanges(t, item, { before, sent, after });
  t.expect(stolen.length === 0, {
    problem: "changed by another user",
    expected: refused,
    actual: `${response.status}, and the item has changed then: ${stolen.join(", ")}`,
    at: { in: "status" },
    exchange,
  });
};

const expectKept: Judge = async (t, operation, { item, read }) => {
  const { shape } = t.state.learned.baselines.get(operation.id) ?? {};
  const { request } = makeRequest(() => validRequest(t.state, operation, shape));
  const { response, exchange } = await sendAsOther(t, at(request, item));
  const after = await readItem(t, read, item);
  t.expect(after !== undefined, {
    problem: "deleted by another user",
    expected: refused,
    actual: `${response.status}, and the item is gone then`,
    at: { in: "status" },
    exchange,
  });
  if (after === undefined) return t.state.inventory.forget(item);
  const own = await t.send(at(request, item));
  if (!isSuccess(own.response.status))
    throw new Skip("untested", `its own user may not delete it either: ${own.response.status}`);
  t.state.inventory.forget(item);
};

interface Change {
  readonly before: Json;
  readonly sent: Json | undefined;
  readonly after: Json;
}

/** The members that have the value now that was sent, and had another one before. */
function acceptedChanges(
  { state }: Context,
  item: KnownItem,
  { before, sent, after }: Change,
): readonly string[] {
  const membersOf = (shown: Json): Readonly<Record<string, Json>> =>
    isJsonObject(shown) ? { ...unwrapped(item.resource, shown), ...shown } : {};
  const [earlier, later] = [membersOf(before), membersOf(after)];
  const is = (value: Json | undefined, other: Json): boolean =>
    value !== undefined && renderJson(value) === renderJson(other);
  const stolen = Object.entries(isJsonObject(sent) ? sent : {}).filter(
    ([name, value]) => is(later[name], value) && !is(earlier[name], value),
  );
  if (stolen.length > 0) return stolen.map(([name]) => name);
  const text = renderJson(after);
  const markers = markersIn(state, renderJson(sent ?? null)).filter(
    (marker) => !hasMarker(renderJson(before), marker),
  );
  return markers.some((marker) => hasMarker(text, marker)) ? ["it shows what was sent"] : [];
}

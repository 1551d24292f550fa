import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { isJsonObject, type Json, renderJson } from "../../../json/index.js";
import { isComputed } from "../comparison/comparison.js";
import { isStateLike } from "../names/state-names.js";
import { type ApiScenario, baselineOf, type Context, makeRequest, orRefused } from "../requests/baseline.js";
import { encodeFor } from "../requests/bodies.js";
import { readItem } from "../requests/read-item.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { settle } from "../requests/settling.js";
import { readOf } from "../resources/item-links.js";
import { shownValues, valueAt, withValueAt } from "../resources/places.js";
import { uniqueMemberOf } from "../resources/unique-members.js";
import { createdItem } from "../state/created-items.js";
import { hasMarker, type KnownItem, markersIn, type ValidRequest } from "../state/state.js";

/** Does a description say that a creation is refused for a value that another item has? */
export function refusesDuplicates(operation: Operation, operations: Contract["operations"]): boolean {
  return readOf(operation, operations) !== undefined && uniqueMemberOf(operation) !== undefined;
}

/** A creation, and what it is about. */
interface Creating {
  readonly operation: Operation;
  readonly read: Operation;
  /** The names of members that lead to the value that is to be taken then. */
  readonly path: readonly string[];
}

/**
 * What is created once is not created again, where the description says that one of its values is taken then. All of it is sent
 * again, since another value may be what tells two items apart. A server may answer with the same item. Source: RFC 9110, section
 * 15.5.10.
 */
export function uniquenessScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  const [read, place] = [readOf(operation, operations), uniqueMemberOf(operation)];
  if (read === undefined || place === undefined) return undefined;
  const { path } = place;
  const name = path.at(-1) ?? "";
  const creating = { operation, read, path };
  return {
    id: `${slugOf(operation)}/taken`,
    title: `${operation.id} refuses a value of ${name} that is taken`,
    phase: "final",
    inputs: ({ contract }) => (Object.hasOwn(contract.known?.values ?? {}, name) ? [] : [null]),
    run: async (t) => {
      if (isComputed(t.state, name))
        throw new Skip("not-applicable", `the server has values of its own for ${name}`);
      const { shape } = baselineOf(t, operation);
      const valid = makeRequest(() => validRequest(t.state, operation, shape));
      const value = valueAt(valid.body, path);
      if (typeof value !== "string") throw new Skip("untested", `no valid request has a value for ${name}`);
      const first = await create(t, creating, valid);
      if (first === undefined) throw new Skip("untested", `nothing shows that ${name} is stored`);
      const again = async (): Promise<Created | undefined> => {
        const { request } = makeRequest(() => validRequest(t.state, operation, shape));
        const { path: address, body = { kind: "text", text: "" } } = valid.request;
        return create(
          t,
          creating,
          { ...valid, request: { ...request, path: address, body } },
          "the same once more",
        );
      };
      const second = await again();
      if (second === undefined) return t.expectNone([]);
      if (second.item.path === first.item.path) {
        if (first.item.id === value) await expectKept(t, creating, { valid, item: first.item });
        return t.expectNone([]);
      }
      if (!isInForce(first.found))
        throw new Skip("untested", "the item that was created may not be in force yet");
      await settle(t);
      const third = await again();
      const isLater =
        third !== undefined && ![first, second].some(({ item }) => item.path === third.item.path);
      const shown = isLater ? await readItem(t, read, first.item) : undefined;
      if (shown === undefined || !shows(shown, path, value))
        throw new Skip("untested", "it was created twice, but not a third time, or the first one is gone");
      t.expect(false, {
        problem: `a second item with the same ${name}`,
        expected: `a refusal with 409, or the same item again: "${conflictText(operation)}"`,
        actual: `three items show ${renderJson(value)}: ${[first, second].map(({ item }) => item.path).join(", ")} and another one`,
        at: { in: "status" },
        exchange: second.exchange,
      });
    },
  };
}

/** What the description says of a conflict. */
function conflictText({ responses }: Operation): string {
  return (responses.get("409")?.description ?? "").slice(0, 200);
}

/** An item that was created, and what is shown of it. */
interface Created {
  readonly item: Pick<KnownItem, "path" | "id">;
  readonly found: Json;
  /** The number of the exchange that created it. */
  readonly exchange: number;
}

/** Creates an item; undefined where that is refused, or the value is not shown. */
async function create(
  t: Context,
  { operation, read, path }: Creating,
  { request, body }: ValidRequest,
  label = request.label,
): Promise<Created | undefined> {
  const accepts = orRefused(request);
  const parsed = await t.sendAnyway({ ...request, accepts, label });
  const exchange = t.exchanges.length - 1;
  forgetRefusal(t, parsed);
  if (parsed === undefined || !isSuccess(parsed.response.status)) return undefined;
  const item = createdItem(t.state, operation, parsed);
  if (item === undefined || item.isElsewhere || parsed.response.status === 202) return undefined;
  const found = await readItem(t, read, item);
  return found !== undefined && shows(found, path, valueAt(body, path))
    ? { item, found, exchange }
    : undefined;
}

/** What is refused since it is there already is shown all the same: that says nothing of what the server stores. */
function forgetRefusal({ state }: Context, parsed: ParsedExchange | undefined): void {
  const body = parsed?.exchange.case.body;
  for (const marker of markersIn(state, body?.kind === "text" ? body.text : "")) state.refused.delete(marker);
}

function shows(found: Json, path: readonly string[], value: Json | undefined): boolean {
  return shownValues(found, path).some((each) => each === value);
}

/** Words and names of what is not yet, or no longer, there for all. */
const inactiveWords =
  /draft|pending|inactive|disabled|archiv|delet|expired|closed|cancel|un(publish|verif|confirm|approv)/i;
const together = /^(is_?)?(active|enabled|published|verified|confirmed|approved|\w+_?(verified|confirmed))$/i;

/** Is an item shown as one that counts? Values of others may be free to be taken. */
function isInForce(value: Json, name = ""): boolean {
  if (isJsonObject(value)) return Object.entries(value).every(([member, each]) => isInForce(each, member));
  if (typeof value === "boolean") return value ? !inactiveWords.test(name) : !together.test(name);
  return typeof value !== "string" || !isStateLike(name) || !inactiveWords.test(value);
}

/** Expects that an item whose id is the value is not replaced by another one with the same value. */
async function expectKept(
  t: Context,
  { operation, read, path }: Creating,
  { valid, item }: { readonly valid: ValidRequest; readonly item: Pick<KnownItem, "path"> },
): Promise<void> {
  const other = makeRequest(() => validRequest(t.state, operation, valid.shape));
  const value = valueAt(valid.body, path);
  const sent = withValueAt(other.body ?? null, path, value);
  const request = { ...other.request, path: valid.request.path, body: encodeFor(operation, sent) };
  const label = "other values with the same one";
  const parsed = await t.sendAnyway({
    ...request,
    accepts: orRefused(request),
    label,
  });
  forgetRefusal(t, parsed);
  const exchange = t.exchanges.length - 1;
  if (parsed === undefined || !isSuccess(parsed.response.status)) return;
  const found = renderJson((await readItem(t, read, item)) ?? null);
  const [before, after] = [valid.body, sent].map((each) =>
    markersIn(t.state, renderJson(each ?? null)).filter((marker) => !hasMarker(`${value}`, marker)),
  );
  const isReplaced =
    before?.some((marker) => hasMarker(found, marker)) === false &&
    after?.some((marker) => hasMarker(found, marker));
  t.expect(isReplaced !== true, {
    problem: `an item is replaced by one with the same ${path.at(-1)}`,
    expected: `a refusal with 409: "${conflictText(operation)}"`,
    actual: `${parsed.response.status}, and ${item.path} shows what was sent with ${renderJson(value ?? null)} last`,
    at: { in: "status" },
    exchange,
  });
}

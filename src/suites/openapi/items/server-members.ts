import { isSuccess, type ParsedExchange, Skip, unlessSkipped } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { isJsonObject, type Json } from "../../../json/index.js";
import { type Api, addressOf, pathToMembers, unwrapped, valueAt } from "../../../model/index.js";
import { isSame } from "../comparison/same-value.js";
import {
  type ApiScenario,
  baselineOf,
  type Context,
  isRefusal,
  makeRequest,
  orRefused,
} from "../requests/baseline.js";
import { encodeFor, isJsonType } from "../requests/bodies.js";
import { readItem } from "../requests/read-item.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { sendFresh } from "../requests/send-fresh.js";
import { createdItem } from "../session/created-items.js";
import { ownItemAt } from "../session/state.js";
import { type ServerValue, serverValuesIn, type Turn, withMember } from "./server-values.js";

/** The members that only the server writes, each with values that it would hardly give. */
export function serverMembersOf({ body }: Operation): readonly ServerValue[] {
  return body === undefined || !isJsonType(body.mediaType) ? [] : serverValuesIn(body.schema);
}

/** The values of one request, and its outcome. */
interface Attempt {
  readonly status: number;
  /** The values that are shown as they were sent. */
  readonly adopted: readonly ServerValue[];
}

/** Members that are tried by themselves, where several at once are refused. */
const maxSingles = 3;

/**
 * A member that is `readOnly` is the server's, whatever a client sends. A value that the server might have made itself counts where
 * it follows another value, too. Source: OpenAPI 3.1, section 4.8.24.7.
 */
export function serverMembersScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const all = serverMembersOf(operation);
  if (all.length === 0) return undefined;
  const read = api.readOf(operation);
  return {
    id: `${slugOf(operation)}/read-only`,
    title: `${operation.id} takes over no member that is readOnly`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      const { body } = baselineOf(t, operation);
      const values = all.filter(({ container }) => isJsonObject(valueAt(body, container)));
      if (values.length === 0) throw new Skip("untested", "no body has members");
      const first = await attempt(t, values);
      // One of them may be refused, and the others not be looked at.
      const names = [...new Set(values.map(nameOf))];
      const alone = isRefusal(first.status) && names.length > 1 ? names.slice(0, maxSingles) : [];
      for (const name of alone)
        await unlessSkipped(() =>
          attempt(
            t,
            values.filter((each) => nameOf(each) === name),
          ),
        );
      t.expectNone([]);
    },
  };

  /** Sends these, and takes down what is taken over. */
  async function attempt(t: Context, values: readonly ServerValue[]): Promise<Attempt> {
    const first = await sendThese(t, values, "first");
    const doubtful = first.adopted.filter(({ isUnlikely }) => !isUnlikely);
    expectNone(
      t,
      first.adopted.filter(({ isUnlikely }) => isUnlikely),
    );
    if (doubtful.length > 0) expectNone(t, (await sendThese(t, doubtful, "second")).adopted);
    return first;
  }

  /** @throws Skip where the response says nothing of these members */
  async function sendThese(t: Context, values: readonly ServerValue[], turn: Turn): Promise<Attempt> {
    const { shape } = baselineOf(t, operation);
    const marker = t.state.words.marker();
    const made = values.map((value) => ({ value, sent: value.make(marker, turn) }));
    const label = `with ${[...new Set(values.map(nameOf))].join(", ")}, which the server writes`;
    const { parsed, body } = await sendFresh(t, () => {
      const { request, body: valid } = makeRequest(() => validRequest(t.state, operation, shape));
      const changed = made.reduce<Json>(
        (each, { value, sent }) => withMember(each, value.path, sent),
        valid ?? {},
      );
      const accepts = orRefused(request);
      return { request: { ...request, accepts, label, body: encodeFor(operation, changed) }, body: changed };
    });
    const { status } = parsed.response;
    // A server that forbids it has refused it.
    if (isRefusal(status) || status === 403) return { status, adopted: [] };
    if (!isSuccess(status))
      throw new Skip("untested", `it was answered with ${status}, which says nothing of what is readOnly`);
    const found = await readAfter(t, parsed);
    const shown = [parsed.json, found].filter(isJsonObject);
    if (shown.length === 0) throw new Skip("untested", "no response shows what was created or changed");
    const isShown = ({ value, sent }: (typeof made)[number]): boolean =>
      shown.some((each) => shownValues(t, each, value, body).some((other) => isEqual(sent, other)));
    return { status, adopted: made.filter(isShown).map(({ value }) => value) };
  }

  /** The item as it is read; undefined where it is not the run's own, or cannot be read. */
  async function readAfter(t: Context, parsed: ParsedExchange): Promise<Json | undefined> {
    const { path } = parsed.exchange.case;
    const address =
      operation.method === "POST" ? createdItem(t.state, operation, parsed)?.path : addressOf(path);
    const item = address === undefined ? undefined : ownItemAt(t.state.inventory, address);
    if (read === undefined || item === undefined) return undefined;
    return unlessSkipped(() => readItem(t, read, item));
  }

  /** The value that a response shows in the same place: in the item itself, or in what wraps it, as the request does or not. */
  function shownValues(
    { state }: Context,
    json: Json,
    { path }: ServerValue,
    body: Json | undefined,
  ): readonly Json[] {
    const resource = state.api.resourceIn(operation) ?? state.api.resourceAt(operation.path);
    const wrapped = pathToMembers(resource, body);
    const inner = resource && isJsonObject(json) ? unwrapped(resource, json) : undefined;
    const isWrapped = wrapped.length > 0 && wrapped.every((name, index) => path[index] === name);
    const paths = [path, ...(isWrapped ? [path.slice(wrapped.length)] : [])];
    return [json, inner]
      .flatMap((each) => paths.map((names) => valueAt(each, names)))
      .filter((each) => each !== undefined);
  }
}

function expectNone(t: Context, adopted: Iterable<ServerValue>): void {
  for (const name of new Set([...adopted].map(nameOf)))
    t.expect(false, {
      problem: `${name} is taken over`,
      expected: `${name}, which is readOnly, is the server's own`,
      actual: "it is shown as it was sent",
      at: { in: "body", pointer: `/${name}` },
    });
}

function nameOf({ container, path }: ServerValue): string {
  return path.slice(0, container.length + 1).join("/");
}

function isEqual(sent: Json, shown: Json): boolean {
  const isBoolean = typeof sent === "boolean" || typeof shown === "boolean";
  return isBoolean ? sent === shown : isSame(sent, shown, false);
}

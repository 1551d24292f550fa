import {
  type Actor,
  type CreatedItem,
  creations,
  type Invariant,
  type OwnProperty,
  type Property,
} from "../../actor/index.js";
import type { Operation, Parameter } from "../../description/index.js";
import { isSameJson, type Json, renderJson } from "../../json/index.js";
import {
  isIdempotencyKey,
  isInForce,
  shownValues,
  uniqueMemberOf,
  valueAt,
  withValueAt,
} from "../../model/index.js";
import { plainSchema, typeOf } from "../../schema/index.js";
import type { ValidRequest } from "../../values/index.js";
import { repost, uniqueValue } from "./repeat-verbs.js";

const nameOf = (op: Operation): string => uniqueMemberOf(op)?.path.at(-1) ?? "";

/** Of creations with a member that no two items share. */
const ofUniqueMembers = {
  source: "RFC 9110, section 15.5.10",
  phase: "final",
  about: creations,
  when: ({ op }) => uniqueMemberOf(op) !== undefined,
  chooses: ({ op }) => [nameOf(op)],
} satisfies Partial<Property>;

/**
 * All of the first body is sent again, since another member may be what tells two items apart. A server may answer with the same
 * item.
 */
export const uniqueness: OwnProperty = {
  id: "taken",
  requirement: {
    name: "taken value",
    level: "implied",
    proof:
      "an item is created, and the very same is sent again, twice; a second one counts only where the first can still be read, and both show the value",
  },
  sentence: ({ op }) =>
    `${op.id} creates no second item with a value that the description says is taken (409).`,
  ...ofUniqueMembers,
  run: async (t: Actor, { op }) => {
    const path = uniqueMemberOf(op)?.path ?? [];
    t.assume(!t.isComputed(nameOf(op)), "the server's own value");
    const request = t.request();
    const value = valueAt(request.body, path);
    t.assume(typeof value === "string", "no text");
    const shows = (found: Json | undefined): boolean => shownValues(found, path).includes(value);
    const first = await t.post(request);
    const shown = first && (await t.read(first));
    t.assume(first !== undefined && shows(shown), "not shown");
    const paths = [first.path];
    await t.failIfAlways(
      "item",
      async () => {
        // Other headers: the same idempotency key would have the same answer.
        const same = withBodyOf(t.request(), request);
        const again = await repost(t, same, "the same once more");
        if (again === undefined || paths.includes(again.path)) return undefined;
        if (!shows(await t.read(again))) return undefined;
        t.assume(isInForce(shown ?? null), "not in force");
        paths.push(again.path);
        await t.settle();
        return {
          problem: `a second item with the same ${nameOf(op)}`,
          expected: `a refusal with 409, or the same item again: "${conflictText(op)}"`,
          actual: `three items show ${renderJson(value)}: ${paths.join(", ")}`,
          at: { in: "status" },
          exchange: again.exchange,
        };
      },
      async () => t.assume(shows(await t.read(first)), "item gone"),
    );
  },
};

/**
 * An item whose id is the value is not replaced by another one with the same id. A server may answer with the item as it is.
 */
export const uniqueId: Property = {
  id: "kept",
  requirement: () => "taken",
  sentence: ({ op }) => `${op.id} replaces no item with a value that the description says is taken (409)`,
  ...ofUniqueMembers,
  run: async (t: Actor, { op }) => {
    const path = uniqueMemberOf(op)?.path ?? [];
    const known = t.borrow();
    t.assume(shownValues(await t.read(known), path).includes(known.id), "id by the server");
    const request = t.request();
    const value = valueAt(request.body, path);
    const first = await t.post(request);
    t.assume(first !== undefined && value !== undefined, "no item");
    const other = t.request({ edit: (body) => withValueAt(body, path, value) });
    const again = await repost(t, other, "other values with the same one");
    if (again === undefined) return t.pass();
    const shown = renderJson((await t.read(first)) ?? null);
    const [isFirst, isOther] = [request, other].map(({ body = null }) =>
      t.hasWordOf(shown, withValueAt(body, path, null)),
    );
    t.expect(isFirst === true || isOther === false, {
      problem: `an item is replaced by one with the same ${nameOf(op)}`,
      expected: `a refusal with 409: "${conflictText(op)}"`,
      actual: `${first.path} shows what was sent with ${renderJson(value)} last`,
      at: { in: "status" },
      exchange: again.exchange,
    });
  },
};

/** The same body at the same address, with headers of its own. */
function withBodyOf(
  fresh: ValidRequest,
  { request: { path, body }, body: value }: ValidRequest,
): ValidRequest {
  return {
    ...fresh,
    body: value,
    request: { ...fresh.request, path, ...(body === undefined ? {} : { body }) },
  };
}

function conflictText({ responses }: Operation): string {
  return (responses.get("409")?.description ?? "").slice(0, 200);
}

/** A server may answer with the same item, with none, or refuse the request. A finding needs two more items; all three can be read. */
export const idempotency: OwnProperty = {
  id: "idempotent",
  requirement: {
    name: "idempotency key",
    level: "implied",
    proof:
      "a creation with a new key is sent three times; another item counts only where it is another one each time, and all can be read",
  },
  sentence: ({ op }) => `${op.id} creates nothing more for a request that is sent again with its key.`,
  source: "draft-ietf-httpapi-idempotency-key-header",
  phase: "populate",
  about: creations,
  when: ({ op }) => keyOf(op) !== undefined,
  chooses: ({ op }) => [keyOf(op)?.name ?? ""],
  run: async (t: Actor, { op }) => {
    const key = keyOf(op);
    t.assume(key !== undefined, "no key");
    const request = t.request({ chosen: new Map([[key, uniqueValue(t, key)]]) });
    const first = await t.post(request);
    t.assume(first !== undefined, "no item");
    const paths = [first.path];
    await t.failIfAlways(
      "item",
      async () => {
        const again = await repost(t, request, `the same again, with the same ${key.name}`);
        if (again === undefined || paths.includes(again.path)) return undefined;
        paths.push(again.path);
        await t.settle();
        return {
          problem: "created again with the same key",
          expected: `no new item, since ${key.name} is that of a request that has been answered: ${first.path} once more, or a refusal`,
          actual: `${again.path}, and another one before that`,
          at: { in: "status" },
          exchange: again.exchange,
        };
      },
      async () => {
        const shown = await Promise.all(paths.map((path) => t.read({ path })));
        t.assume(!shown.includes(undefined), "item gone");
      },
    );
  },
};

/** The header by whose key a server recognises a request that it has answered before. */
function keyOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ in: where, name }) => where === "header" && isIdempotencyKey(name));
}

/**
 * An id that two creations gave counts only where the id cannot be a key that the client sends: other creations in the same collection
 * got different ids although they agree in all that these two agree in.
 */
export const ownIds: Invariant = {
  id: "own-ids",
  requirement: {
    name: "own ids",
    level: "advice",
    proof:
      "the ids of all creations of the run are compared; one that was given twice counts only where its item is replaced, nobody else has items there, the run has deleted nothing of another kind in between, and no value that both creations sent may be the key of the item",
  },
  sentence: ({ op }) => `${op.id} gives each item that it creates an id of its own.`,
  source: "RFC 9110, section 15.3.2",
  about: creations,
  when: ({ op: { body } }) => body !== undefined && typeOf(plainSchema(body.schema)) !== "array",
  judge: ({ created, replaced }) => {
    if (replaced === undefined) return hasTwoIds(created) ? [] : undefined;
    const [first, last] = replaced;
    const all = [...created];
    const names = new Set(all.flatMap(({ sent }) => Object.keys(sent)));
    const same = [...names].filter((name) => isSameJson(first.sent[name], last.sent[name]));
    const isAlike = ({ collection, sent }: CreatedItem): boolean =>
      collection === last.collection && same.every((name) => isSameJson(sent[name], last.sent[name]));
    if (!hasTwoIds(all.filter(isAlike))) return undefined;
    return [
      {
        problem: "id given twice",
        expected: "an id that no other item has",
        actual: `${last.address}, where an item of the run has been: it is replaced`,
        at: { in: "body", pointer: "" },
      },
    ];
  },
};

/** Have they at least two different ids? */
function hasTwoIds(created: Iterable<CreatedItem>): boolean {
  const addresses = new Set<string>();
  for (const { address } of created) if (addresses.add(address).size > 1) return true;
  return false;
}

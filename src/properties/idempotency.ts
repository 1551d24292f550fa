import type { Operation, Parameter } from "../description/index.js";
import { type Actor, creations, type OwnProperty } from "../engine/index.js";
import { isIdempotencyKey } from "../model/index.js";

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
    const request = t.request({ chosen: new Map([[key, t.uniqueValue(key)]]) });
    const first = await t.post(request);
    t.assume(first !== undefined, "no item");
    const paths = [first.path];
    await t.failIfAlways(
      "item",
      async () => {
        const again = await t.repost(request, `the same again, with the same ${key.name}`);
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

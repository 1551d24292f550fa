import { type Actor, lists, type OwnProperty } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { pageSizeOf } from "../../model/index.js";
import { plainSchema } from "../../schema/index.js";

/** A parameter that is left out is as its default. */
export const defaultPageSize: OwnProperty = {
  id: "default-size",
  requirement: {
    name: "default page size",
    level: "implied",
    proof:
      "a list is asked for as it is, and then with the described default of its page size: it shows as many items both times, or breaks the promise three times",
  },
  sentence: ({ op }) => `${op.id} shows as many items as the default of its page size says.`,
  phase: "read",
  about: lists,
  when: ({ op }) => defaultSizeOf(op) !== undefined,
  run: async (t: Actor, { op }) => {
    const size = pageSizeOf(op);
    const usual = defaultSizeOf(op);
    t.assume(size !== undefined && usual !== undefined, "no page size");
    t.assumeAccepted();
    const readAll = async () => {
      const { ids } = await t.list({ label: "the list as it is", mustServe: true });
      t.assume(ids.length > 0, "empty list");
      return ids;
    };
    await t.failWhileSteady(readAll, async (all) => {
      const label = `${size.name} is ${usual}`;
      const { ids } = await t.list({ label, chosen: [[size, usual]], mustServe: true });
      t.assume(BigInt(ids.length) <= usual, "size ignored");
      if (ids.length === all.length) return undefined;
      return {
        problem: "another size than the default",
        expected: `${ids.length} items, as where ${size.name} is ${usual}, its default`,
        actual: `${all.length} items`,
        at: { in: "body", pointer: "" },
      };
    });
  },
};

function defaultSizeOf(op: Operation): bigint | undefined {
  const size = pageSizeOf(op);
  const { default: usual } = plainSchema(size?.schema ?? {});
  return Number.isSafeInteger(Number(usual ?? Number.NaN)) ? BigInt(Number(usual)) : undefined;
}

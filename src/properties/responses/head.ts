import { type Actor, type BrokenPromise, headOfReads, type OwnProperty } from "../../actor/index.js";
import { isSuccess } from "../../engine/index.js";
import { addressOf, endsInParameter } from "../../model/index.js";
import { type Case, headerValues, orRefused, type Response } from "../../transport/index.js";

/**
 * Only whether the item is served counts, and its ETag: a server may leave out other headers that it finds out with the body, and answer
 * with 204 where it has none.
 */
export const head: OwnProperty = {
  id: "head",
  requirement: {
    name: "HEAD as GET",
    level: "implied",
    proof:
      "an item, and an id that no item has, are asked for by GET, by HEAD, and by GET again; HEAD counts only where both GETs agree, twice",
  },
  sentence: ({ op }) => `${op.id} has the status and the ETag that GET has at the same address.`,
  source: "RFC 9110, section 9.3.2",
  phase: "read",
  about: headOfReads,
  run: async (t: Actor, { op }) => {
    const request = t.usualRequest();
    await t.failIfAlways("item", () => compare(t, request, { path: addressOf(request.path) }));
    if (!endsInParameter(op.path)) return;
    await t.unlessSkipped(async () => {
      const unknown = t.unknownItem();
      const wanted = { ...t.requestAt(unknown), label: "an id that no item has" };
      await t.failIfAlways("item", () => compare(t, wanted, unknown));
    });
  },
};

/** Asks for an address by GET, by HEAD, and by GET again. @returns how they differ */
async function compare(
  t: Actor,
  request: Case,
  item: { readonly path: string },
): Promise<BrokenPromise | undefined> {
  const before = (await t.readPart(item)).response;
  const found = await t.send({ ...request, accepts: orRefused(request) });
  const exchange = t.lastExchange();
  const after = (await t.readPart(item)).response;
  const isServed = isSuccess(before.status);
  t.assume(isServed === isSuccess(after.status), "changes all the time");
  t.assume(isServed || [404, 410].includes(before.status), "not readable", before.status);
  t.assume(isSuccess(found.status) || isMissing(found), "not readable", found.status);
  if (isServed !== isSuccess(found.status))
    return {
      problem: "HEAD has another status than GET",
      expected: `${before.status}, as for GET before and after it`,
      actual: `${found.status}`,
      at: { in: "status" },
      exchange,
    };
  const [etag, own, later] = [etagIn(before), etagIn(found), etagIn(after)];
  if (etag === undefined || own === undefined || etag !== later || etag === own) return undefined;
  return {
    problem: "HEAD has another ETag than GET",
    expected: `${etag}, as for GET before and after it`,
    actual: own,
    at: { in: "header", name: "ETag" },
    exchange,
  };
}

function isMissing({ status }: Response): boolean {
  return status === 404 || status === 410;
}

/** A strong ETag may differ between encodings of one representation: all of these requests accept the same. */
function etagIn(response: Response): string | undefined {
  return headerValues(response, "etag")[0];
}

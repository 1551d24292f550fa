import { type Actor, type BrokenPromise, type OwnProperty, readChanges, reads } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { mayAskForAbsence } from "../../model/index.js";
import { accepting, type Case, headerValues, type Response } from "../../transport/index.js";
import { formerETag, unknownETag } from "./etag-verbs.js";

/**
 * A refusal with another status may come before the condition (RFC 9110, section 13.2.1), and what is only accepted (202) may be refused
 * later: both say nothing.
 */
export const onlyIfAbsent: OwnProperty = {
  id: "only-if-absent",
  requirement: {
    name: "If-None-Match: *",
    level: "implied",
    proof:
      "an item of the run is read, replaced on condition that nothing is there, and read again; another refusal than 412 does not count",
  },
  sentence: ({ op }) =>
    `${op.id} replaces nothing that is there, and says so with 412, for If-None-Match: *.`,
  source: "RFC 9110, section 13.1.2",
  phase: "populate",
  about: readChanges,
  when: ({ op }) => mayAskForAbsence(op),
  run: (t: Actor) =>
    t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const item = t.borrow();
      t.assume((await t.read(item)) !== undefined, "item gone");
      const valid = t.request({ path: item.path });
      const change = await t.sendChange({ ...valid, request: ifAbsent(valid.request) });
      const { status } = change.response;
      const isDone = (isSuccess(status) && status !== 202) || status === 304;
      t.assume(isDone || status === 412, "not for If-None-Match", status);
      if (status !== 412)
        return {
          problem: "not refused although the item is there",
          expected: "412, and the item as it was: If-None-Match: * is for what is not there yet",
          actual: `${status}, twice`,
          at: { in: "status" },
          exchange: change.exchange,
        };
      await t.settle();
      if (!t.shows(await t.read(item), change)) return undefined;
      return {
        problem: "replaced although it is refused",
        expected: "the item is what it was before",
        actual: "412, twice, and the item shows what was sent",
        at: { in: "status" },
        exchange: change.exchange,
      };
    }),
};

/** The same change, which applies only while no item is there. */
function ifAbsent(request: Case): Case {
  return {
    ...request,
    headers: [...request.headers, ["If-None-Match", "*"]],
    accepts: accepting(412, "4xx"),
    label: "If-None-Match: *, of an item that is there",
  };
}

/** The server sends nothing again that the client has, by its ETag, and everything else. */
export const notModified: OwnProperty = {
  id: "not-modified",
  requirement: {
    name: "304",
    level: "implied",
    proof:
      "an item is asked for with the ETag that it has just shown, three times where that is sent again; then with one that nothing has, and with the one from before a change",
  },
  sentence: ({ op }) =>
    `${op.id} answers with 304 to the ETag of what it shows (If-None-Match), and to no other.`,
  source: "RFC 9110, section 13.1.2",
  phase: "populate",
  about: reads,
  when: ({ op }) => describesNotModified(op),
  run: async (t: Actor) => {
    const { request } = t.request();
    await expectNotModified(t, request);
    await expectSent(t, withKnown(request, unknownETag(t), "an ETag that nothing has"));
    const former = await formerETag(t, request);
    // Nothing may change the item: that part of the promise is not tried.
    if (former === undefined) return;
    await expectSent(t, withKnown(request, former, "the ETag from before the last change"));
  },
};

/** Sends a request with the ETag that was just shown. */
function expectNotModified(t: Actor, request: Case): Promise<void> {
  return t.failIfAlways("response", async () => {
    const before = await t.send({ ...request, label: "the item, and its ETag" });
    const etag = etagIn(before);
    t.assume(etag !== undefined, "no ETag");
    const again = await t.send(withKnown(request, etag, "the ETag that was just shown"));
    if (!isSuccess(again.status)) return undefined;
    const isSame = etagIn(again) === etag && Buffer.from(again.body).equals(before.body);
    t.assume(isSame, "changes all the time");
    return {
      problem: "sent again although it is known",
      expected: "304 with no body: If-None-Match has the ETag of what is shown",
      actual: `${again.status} with the same ETag and body: ${etag}`,
      at: { in: "status" },
    };
  });
}

/** Sends a request with an ETag of something else. */
function expectSent(t: Actor, request: Case): Promise<void> {
  return t.failIfAlways("response", async () => {
    if ((await t.send(request)).status !== 304) return undefined;
    await t.settle();
    return {
      problem: "304 for another ETag",
      expected: `2xx with what there is: If-None-Match has ${request.label}`,
      actual: "304: a client would keep what it has, and never see a change",
      at: { in: "status" },
    };
  });
}

/** Does a description say that the server compares ETags, rather than times? */
function describesNotModified({ responses, parameters }: Operation): boolean {
  const names = parameters.map(({ in: where, name }) => (where === "header" ? name.toLowerCase() : ""));
  const comparesTimes = names.includes("if-modified-since") && !names.includes("if-none-match");
  return responses.has("304") && !comparesTimes;
}

/** The same request, by a client that has what this ETag is of. */
function withKnown(request: Case, etag: string, label: string): Case {
  const accepts = [...request.accepts, ...accepting(304, "4xx")];
  return { ...request, accepts, label, headers: [...request.headers, ["If-None-Match", etag]] };
}

function etagIn(response: Response): string | undefined {
  return headerValues(response, "etag").find((each) => /^(W\/)?"[\x21\x23-\x7e]{0,1000}"$/.test(each));
}

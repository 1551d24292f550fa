import { isSuccess } from "../checks/index.js";
import type { Operation } from "../description/index.js";
import {
  type Actor,
  type BrokenPromise,
  bodyChanges,
  deletions,
  type OwnProperty,
  type OwnRequirement,
  readChanges,
  reads,
} from "../engine/index.js";
import { accepting, type Case } from "../generate/index.js";
import { isSameJson, type Json, renderJson } from "../json/index.js";
import {
  addressOf,
  comparesETags,
  describesStaleVersions,
  mayAskForAbsence,
  refusesETags,
  requiresETag,
  shownValues,
  slugOf,
  type VersionMember,
  versionMemberOf,
  withValueAt,
} from "../model/index.js";
import { headerValues, type Response } from "../transport/index.js";

const compared = {
  id: "stale",
  requirement: {
    name: "stale ETag",
    level: "implied",
    // Of deletions, also where the run can create no item that it may delete.
    isOf: (op, { api }) => refusesETags(op, api),
    proof:
      "an item of the run is changed, and then changed once more, or deleted, with the ETag that it had before; where that is still the item's, it is changed again more than a second later",
  } satisfies OwnRequirement,
  sentence: ({ op }: { readonly op: Operation }) =>
    `${op.id} changes nothing for an ETag that the item no longer has (If-Match).`,
  source: "RFC 9110, section 13.1.1",
} as const;

/** It counts where the server asks for ETags, or is said to compare them, and shows one. */
export const changeWithStaleETag: OwnProperty = {
  ...compared,
  phase: "populate",
  about: (op, callable) => (refusesETags(op, callable.api) ? bodyChanges(op, callable) : undefined),
  run: async (t: Actor, { op }) => {
    const { request } = t.request();
    await assumeComparison(t, op, request);
    const etag = await t.formerETag({ path: addressOf(request.path) });
    await refusesStaleETag(t, t.request().request, etag);
  },
};

/** A new item is not deleted without the ETag that is required, nor with one that it had once. */
export const deletionWithStaleETag: OwnProperty = {
  ...compared,
  phase: "final",
  about: (op, callable) => (refusesETags(op, callable.api) ? deletions(op, callable) : undefined),
  alsoTests: ({ op }) => (requiresETag(op) ? [`${slugOf(op)}/${required.id}`] : []),
  run: async (t: Actor, { op }) => {
    const item = await t.add();
    const request = t.requestAt(item);
    if (!requiresETag(op)) await assumeComparison(t, op, request);
    else if (!(await refusesWithoutETag(t, op, request))) return;
    const etag = await t.formerETag(item);
    if (!(await refusesStaleETag(t, request, etag))) return t.forget(item);
    const exchange = t.lastExchange();
    const isThere = await t.until(
      () => t.isThere(item),
      (found) => found,
    );
    t.expect(isThere, {
      problem: "deleted although it is refused",
      expected: "the item is still there",
      actual: "it is not found any more",
      at: { in: "status" },
      exchange,
    });
  },
};

const required = {
  id: "unconditional",
  requirement: {
    name: "header /If-Match required",
    level: "implied",
    isOf: requiresETag,
    proof: "an item of the run is changed, or a new one is deleted, without the header",
  } satisfies OwnRequirement,
  sentence: ({ op }: { readonly op: Operation }) => `${op.id} refuses a request without If-Match.`,
  source: "RFC 6585, section 3",
} as const;

/** A server that asks for no ETag at all is left alone, unless 428 is described. */
export const changeWithoutETag: OwnProperty = {
  ...required,
  phase: "populate",
  about: bodyChanges,
  when: ({ op }) => requiresETag(op),
  run: async (t: Actor, { op }) => {
    await refusesWithoutETag(t, op, t.request().request);
  },
};

/** The same for a new item that nothing changes: of others, `deletionWithStaleETag` is the test. */
export const deletionWithoutETag: OwnProperty = {
  ...required,
  phase: "final",
  about: (op, callable) => (refusesETags(op, callable.api) ? undefined : deletions(op, callable)),
  when: ({ op }) => requiresETag(op),
  run: async (t: Actor, { op }) => {
    const item = await t.add();
    await refusesWithoutETag(t, op, t.requestAt(item));
  },
};

async function refusesWithoutETag(t: Actor, op: Operation, request: Case): Promise<boolean> {
  const { status } = await t.sendWithoutETag({ ...request, label: "no If-Match, which is required" });
  const isRefused = !isSuccess(status);
  t.assume(isRefused || op.responses.has("428") || t.asksForETags(), "no If-Match");
  t.expect(isRefused, {
    check: `${slugOf(op)}/${required.id}`,
    problem: "accepted without If-Match",
    expected: "a refusal with 4xx: the header is required",
    actual: `${status}`,
    at: { in: "status" },
  });
  return isRefused;
}

async function assumeComparison(t: Actor, op: Operation, request: Case): Promise<void> {
  const isCompared = t.asksForETag() || (comparesETags(op) && (await t.etagOf(request)) !== undefined);
  t.assume(isCompared, "no conditions");
}

/** Sends an ETag from before the last change. A weak one matches nothing, also where the server compares it. */
async function refusesStaleETag(t: Actor, request: Case, etag: string | undefined): Promise<boolean> {
  t.assume(etag !== undefined, "never changed");
  t.assume(t.asksForETag() || etag.startsWith('"'), "weak ETag");
  const { status } = await t.send({
    ...request,
    headers: [...request.headers, ["If-Match", etag]],
    accepts: accepting(412),
    label: "an ETag from before the last change",
  });
  t.expect(!isSuccess(status), {
    problem: "a stale ETag is accepted",
    expected: "412: the item has changed since, and what it was changed to would be lost",
    actual: `${status}`,
    at: { in: "status" },
  });
  return !isSuccess(status);
}

/** A version counts that the server gives, and that differs after each change. */
export const staleVersion: OwnProperty = {
  id: "stale-version",
  requirement: {
    name: "stale version",
    level: "implied",
    proof:
      "an item of the run is changed, and then changed once more with the version that it had before; a success counts only where the version tells changes apart, and the item shows what was sent",
  },
  sentence: ({ op }) => `${op.id} changes nothing for a version that the item no longer has.`,
  phase: "populate",
  about: readChanges,
  when: ({ op }) => versionMemberOf(op) !== undefined && describesStaleVersions(op),
  chooses: ({ op }) => [versionMemberOf(op)?.name ?? ""],
  run: async (t: Actor, { op }) => {
    const [item, member] = [t.borrow(), versionMemberOf(op)];
    t.assume(member !== undefined, "no version");
    const { name, place, usual } = member;
    const version = async (): Promise<Json | undefined> => versionIn(await t.read(item), member);
    const nextVersion = async (): Promise<Json | undefined> => {
      t.applied(await t.change(item, "a change of the item"));
      await t.settle(0);
      return version();
    };
    const [first, second] = [await version(), await nextVersion()];
    // The engine replaces the usual version by the item's own, and leaves any other as it is.
    const isUsual = first !== undefined && isSameJson(first, usual);
    const [stale, present] = isUsual ? [second, await nextVersion()] : [first, second];
    t.assume(stale !== undefined && present !== undefined, "no version");
    t.assume(!isSameJson(stale, present), "no version");
    await t.failIfAlways("item", async (): Promise<BrokenPromise | undefined> => {
      const change = await t.change(item, `the ${name} from before the last change`, (body) =>
        withValueAt(body, place.path, stale),
      );
      if (change === undefined) return undefined;
      const isShown = (text: string): boolean => t.hasWordOf(text, change.sent);
      const shown = await t.until(async () => renderJson((await t.read(item)) ?? null), isShown);
      t.assume(isShown(shown), "not effective", change.response.status);
      return {
        problem: `a stale ${name} is accepted`,
        expected: `a refusal: ${name} is ${renderJson(present)} since the last change, and what it was changed to would be lost`,
        actual: `${renderJson(stale)} is accepted, twice, and the item shows what was sent`,
        at: { in: "status" },
        exchange: change.exchange,
      };
    });
  },
};

/** The version that an item shows. */
function versionIn(found: Json | undefined, { name, usual }: VersionMember): Json | undefined {
  return shownValues(found, [name]).find((each) => typeof each === typeof usual);
}

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

/** The same change, for the case alone that nothing is there. */
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
    await expectSent(t, withKnown(request, t.unknownETag(), "an ETag that nothing has"));
    const former = await t.formerETag(request);
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

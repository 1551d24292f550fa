import {
  type Actor,
  type BrokenPromise,
  bodyChanges,
  deletions,
  type OwnProperty,
  type OwnRequirement,
  readChanges,
} from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import { isSameJson, type Json, renderJson } from "../../json/index.js";
import {
  addressOf,
  comparesETags,
  describesStaleVersions,
  refusesETags,
  requiresETag,
  shownValues,
  slugOf,
  type VersionMember,
  versionMemberOf,
  withValueAt,
} from "../../model/index.js";
import { accepting, type Case } from "../../transport/index.js";
import { currentETag, formerETag, needsETag, needsETagsAnywhere, sendWithoutETag } from "./etag-verbs.js";

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
  run: async (t: Actor, { op, read }) => {
    const { request } = t.request();
    await assumeComparison(t, op, request);
    const item = { path: addressOf(request.path) };
    const etag = await formerETag(t, item);
    const stale = t.request();
    if (!(await refusesStaleETag(t, stale.request, etag)) || read === undefined) return;
    const exchange = t.lastExchange();
    await t.settle();
    t.expect(!t.hasWordOf(renderJson((await t.read(item)) ?? null), stale.body ?? null), {
      problem: "changed although it is refused",
      expected: "the item is as it was before",
      actual: "it shows what was sent with a stale ETag",
      at: { in: "body", pointer: "" },
      exchange,
    });
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
    const etag = await formerETag(t, item);
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
  const { status } = await sendWithoutETag(t, { ...request, label: "no If-Match, which is required" });
  const isRefused = !isSuccess(status);
  t.assume(isRefused || op.responses.has("428") || needsETagsAnywhere(t), "no If-Match");
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
  const isCompared = needsETag(t) || (comparesETags(op) && (await currentETag(t, request)) !== undefined);
  t.assume(isCompared, "no conditions");
}

/** Sends an ETag from before the last change. A weak one matches nothing, also where the server compares it. */
async function refusesStaleETag(t: Actor, request: Case, etag: string | undefined): Promise<boolean> {
  t.assume(etag !== undefined, "never changed");
  t.assume(needsETag(t) || etag.startsWith('"'), "weak ETag");
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

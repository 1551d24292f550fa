import { isRefusal, isSuccess } from "../checks/index.js";
import type { Operation } from "../description/index.js";
import { type Actor, lists, type OwnProperty, type Page } from "../engine/index.js";
import { renderJson } from "../json/index.js";
import { describesNextLink, pageSizeOf } from "../model/index.js";

/** A link to the next page, fresh from the server, leads to a page. */
export const nextPage: OwnProperty = {
  id: "next-page",
  requirement: {
    name: "next page",
    level: "implied",
    proof: "a page is asked for, and then the page that it links to; a second fresh link has to fail as well",
  },
  sentence: ({ op }) => `${op.id} serves the next page that it links to.`,
  phase: "read",
  about: lists,
  when: ({ op }) => describesNextLink(op),
  run: async (t: Actor, { op }) => {
    await t.failIfAlways("page", async () => {
      const { status } = (await t.follow(await linkingPage(t, op))).response;
      if (isSuccess(status)) return undefined;
      t.assume(isRefusal(status) || status === 404, "not about the link", status);
      return {
        problem: "the next page is not served",
        expected: "2xx, since the page before it has just linked to it",
        actual: `${status}, also with a new link`,
        at: { in: "status" },
      };
    });
  },
};

/** Page after page of one item does not always show the first one. */
export const furtherPages: OwnProperty = {
  id: "further-pages",
  requirement: {
    name: "further pages",
    level: "advice",
    proof: "pages of one item are followed by their links, and the first one is asked for again",
  },
  sentence: ({ op }) => `${op.id} does not show its first page again and again.`,
  phase: "read",
  about: lists,
  when: ({ op, size }) => size !== undefined && describesNextLink(op),
  run: async (t: Actor, { op }) => {
    const first = await linkingPage(t, op);
    t.assume(first.ids.length === 1, "no page of one");
    const isFirst = ({ items }: Page): boolean => renderJson(items) === renderJson(first.items);
    const last = await t.followWhile(first, isFirst);
    // Where others add items at the beginning, those that were there move on.
    t.expect(!isFirst(last) || !isFirst(await firstPage(t, op)), {
      problem: "the next page is the first one again",
      expected: "another item, since each page has one",
      actual: "the same item, page after page",
      at: { in: "body", pointer: "" },
    });
  },
};

/** A first page that links to the next one: where it does not, an item is added. */
async function linkingPage(t: Actor, op: Operation): Promise<Page> {
  const before = await firstPage(t, op);
  const mayGrow = before.link === undefined && pageSizeOf(op) !== undefined;
  const page = mayGrow && (await t.addAnother()) ? await firstPage(t, op) : before;
  t.assume(page.link !== undefined, "no next page");
  return page;
}

/** The first page: of one item, where that can be asked for. */
function firstPage(t: Actor, op: Operation): Promise<Page> {
  const size = pageSizeOf(op);
  return t.list({ label: "the first page", chosen: new Map(size && [[size, 1n]]), mustServe: true });
}

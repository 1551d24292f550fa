import { isSuccess, type ParsedExchange, unlessSkipped } from "../checks/index.js";
import { type Case, orRefused } from "../generate/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import { addressOf, idOf, plainPath } from "../model/index.js";
import {
  eventually,
  freshBaseline,
  type KnownItem,
  markersIn,
  ownItemAt,
  readItem,
} from "../session/index.js";
import { headerValues } from "../transport/index.js";
import { type ValidRequest, withOtherValues } from "../values/index.js";
import type { ChangeVerbs } from "./change-verbs.js";
import { type Attempt, expectBooleansKept } from "./comparison/booleans.js";
import { expectAnswerAsRead } from "./comparison/change-answers.js";
import { expectIsolation } from "./items/isolation.js";
import { expectListsReplaced } from "./items/replaced-lists.js";
import { assume } from "./reasons.js";
import type { Stage } from "./stage.js";

/** A change, and the item as it is read then. */
export interface ReadChange {
  readonly sent: Json;
  readonly found: Json;
}

/** Changes items of the run by whole requests, and reads them then. */
export interface ReadChangeVerbs {
  /**
   * Changes an item, and reads it until it shows what was sent, or the time to settle is over. Expects that the item is still there,
   * that the response to the change shows it as it is, and that other items stay as they are.
   */
  readonly changeAndRead: (change: Pick<ValidRequest, "request" | "body">) => Promise<ReadChange>;
  /** The same with numbers and words that the item has not had, if the server accepts them. */
  readonly changeAllAndRead: (change: Pick<ValidRequest, "request" | "body">) => Promise<ReadChange>;
  /** Expects that the lists of further changes take the place of those that were sent before. */
  readonly expectListsReplaced: (sent: Json) => Promise<void>;
  /** Expects that an item shows other booleans once it is changed to them. */
  readonly expectBooleansKept: (change: ReadChange) => Promise<void>;
}

/** The verbs by which a property changes items, and reads them then. */
export function readChangeVerbs(
  { t, roles: { op }, reading, withBody }: Stage,
  { differences, isFixed }: ChangeVerbs,
): ReadChangeVerbs {
  /** Changes an item, and expects that others stay as they are. */
  const sendWatched = (request: Case): Promise<ParsedExchange> =>
    expectIsolation(t, { read: reading(), path: addressOf(request.path) }, () => t.send(request));

  /** The item at the address of a change that was accepted. @throws Skip where it is not the run's own, or moved */
  function changedItem({ response, exchange }: ParsedExchange): KnownItem {
    const { status } = response;
    assume(isSuccess(status) && status !== 202, "not changed", status);
    const address = addressOf(exchange.case.path);
    const [location = address] = headerValues(response, "location");
    assume(plainPath(location).endsWith(plainPath(address)), "moved");
    const item = ownItemAt(t.state.inventory, address);
    assume(item !== undefined, "no item");
    return item;
  }

  async function readAfter(parsed: ParsedExchange, sent: Json): Promise<ReadChange> {
    const item = changedItem(parsed);
    // An id may be made of what was sent, as a slug is.
    const shownId = isJsonObject(parsed.json) ? idOf(item.resource, parsed.json) : undefined;
    const mayMove = (shownId ?? item.id) !== item.id || markersIn(t.state, item.path).length > 0;
    const poll = async (): Promise<Json> => {
      const found = await readItem(t, reading(), item);
      t.expect(found !== undefined || op.method !== "PUT" || mayMove, {
        problem: "gone after it was replaced",
        expected: "the item is there, as it was sent",
        actual: "it is not found at its address any more",
        at: { in: "status" },
      });
      assume(found !== undefined, "item gone");
      return found;
    };
    const found = await eventually(t, poll, (shown) => differences({ sent }, shown).length === 0);
    expectAnswerAsRead(t, { operation: op, read: reading(), sent, found, parsed });
    return { sent, found };
  }

  const changeAndRead: ReadChangeVerbs["changeAndRead"] = async ({ request, body = null }) =>
    readAfter(await sendWatched(withBody(request, body)), body);

  /** Changes an item once more by a valid body after an edit: other items were seen to stay as they are. */
  const attempt: Attempt = (edit, { label }) =>
    unlessSkipped(async () => {
      const { request, body = null } = freshBaseline(t, op);
      const sent = edit(body);
      const accepts = orRefused(request);
      return readAfter(await t.send({ ...withBody(request, sent), accepts, label }), sent);
    });

  return {
    changeAndRead,
    changeAllAndRead: async (change) => {
      const { request, body } = change;
      const other = withOtherValues(op.body?.schema ?? {}, body, isFixed);
      if (other === undefined) return changeAndRead(change);
      const label = "valid, with other numbers and words";
      const parsed = await sendWatched({ ...withBody(request, other), label });
      // A rule of the server's own may be against one of these.
      return isSuccess(parsed.response.status) ? readAfter(parsed, other) : changeAndRead(change);
    },
    expectListsReplaced: (sent) => expectListsReplaced(t, { operation: op, read: reading(), sent, attempt }),
    expectBooleansKept: ({ sent: body, found }) =>
      expectBooleansKept(t, { operation: op, read: reading(), body, found, attempt }),
  };
}

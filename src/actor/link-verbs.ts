import { isRefusal, isSuccess } from "../engine/index.js";
import type { Json, JsonObject } from "../json/index.js";
import { idOf, itemAddress, type Links, parentPathOf } from "../model/index.js";
import { bareShape, fullShape, type Shape } from "../schema/index.js";
import {
  assume,
  collectionFor,
  createItem,
  creationFor,
  isThere,
  type KnownItem,
  stateWith,
  validRequest,
} from "../session/index.js";
import { type Case, orRefused } from "../transport/index.js";
import { isShort, newId } from "../values/index.js";
import { largestPage } from "./lists/page.js";
import type { RequestVerbs } from "./request-verbs.js";
import type { Answer, Stage } from "./stage.js";

/** A request that puts a link, and its status: 0 where no response could be judged. */
export interface PutLink {
  readonly status: number;
  readonly request: Case | undefined;
}

/** Links items. */
export interface LinkVerbs {
  /** The place of a link from an item of the run to a new one. */
  readonly newLink: () => Promise<KnownItem>;
  /** The place of a link from an item of the run to an item that surely is not there. */
  readonly linkToUnknown: () => Promise<{ readonly link: KnownItem; readonly end: KnownItem }>;
  /** Puts a link where none is. Both of its ends are the run's own, and so is the link. */
  readonly putLink: (link: KnownItem) => Promise<PutLink>;
  /** Puts a link once more, with another body. */
  readonly relink: (link: KnownItem, label: string, sent: Json) => Promise<Answer>;
  /** The rows of the list that show a link: none, or one. */
  readonly linkRows: (link: KnownItem) => Promise<readonly JsonObject[]>;
  /** Notes that an item was made, which is deleted at the end. */
  readonly adopt: (item: KnownItem) => void;
}

/** The verbs by which a property links items. */
export function linkVerbs({ t, roles, reading, answerOf }: Stage, { request }: RequestVerbs): LinkVerbs {
  const { inventory, sending } = t.state;
  const linking = (): Links => {
    assume(roles.links !== undefined, "not linked");
    return roles.links;
  };

  async function linkTo(id: string): Promise<KnownItem> {
    const { resource, collection, own } = await collectionFor(t, linking().put);
    assume(own !== undefined, "no item");
    return { resource, id, path: itemAddress(resource, collection, id), own: false };
  }

  async function put(link: KnownItem, shape: Shape): Promise<PutLink> {
    const valid = validRequest(stateWith(t.state, link), linking().put, shape).request;
    const sent = { ...valid, accepts: orRefused(valid), label: "valid, to link two items of the run" };
    const parsed = await sending.putting(link, () => t.sendAnyway(sent));
    const status = parsed?.response.status ?? 0;
    // A server that fails may have stored it all the same.
    if (status === 0 || status >= 500) inventory.add({ ...link, own: true });
    return { status, request: parsed?.exchange.case };
  }

  return {
    newLink: async () => {
      const creation = creationFor(t.state, { path: linking().end.collectionPath });
      assume(creation !== undefined, "no item");
      return linkTo((await createItem(t, creation)).item.id);
    },
    linkToUnknown: async () => {
      const resource = linking().end;
      const id = newId(reading(), t.state.words.nonce());
      const end = { resource, id, path: itemAddress(resource, resource.collectionPath, id), own: false };
      assume(!isShort(id) && !(await isThere(t, { read: reading(), item: end })), "no unknown id");
      return { link: await linkTo(id), end };
    },
    putLink: async (link) => {
      const whole = await put(link, fullShape);
      return isRefusal(whole.status) ? put(link, bareShape) : whole;
    },
    relink: async ({ path }, label, sent) => {
      const { request: again } = request({ path, isMinimal: true, edit: () => sent });
      return answerOf(await t.send({ ...again, accepts: orRefused(again), label }));
    },
    linkRows: async ({ resource, id, path }) => {
      const { items } = await largestPage(t, linking().list, parentPathOf(path));
      return items.filter((each) => idOf(resource, each) === id);
    },
    adopt: (item) => inventory.add({ ...item, own: true }),
  };
}

/** Was something linked, and not for later (202)? */
export function isLinked({ status }: Pick<PutLink, "status">): boolean {
  return isSuccess(status) && status !== 202;
}

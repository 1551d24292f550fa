import { type Actor, type Answer, largestPage, type Stage } from "../../actor/index.js";
import { isRefusal, isSuccess } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { idOf, itemAddress, type Links, parentPathOf, textsIn } from "../../model/index.js";
import { bareShape, fullShape, type Shape } from "../../schema/index.js";
import {
  assume,
  collectionFor,
  createItem,
  creationFor,
  isThere,
  type KnownItem,
  stateWith,
  validRequest,
} from "../../session/index.js";
import { type Case, orRefused } from "../../transport/index.js";
import { isShort, newId, newIdBelow } from "../../values/index.js";

/** A request that puts a link, and its status: 0 where no response could be judged. */
interface PutLink {
  readonly status: number;
  readonly request: Case | undefined;
}

/** Creates an item, or makes a word. @returns the place of a link from an item of the run to it */
export async function newLink({ stage }: Actor): Promise<KnownItem> {
  const { t } = stage;
  const { put: putting, end } = linksOf(stage);
  if (end === undefined) return linkTo(stage, newIdBelow(putting, t.state.words.nonce()));
  const creation = creationFor(t.state, { path: end.collectionPath });
  assume(creation !== undefined, "no item");
  return linkTo(stage, (await createItem(t, creation)).item.id);
}

/** Returns the place of a link from an item of the run to an item that surely is not there. */
export async function linkToUnknown({
  stage,
}: Actor): Promise<{ readonly link: KnownItem; readonly end: KnownItem }> {
  const { t, reading } = stage;
  const resource = linksOf(stage).end;
  assume(resource !== undefined, "no unknown id");
  const id = newId(reading(), t.state.words.nonce());
  const end = { resource, id, path: itemAddress(resource, resource.collectionPath, id), own: false };
  assume(!isShort(id) && !(await isThere(t, { read: reading(), item: end })), "no unknown id");
  return { link: await linkTo(stage, id), end };
}

/** Puts a link where none is. Both of its ends are the run's own, and so is the link. */
export async function putLink({ stage }: Actor, link: KnownItem): Promise<PutLink> {
  const whole = await put(stage, link, fullShape);
  return isRefusal(whole.status) ? put(stage, link, bareShape) : whole;
}

/** Puts a link once more, with another body. */
export async function relink(
  { stage: { t, answerOf }, request }: Actor,
  { path }: KnownItem,
  label: string,
  sent: Json,
): Promise<Answer> {
  const { request: again } = request({ path, isMinimal: true, edit: () => sent });
  return answerOf(await t.send({ ...again, accepts: orRefused(again), label }));
}

/** Returns the rows of the list that show a link, or a word: none, or one. */
export async function linkRows(t: Actor, link: KnownItem): Promise<readonly Json[]> {
  return (await linkPage(t, link)).rows;
}

/** Returns the same, and whether the list shows all links, as far as it tells. */
export async function linkPage({ stage }: Actor, { resource, id, path }: KnownItem) {
  const { list, end } = linksOf(stage);
  const { json, items, isWhole } = await largestPage(stage.t, list, parentPathOf(path));
  const rows =
    end === undefined
      ? textsIn(json).filter((each) => each === id)
      : items.filter((each) => idOf(resource, each) === id);
  return { rows, isWhole };
}

/** Notes that an item was made, which is deleted at the end. */
export function adopt({ stage }: Actor, item: KnownItem): void {
  stage.t.state.inventory.add({ ...item, own: true });
}

/** Was something linked, and not for later (202)? */
export function isLinked({ status }: Pick<PutLink, "status">): boolean {
  return isSuccess(status) && status !== 202;
}

function linksOf({ roles }: Stage): Links {
  assume(roles.links !== undefined, "not linked");
  return roles.links;
}

async function linkTo(stage: Stage, id: string): Promise<KnownItem> {
  const { resource, collection, own } = await collectionFor(stage.t, linksOf(stage).put);
  assume(own !== undefined, "no item");
  return { resource, id, path: itemAddress(resource, collection, id), own: false };
}

async function put(stage: Stage, link: KnownItem, shape: Shape): Promise<PutLink> {
  const { t } = stage;
  const { inventory, sending } = t.state;
  const valid = validRequest(stateWith(t.state, link), linksOf(stage).put, shape).request;
  const sent = { ...valid, accepts: orRefused(valid), label: "valid, to link two items of the run" };
  const parsed = await sending.putting(link, () => t.sendAnyway(sent));
  const status = parsed?.response.status ?? 0;
  // A server that fails may still have stored it.
  if (status === 0 || status >= 500) inventory.add({ ...link, own: true });
  return { status, request: parsed?.exchange.case };
}

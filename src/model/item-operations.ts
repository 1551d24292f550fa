import { type Contract, essenceOf, noKnowledge, type Operation } from "../description/index.js";
import { isJsonObject, type Json } from "../json/index.js";
import { plainSchema, wordsIn } from "../schema/index.js";
import { isOf, matches } from "./lexicon.js";
import { listsTexts } from "./list-envelopes.js";
import { collectionPathOf, endsInParameter, ownerOf, plainPath } from "./paths.js";
import type { Effect } from "./policy.js";
import type { Api, Resource } from "./resource.js";
import { referredTo, withParameter } from "./resource-references.js";

/** The operations that create the items which another one changes or deletes, and that read them; undefined where one is missing. */
export function creationAndReadOf(
  operation: Operation,
  api: Api,
  mayCall: (creation: Operation) => boolean = () => true,
): { readonly create: Operation; readonly read: Operation } | undefined {
  const create = api.resourceAt(operation.path)?.creations.find(mayCall);
  const read = api.readOf(operation);
  return create === undefined || read === undefined ? undefined : { create, read };
}

/** Have the items of a list paths of their own? */
export function listsItems(operation: Operation, api: Api): boolean {
  return api.resourcesIn(collectionPathOf(operation)).some(({ operations }) => operations.length > 0);
}

/**
 * Does an operation create an item under an id that the client chooses, which can be read and deleted again? Where items are
 * posted to the collection, the ids are the server's. Source: RFC 9110, section 9.3.4.
 */
export function createsByPut({ method, path, body, responses }: Operation, api: Api): boolean {
  const resource = api.resourceAt(path);
  if (method !== "PUT" || body === undefined || !responses.has("201") || resource === undefined) return false;
  return isReadAndDeleted(resource) && resource.creations.length === 0 && !namesAnotherItem({ path }, api);
}

/** Is the id at the end of a path that of an item in another collection, as `userId` is in the path of a membership? */
export function namesAnotherItem({ path }: Pick<Operation, "path">, { resourceAt, resources }: Api): boolean {
  const resource = resourceAt(path);
  if (resource === undefined) return false;
  const { parameter } = resource;
  const isShared = !matches(parameter, "anyones-ids") && otherWith(resource, resources) !== undefined;
  return isShared || referredTo(parameter, resources, isOther(resource)) !== undefined;
}

/** Are they in another collection? */
function isOther({ collectionPath }: Resource): (resource: Resource) => boolean {
  return (each) => each.collectionPath !== collectionPath;
}

/** The items of another collection with a parameter of the same name. */
function otherWith(
  resource: Resource,
  all: Api["resources"],
  isWanted: (resource: Resource) => boolean = () => true,
): Resource | undefined {
  return withParameter(all, resource.parameter).find((each) => isOther(resource)(each) && isWanted(each));
}

/**
 * The operations that put, list and remove links between items, as `/teams/{teamId}/members/{userId}`, or words of an item, as
 * `/articles/{id}/tags/{tag}`.
 */
export interface Links {
  readonly put: Operation;
  readonly list: Operation;
  readonly removal: Operation;
  /** The items that are linked to: the users. Undefined where words are. */
  readonly end: Resource | undefined;
}

/** The links that an operation makes or removes: each has the id of an item in another collection, or is a word, and is listed. */
export function linksOf({ path }: Operation, { resourceAt, resources }: Api): Links | undefined {
  const link = resourceAt(path);
  if (link?.collectionPath.includes("{") !== true) return undefined;
  const put = link.operations.find(({ method }) => method === "PUT");
  const removal = link.operations.find(({ method }) => method === "DELETE");
  if (put === undefined || removal === undefined || link.list === undefined) return undefined;
  const end = linkedBy(link, resources);
  const isWord = link.creations.length === 0 && put.body === undefined && listsTexts(link.list);
  return end === undefined && !isWord ? undefined : { put, list: link.list, removal, end };
}

/** The items whose ids the paths of links end in, where these have a collection of their own at the top. */
function linkedBy(link: Resource, all: Api["resources"]): Resource | undefined {
  const isAtTop = ({ collectionPath }: Resource): boolean => !collectionPath.includes("{");
  if (matches(link.parameter, "anyones-ids")) return undefined;
  return (
    otherWith(link, all, isAtTop) ??
    referredTo(link.parameter, all, (each) => isAtTop(each) && isOther(link)(each))
  );
}

/** Does an operation change or delete an item that is there, or a part of one? */
export function changesItem(operation: Operation, api: Api): boolean {
  return operation.method === "POST" ? isPostedToItem(operation, api) : operation.method !== "GET";
}

/** Is it posted to the address of an item, and not to a collection of others? */
function isPostedToItem(operation: Operation, api: Api): boolean {
  const isRead = api.readAt(operation.path) !== undefined;
  return endsInParameter(operation.path) && isRead && api.readOf(operation) === undefined;
}

/** Does a POST say that it changes an item, and is it one that the run itself creates and deletes? */
export function updatesItem(operation: Operation, api: Api): boolean {
  const { id, method, path, summary = "", body } = operation;
  const [verb = ""] = wordsIn(summary);
  const isSaid = [...wordsIn(id), verb].some((word) => isOf(word, "says-change"));
  const isUpdate = method === "POST" && body !== undefined && isSaid && isPostedToItem(operation, api);
  return isUpdate && isCreatedAndDeleted(path, api);
}

/** Is it a part without an id, as `/buckets/{name}/readme` is, of an item that the run itself creates and deletes? */
export function isOwnPart({ method, path }: Operation, api: Api): boolean {
  const owner = ownerOf(path);
  const isChange = method === "PUT" || method === "PATCH";
  if (!isChange || owner === undefined || api.readAt(path) === undefined) return false;
  return isCreatedAndDeleted(owner, api);
}

/** Is there what creates, reads and deletes the items at a path? */
function isCreatedAndDeleted(path: string, api: Api): boolean {
  const resource = api.resourceAt(path);
  if (resource === undefined || !isReadAndDeleted(resource)) return false;
  return resource.creations.length > 0 || resource.operations.some((each) => createsByPut(each, api));
}

function isReadAndDeleted({ operations }: Resource): boolean {
  return ["GET", "DELETE"].every((wanted) => operations.some(({ method }) => method === wanted));
}

/**
 * The path of the items to which an operation does something that is no item itself: `/invoices/{id}` of
 * `POST /invoices/{id}/issue`; undefined for another operation. Its effect may be in the way of all later changes.
 */
export function actedOn(operation: Operation, api: Api): string | undefined {
  const { method, path } = operation;
  const [, itemPath] = /^(.*\/\{[^{}/]+\})[/:][^{}]+$/.exec(plainPath(path)) ?? [];
  if (method === "GET" || itemPath === undefined) return undefined;
  const isRead = api.readAt(path) !== undefined || api.readOf(operation) !== undefined;
  return isRead || listsItems(operation, api) ? undefined : itemPath;
}

/** Can what an operation creates be read and deleted, does it go with an item of the run, or did the user allow it by name? */
export function isDeletable(
  operation: Operation,
  effect: Effect | undefined,
  { known = noKnowledge }: Partial<Pick<Contract, "known">>,
  api: Api,
): boolean {
  const created = api.resourceIn(operation);
  // That an item elsewhere can be deleted does not say that it is the one: a second link does.
  const isLinked = created === undefined && api.linkOf(operation)?.isDeletable === true;
  const isAction = effect === "acts on own" && !operation.responses.has("201");
  const isAllowed = known.allow.includes(operation.id);
  return isAction || isAllowed || isLinked || (created !== undefined && isReadAndDeleted(created));
}

/** The last part of the id of the check of a change: PUT replaces, PATCH and POST change. */
export function changeKindOf({ method }: Pick<Operation, "method">): "changed" | "replaced" {
  return method === "PUT" ? "replaced" : "changed";
}

/** The part of a check's id that stands for an operation. */
export function slugOf({ id }: Pick<Operation, "id">): string {
  return encodeURIComponent(id);
}

/** How deep its path is. */
export function segmentsOf({ path }: Pick<Operation, "path">): number {
  return path.split("/").length;
}

/** Has an operation anything that a server could refuse? */
export function takesInput({ method, body, parameters }: Operation): boolean {
  return method !== "DELETE" && (body !== undefined || parameters.some(({ in: where }) => where === "query"));
}

/** Does a change replace the lists that it has, and take away what is null? Source: RFC 7396, section 1. */
export function isMergePatch({ body }: Operation): boolean {
  return essenceOf(body?.mediaType ?? "") === "application/merge-patch+json";
}

/** Members of a body that may be left out. */
export function optionalIn({ body }: Operation, valid: Json | undefined): readonly string[] {
  const { required = [] } = plainSchema(body?.schema ?? {});
  return Object.keys(isJsonObject(valid) ? valid : {}).filter((name) => !required.includes(name));
}

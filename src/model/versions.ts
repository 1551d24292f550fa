import type { Operation } from "../description/index.js";
import type { Json } from "../json/index.js";
import { isOfETag } from "./headers.js";
import { matches } from "./lexicon.js";
import { isVersion } from "./names.js";
import { bodyPlaces, draftOf, type Place, valueAt } from "./places.js";
import type { Api } from "./resource.js";

/** The member of a change's body that says which version of the item it is meant for, and its value as long as none is known. */
export interface VersionMember {
  readonly place: Place;
  readonly name: string;
  readonly usual: Json;
}

/** Does a description say that a change is refused for the version in its body? */
export function describesStaleVersions({ responses }: Operation): boolean {
  return ["409", "412"]
    .map((status) => responses.get(status)?.description ?? "")
    .some((each) => matches(each, "stale-versions") && !matches(each, "other-clients"));
}

/** Making them takes longer than looking them up. */
const versionMembers = new WeakMap<Operation, readonly VersionMember[]>();

/** The version in the body of a change; undefined where it has none. */
export function versionMemberOf(operation: Operation): VersionMember | undefined {
  const known = versionMembers.get(operation) ?? versionMembersOf(operation);
  versionMembers.set(operation, known);
  return known[0];
}

function versionMembersOf(operation: Operation): readonly VersionMember[] {
  const { method, body, responses } = operation;
  if (body === undefined || !["PUT", "PATCH"].includes(method)) return [];
  const draft = draftOf(operation);
  // A text may be the version of something else: of a program, for example.
  const hasTexts = ["409", "412", "428"].some((status) => responses.has(status));
  return bodyPlaces(operation, draft).flatMap(({ place }) => {
    const name = place.path.at(-1) ?? "";
    const usual = valueAt(draft, place.path);
    const isValue = typeof usual === "bigint" || (typeof usual === "string" && hasTexts);
    return isVersion(name) && isValue && !place.path.includes("*") ? [{ place, name, usual }] : [];
  });
}

/** Does an operation change an item by the body that it is sent? */
export function changesBody({ method, body }: Operation): boolean {
  return (method === "PUT" || method === "PATCH") && body !== undefined;
}

/** Does a description say that a change has to have the ETag of the item, and is refused without it? */
export function requiresETag(operation: Operation): boolean {
  const { parameters, responses, method } = operation;
  const isChange = method === "DELETE" || changesBody(operation);
  const isRefused = ["400", "412", "422", "428", "4XX", "default"].some((status) => responses.has(status));
  return isChange && isRefused && parameters.some((each) => each.required && isOfETag(operation, each));
}

/** Does a description say that a change is compared with an ETag, whether or not it has to have one? */
export function comparesETags(operation: Operation): boolean {
  return operation.responses.has("412") || operation.parameters.some((each) => isOfETag(operation, each));
}

/** Does a description say that a change may be refused for its ETag? Of a deletion, that counts where something changes the items. */
export function refusesETags(operation: Operation, api: Api): boolean {
  const { method, path, responses } = operation;
  const isChange =
    changesBody(operation) || (method === "DELETE" && api.operationsAt(path).some(changesBody));
  return (
    isChange && (comparesETags(operation) || responses.has("428")) && api.readOf(operation) !== undefined
  );
}

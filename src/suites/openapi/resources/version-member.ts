import type { Operation } from "../../../description/index.js";
import type { Json } from "../../../json/index.js";
import { isVersion } from "../names/member-names.js";
import { bodyPlaces, draftOf } from "./draft.js";
import { type Place, valueAt } from "./places.js";

/** The member of a change's body that says which version of the item it is meant for, and its value as long as none is known. */
export interface VersionMember {
  readonly place: Place;
  readonly name: string;
  readonly usual: Json;
}

/** How a description says that a change is refused for its version. */
const staleWords = /version|revision|\brev\b|stale|outdated|out of date|concurren|lost update|meantime/i;

/** Words for who has changed the item. */
const otherClients = /\b(some ?(body|one)|(an)?other|else)\b/i;

/** Does a description say that a change is refused for the version in its body? */
export function describesStaleVersions({ responses }: Operation): boolean {
  return ["409", "412"]
    .map((status) => responses.get(status)?.description ?? "")
    .some((each) => staleWords.test(each) && !otherClients.test(each));
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

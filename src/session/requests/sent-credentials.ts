import type { Operation } from "../../description/index.js";
import { isSuccess } from "../../engine/index.js";
import {
  changesMeaning,
  describePlace,
  otherPlacesOf,
  type SecuredDescription,
  slugOf,
} from "../../model/index.js";
import {
  accepting,
  type Case,
  type CredentialName,
  type CredentialPlace,
  describeCredential,
  placeCredential,
  withQueryCredential,
} from "../../transport/index.js";
import { effectiveStatus } from "../../values/index.js";
import type { ApiState } from "../api-state.js";
import { assume } from "../reasons.js";
import type { Context } from "./item-baseline.js";

/** A key that nobody has. */
export function wrongKey(state: ApiState) {
  return { kind: "wrong", key: `wrong-${state.words.marker()}` } as const;
}

/** Sends a request with another credential than the usual one, and returns the status. */
export async function sendWith(t: Context, request: Case, credential: CredentialName): Promise<number> {
  const accepts = accepting(401, 403);
  const label = describeCredential(credential);
  return effectiveStatus(await t.send({ ...request, accepts, credential, label }));
}

/** The fault of a server that serves it. */
export function served(status: number, credential: CredentialName) {
  return {
    problem: "served",
    expected: "401, or another refusal",
    actual: `${status} with ${describeCredential(credential)}`,
    at: { in: "status" } as const,
  };
}

/** Other places of one operation that are tried: many wrong keys may lock an account. */
const mostPlaces = 3;

/** The places of the other alternatives of an operation that are tried with a wrong key. */
export function triedPlaces(described: SecuredDescription, operation: Operation): readonly CredentialPlace[] {
  return otherPlacesOf(described, operation)
    .filter((place) => place.kind !== "api key" || !changesMeaning(place.name))
    .slice(0, mostPlaces);
}

/** The names of headers that wrong keys are sent in, in small letters. */
export function headersOfPlaces(
  described: SecuredDescription,
  operations: Iterable<Operation>,
): readonly string[] {
  const places = [...operations].flatMap((each) => triedPlaces(described, each));
  return places.flatMap((place) =>
    place.kind === "api key" ? (place.in === "header" ? [place.name.toLowerCase()] : []) : ["authorization"],
  );
}

/** Expects that a wrong key in this place, and no other credential, is refused. The good key is never sent there. */
export async function expectRefusedAt(
  t: Context,
  operation: Operation,
  request: Case,
  place: CredentialPlace,
): Promise<void> {
  const words = `a wrong key alone (${describePlace(place)})`;
  const accepts = accepting(401, 403);
  const bare: Case = { ...request, accepts, credential: { kind: "missing" }, label: words };
  const status = effectiveStatus(await t.send(withWrongKey(t.state, bare, place)));
  assume(status !== 409, "conflict before the credential");
  t.expect(!isSuccess(status), {
    check: `${slugOf(operation)}/credential`,
    problem: `served, ${describePlace(place)}`,
    expected: "401, or another refusal, whichever of its security schemes a request uses",
    actual: `${status} with ${words}`,
    at: { in: "status" },
  });
}

/** A key that nobody has stands in the request as it is, since it is no secret. */
function withWrongKey(state: ApiState, request: Case, place: CredentialPlace): Case {
  const placed = placeCredential(wrongKey(state), "", place);
  if (placed === undefined) return request;
  if (placed.in === "query") return { ...request, path: withQueryCredential(request.path, placed) };
  if (placed.in === "header")
    return { ...request, headers: [...request.headers, [placed.name, placed.value]] };
  const isCookie = ([name]: Case["headers"][number]): boolean => name.toLowerCase() === "cookie";
  const cookies = [
    ...request.headers.filter(isCookie).map(([, value]) => value),
    `${placed.name}=${placed.value}`,
  ];
  const others = request.headers.filter((each) => !isCookie(each));
  return { ...request, headers: [...others, ["Cookie", cookies.join("; ")]] };
}

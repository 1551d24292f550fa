import type { Operation } from "../../description/index.js";
import { boundaryInt64, parseBody } from "../../engine/index.js";
import { isJsonObject, type Json, type JsonObject, parseJson, renderJson } from "../../json/index.js";
import type { Response, TransportError } from "../../transport/index.js";
import {
  type Acceptable,
  buildCase,
  type Case,
  type CaseBody,
  type CaseOptions,
} from "../../transport/index.js";
import { furtherMembers, type KnowsContract, type Members, type Status } from "./pet.js";

export const listed: readonly Acceptable[] = [{ status: 200, schema: "Pets" }];
export const added: readonly Acceptable[] = [{ status: 201, schema: "Pet" }];
export const fetched: readonly Acceptable[] = [{ status: 200, schema: "Pet" }];
export const fetchedOrNot: readonly Acceptable[] = [...fetched, ...errors(404)];
/** The responses that are allowed to a query that the document does not foresee. */
export const listedOrRefused: readonly Acceptable[] = [...listed, { status: "4xx", schema: "Error" }];

export function errors(...statuses: readonly number[]): readonly Acceptable[] {
  return statuses.map((status) => ({ status, schema: "Error" }));
}

/** Returns the statuses that the description has for a body that is not valid, and any of these, with an Error. */
export function refused({ contract: { operations, roles } }: KnowsContract, ...more: readonly number[]) {
  const create = operations.get(roles.create);
  const documented = [400, 422].filter((status) => create?.responses.has(`${status}`));
  return errors(...new Set([...(documented.length > 0 ? documented : [400]), ...more]));
}

/** The value in an answer; undefined if none came, or no JSON. */
export function jsonOf(outcome: Response | TransportError): Json | undefined {
  const parsed = outcome.kind === "response" ? parseBody(outcome) : undefined;
  return parsed?.status === "valid" ? parsed.value : undefined;
}

/** The JSON object that a text is; undefined if it is none. */
export function objectIn(text: string): JsonObject | undefined {
  const parsed = parseJson(text);
  return parsed.status === "valid" && isJsonObject(parsed.value) ? parsed.value : undefined;
}

/** How many animals a list may hold at most. */
export function largestPage({ contract: { roles } }: KnowsContract): number {
  return roles.pageSize.maximum;
}

/** A limit inside its constraints: the smallest, or so much more. */
export function limitAbove({ contract: { roles } }: KnowsContract, more: number): number {
  return Math.min(roles.pageSize.minimum + more, roles.pageSize.maximum);
}

/** The constraints of a list, which go out in this order. */
export type Query = { readonly limit?: number; readonly status?: Status | undefined };

/** The list of every animal, and the list of each state, with these other constraints. */
export function everyList({ contract: { roles } }: KnowsContract, constraints: Query = {}): readonly Query[] {
  return [constraints, ...roles.filter.values.map((status) => ({ status, ...constraints }))];
}

/** A parameter that the document does not name. */
export const unknownParameter = ["colour", "brown"] as const;

/** The options that may be particular to a request. */
type Particulars = Partial<Omit<CaseOptions, "body" | "query" | "pathParameters">>;

/** A list with valid parameters; charged to the check that accepts them. */
export function listRequest(state: KnowsContract, query: Query, particulars: Particulars = {}): Case {
  const { pageSize, filter } = state.contract.roles;
  const names: Readonly<Record<string, string>> = { limit: pageSize.name, status: filter.name };
  const parts = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [names[name] ?? name, `${value}`] as const);
  return edgeCaseListRequest(state, parts, { accepts: listed, check: listCheck(query), ...particulars });
}

/** A list with any query; an open point unless a check is named. */
export function edgeCaseListRequest(
  state: KnowsContract,
  query: readonly (readonly [string, string])[],
  particulars: Particulars = {},
): Case {
  const label = query.length === 0 ? "no parameters" : query.map((part) => part.join("=")).join(" and ");
  return buildCase(operation(state, "list"), { label, query, accepts: listedOrRefused, ...particulars });
}

/** A valid new animal, with the required members that the checks do not know. */
export function newPet(state: KnowsContract, pet: Members): JsonObject {
  return { ...furtherMembers(state, "required"), ...pet } as JsonObject;
}

/** The same as JSON text. */
export function newPetBody(state: KnowsContract, pet: Members): string {
  return renderJson(newPet(state, pet));
}

/** A creation with any body; by default one that must be accepted. */
export function addRequest(
  state: KnowsContract,
  body: string | CaseBody,
  particulars: Particulars = {},
): Case {
  return buildCase(operation(state, "create"), {
    label: "a new animal",
    body,
    accepts: added,
    ...particulars,
  });
}

/** A look at one animal; `id` exactly as it goes into the path. */
export function fetchRequest(state: KnowsContract, id: bigint | string, particulars: Particulars = {}): Case {
  return buildCase(operation(state, "get"), {
    label: labelOf(state, id),
    pathParameters: { [state.contract.roles.key]: `${id}` },
    accepts: fetched,
    check: "get/found",
    ...particulars,
  });
}

function listCheck({ limit, status }: Query): string {
  if (limit !== undefined && status !== undefined) return "list/query/both";
  if (limit !== undefined) return "list/query/pageSize/accepted";
  return status === undefined ? "list/accepted" : "list/query/filter/accepted";
}

/** No contract is loaded that lacks the operation of a role. */
function operation({ contract }: KnowsContract, role: "list" | "create" | "get"): Operation {
  return contract.operations.get(contract.roles[role]) as Operation;
}

const boundaries = new Set(boundaryInt64.map(String));

/** Ids that any run asks for by their own name; those of animals and of chance all by the same. */
function labelOf({ contract: { roles } }: KnowsContract, id: bigint | string): string {
  return boundaries.has(`${id}`) ? `${roles.key} ${id}` : `${roles.key} of 64 bits`;
}

import type { Contract, Operation } from "../../description/index.js";
import {
  type Acceptable,
  boundaryInt64,
  buildCase,
  type Case,
  type CaseBody,
  type CredentialName,
} from "../../generate/index.js";
import { type JsonObject, renderJson } from "../../json/index.js";
import { type Described, furtherMembers } from "./facts.js";
import type { NewPet, Status } from "./pet.js";

/** 200 with a list. */
export const listed: readonly Acceptable[] = [{ status: 200, schema: "Pets" }];
/** 201 with the animal. */
export const added: readonly Acceptable[] = [{ status: 201, schema: "Pet" }];
/** 200 with the animal. */
export const fetched: readonly Acceptable[] = [{ status: 200, schema: "Pet" }];
/** 404 with an Error. */
export const notFound: readonly Acceptable[] = [{ status: 404, schema: "Error" }];

/** Any of these statuses with an Error. */
export function errors(...statuses: readonly number[]): readonly Acceptable[] {
  return statuses.map((status) => ({ status, schema: "Error" }));
}

/** What the description has for a body that is not valid, and any of these statuses, with an Error. */
export function refused({ contract: { operations, roles } }: WithContract, ...more: readonly number[]) {
  const create = operations.get(roles.create);
  const documented = [400, 422].filter((status) => create?.responses.has(`${status}`));
  return errors(...new Set([...(documented.length > 0 ? documented : [400]), ...more]));
}

/** What may be answered to a query that the document does not foresee. */
export const listedOrRefused: readonly Acceptable[] = [...listed, { status: "4xx", schema: "Error" }];

/** The constraints of a list, which go out in this order. */
export type Query = { readonly limit?: number; readonly status?: Status };

/** Anything that holds the description. */
type WithContract = { readonly contract: Contract };

interface Particulars {
  readonly label?: string;
  readonly accepts?: readonly Acceptable[];
  readonly check?: string | undefined;
  readonly credential?: CredentialName;
}

/** A list with valid parameters; charged to the check that accepts them. */
export function listRequest(state: WithContract, query: Query, particulars: Particulars = {}): Case {
  const { pageSize, filter } = state.contract.roles;
  const names = { limit: pageSize.name, status: filter.name };
  const parts = Object.entries(query).map(
    ([name, value]) => [names[name as keyof Query], `${value}`] as const,
  );
  return oddListRequest(state, parts, {
    label: parts.length === 0 ? "no parameters" : parts.map((part) => part.join("=")).join(" and "),
    accepts: listed,
    check: listCheck(query),
    ...particulars,
  });
}

/** A list with any query; an open point unless a check is named. */
export function oddListRequest(
  state: WithContract,
  query: readonly (readonly [string, string])[],
  { label = "", accepts = listedOrRefused, check, credential }: Particulars,
): Case {
  return buildCase(operation(state, "list"), {
    label,
    query,
    accepts,
    ...(check === undefined ? {} : { check }),
    ...(credential === undefined ? {} : { credential }),
  });
}

/** A valid new animal, with the required members that the checks do not know. */
export function newPet(state: Described, pet: NewPet): JsonObject {
  return { ...furtherMembers(state, "required"), ...pet };
}

/** The same as JSON text. */
export function newPetBody(state: Described, pet: NewPet): string {
  return renderJson(newPet(state, pet));
}

/** A creation with any body; by default one that must be accepted. */
export function addRequest(
  state: WithContract,
  body: string | CaseBody,
  particulars: Particulars & { readonly contentType?: string | null; readonly chunked?: boolean } = {},
): Case {
  const { label = "a new animal", accepts = added, check, credential, contentType } = particulars;
  return buildCase(operation(state, "create"), {
    label,
    body,
    accepts,
    ...(check === undefined ? {} : { check }),
    ...(credential === undefined ? {} : { credential }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(particulars.chunked === undefined ? {} : { chunked: particulars.chunked }),
  });
}

/** A look at one animal; `id` exactly as it goes into the path. */
export function fetchRequest(state: WithContract, id: bigint | string, particulars: Particulars = {}): Case {
  const { label = labelOf(state, id), accepts = fetched, check = "get/found", credential } = particulars;
  return buildCase(operation(state, "get"), {
    label,
    pathParameters: { [state.contract.roles.key]: `${id}` },
    accepts,
    ...("check" in particulars && particulars.check === undefined ? {} : { check }),
    ...(credential === undefined ? {} : { credential }),
  });
}

function listCheck({ limit, status }: Query): string {
  if (limit !== undefined && status !== undefined) return "list/query/both";
  if (limit !== undefined) return "list/query/pageSize/accepted";
  return status === undefined ? "list/accepted" : "list/query/filter/accepted";
}

function operation(state: WithContract, role: "list" | "create" | "get"): Operation {
  const { operations, roles } = state.contract;
  const found = operations.get(roles[role]);
  if (found === undefined) throw new Error(`the contract has no operation ${roles[role]}`);
  return found;
}

const boundaries = new Set(boundaryInt64.map(String));

/** Ids that any run asks for by their own name; those of animals and of chance all by the same. */
function labelOf({ contract: { roles } }: WithContract, id: bigint | string): string {
  return boundaries.has(`${id}`) ? `${roles.key} ${id}` : `${roles.key} of 64 bits`;
}

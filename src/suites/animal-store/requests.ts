import type { Contract, Operation } from "../../description/index.js";
import {
  type Acceptable,
  boundaryInt64,
  buildCase,
  type Case,
  type CaseBody,
  type CredentialName,
} from "../../generate/index.js";
import { renderJson } from "../../json/index.js";
import { type Described, furtherMembers } from "./facts.js";
import type { NewPet, Status } from "./pet.js";

/** 200 with a list. */
export const listed: readonly Acceptable[] = [{ status: 200, schema: "Pets" }];
/** 201 with the animal. */
export const added: readonly Acceptable[] = [{ status: 201, schema: "Pet" }];
/** 200 with the animal. */
export const fetched: readonly Acceptable[] = [{ status: 200, schema: "Pet" }];
/** 401 with an Error. */
export const unauthorized: readonly Acceptable[] = [{ status: 401, schema: "Error" }];
/** 404 with an Error. */
export const notFound: readonly Acceptable[] = [{ status: 404, schema: "Error" }];

/** Any of these statuses with an Error. */
export function errors(...statuses: readonly number[]): readonly Acceptable[] {
  return statuses.map((status) => ({ status, schema: "Error" }));
}

/** What the description has for a body that is not valid, and any of these statuses, with an Error. */
export function refused({ contract: { operations, roles } }: WithContract, ...more: readonly number[]) {
  const documented = [400, 422].filter((status) => operations.get(roles.create)?.responses.has(status));
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
  readonly requirement?: string | undefined;
  readonly credential?: CredentialName;
}

/** A list with valid parameters; charged to the requirement that accepts them. */
export function listRequest(world: WithContract, query: Query, particulars: Particulars = {}): Case {
  const { pageSize, filter } = world.contract.roles;
  const names = { limit: pageSize.name, status: filter.name };
  const parts = Object.entries(query).map(
    ([name, value]) => [names[name as keyof Query], `${value}`] as const,
  );
  return oddListRequest(world, parts, {
    label: parts.length === 0 ? "no parameters" : parts.map((part) => part.join("=")).join(" and "),
    accepts: listed,
    requirement: listRequirement(query),
    ...particulars,
  });
}

/** A list with any query; an open point unless a requirement is named. */
export function oddListRequest(
  world: WithContract,
  query: readonly (readonly [string, string])[],
  { label = "", accepts = listedOrRefused, requirement, credential }: Particulars,
): Case {
  return buildCase(operation(world, "list"), {
    label,
    query,
    accepts,
    ...(requirement === undefined ? {} : { requirement }),
    ...(credential === undefined ? {} : { credential }),
  });
}

/** The body of a valid new animal, as JSON text; required members that the checks do not know are added. */
export function newPetBody(world: Described, pet: NewPet): string {
  return renderJson({ ...furtherMembers(world, "required"), ...pet });
}

/** A creation with any body; by default one that must be accepted. */
export function addRequest(
  world: WithContract,
  body: string | CaseBody,
  particulars: Particulars & { readonly contentType?: string | null; readonly chunked?: boolean } = {},
): Case {
  const { label = "a new animal", accepts = added, requirement, credential, contentType } = particulars;
  return buildCase(operation(world, "create"), {
    label,
    body,
    accepts,
    ...(requirement === undefined ? {} : { requirement }),
    ...(credential === undefined ? {} : { credential }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(particulars.chunked === undefined ? {} : { chunked: particulars.chunked }),
  });
}

/** A look at one animal; `id` exactly as it goes into the path. */
export function fetchRequest(world: WithContract, id: bigint | string, particulars: Particulars = {}): Case {
  const { label = labelOf(world, id), accepts = fetched, requirement = "GET-1", credential } = particulars;
  return buildCase(operation(world, "get"), {
    label,
    pathParameters: { [world.contract.roles.key]: `${id}` },
    accepts,
    ...("requirement" in particulars && particulars.requirement === undefined ? {} : { requirement }),
    ...(credential === undefined ? {} : { credential }),
  });
}

function listRequirement({ limit, status }: Query): string {
  if (limit !== undefined && status !== undefined) return "LIST-9";
  if (limit !== undefined) return "LIST-2";
  return status === undefined ? "LIST-1" : "LIST-6";
}

function operation(world: WithContract, role: "list" | "create" | "get"): Operation {
  const { operations, roles } = world.contract;
  const found = operations.get(roles[role]);
  if (found === undefined) throw new Error(`the contract has no operation ${roles[role]}`);
  return found;
}

const boundaries = new Set(boundaryInt64.map(String));

/** Ids that any run asks for by their own name; those of animals and of chance all by the same. */
function labelOf({ contract: { roles } }: WithContract, id: bigint | string): string {
  return boundaries.has(`${id}`) ? `${roles.key} ${id}` : `${roles.key} of 64 bits`;
}

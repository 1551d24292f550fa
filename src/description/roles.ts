import type { Operation } from "./operation.js";
import { atPointer } from "./pointer.js";
import { resolveSchema, type Schema } from "./schema.js";

/** What the catalogue refers to. */
export interface Described {
  readonly document: object;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly version: string;
  readonly versionSegment: string;
}

/** The parts that operations and parameters play, by their names in the interface description. */
export interface RoleNames {
  readonly list: string;
  readonly create: string;
  readonly get: string;
  /** Query parameters of the list. */
  readonly pageSize: string;
  readonly filter: string;
  /** The path parameter by which one item is fetched. */
  readonly key: string;
  /** The members of a creation that the checks know by their meaning. */
  readonly members: readonly string[];
}

/** The same, with what the description says of them. Plain data. */
export interface Roles extends Omit<RoleNames, "pageSize" | "filter"> {
  readonly listPath: string;
  readonly pageSize: {
    readonly name: string;
    readonly minimum: number;
    readonly maximum: number;
    readonly default: number;
  };
  readonly filter: { readonly name: string; readonly values: readonly string[] };
  /** What the body of a creation may hold besides the members that the checks know: name → schema. */
  readonly furtherMembers: Readonly<Record<string, Schema & { readonly isRequired: boolean }>>;
}

/** As JSON Schema: what stands under `roles` in the catalogue. */
export const roleNamesSchema = {
  type: "object",
  required: ["list", "create", "get", "pageSize", "filter", "key", "members"],
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(
      ["list", "create", "get", "pageSize", "filter", "key"].map((name) => [name, { type: "string" }]),
    ),
    members: { type: "array", items: { type: "string" } },
  },
};

/**
 * What the description says of each role.
 * @param refuse says which role is wrong, and why; it never returns
 */
export function deriveRoles(
  names: RoleNames,
  { document, operations }: Described,
  refuse: (role: keyof RoleNames, reason: string) => never,
): Roles {
  for (const role of ["list", "create", "get"] as const)
    if (!operations.has(names[role])) refuse(role, `openapi.yaml has no operation ${names[role]}`);
  const schemaOf = (operation: "list" | "get", role: "pageSize" | "filter" | "key") => {
    const parameters = operations.get(names[operation])?.parameters ?? [];
    const schema = parameters.find(({ name }) => name === names[role])?.schema;
    if (schema === undefined) refuse(role, `${names[operation]} has no parameter ${names[role]}`);
    return resolveSchema(document, schema ?? {});
  };
  schemaOf("get", "key");
  const { minimum, maximum, default: usual } = schemaOf("list", "pageSize");
  if (minimum === undefined || maximum === undefined || typeof usual !== "number")
    return refuse("pageSize", `${names.pageSize} needs a minimum, a maximum and a default`);
  const values = schemaOf("list", "filter").enum ?? [];
  if (values.length < 2) refuse("filter", `${names.filter} needs an enumeration of two values or more`);
  return {
    ...names,
    listPath: operations.get(names.list)?.path ?? "/",
    pageSize: { name: names.pageSize, minimum, maximum, default: usual },
    filter: { name: names.filter, values },
    furtherMembers: furtherMembersOf(document, operations.get(names.create), names.members),
  };
}

function furtherMembersOf(
  document: object,
  create: Operation | undefined,
  known: readonly string[],
): Roles["furtherMembers"] {
  // As it is written: with its references followed, it may be a circle, and roles are sent between processes.
  const written = atPointer(document, create?.body?.contents[0]?.pointer ?? "")?.value as Schema | undefined;
  const { properties = {}, required = [] } = resolveSchema(document, written ?? {});
  const further = Object.entries(properties)
    .filter(([name]) => !known.includes(name))
    .map(([name, schema]) => [name, resolveSchema(document, schema)] as const)
    .filter(([, { readOnly }]) => readOnly !== true);
  return Object.fromEntries(
    further.map(([name, schema]) => [name, { ...schema, isRequired: required.includes(name) }]),
  );
}

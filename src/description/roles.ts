import { refusal, type YamlFile } from "./file.js";
import type { Operation } from "./operation.js";
import { atPointer, resolveSchema, type Schema } from "./references.js";

/** The parts of a description that the catalogue refers to. */
export interface Described {
  readonly document: object;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly version: string;
  readonly versionSegment: string;
}

/** Parts that operations play. */
export const operationRoles = ["list", "create", "get"] as const;
/** Query parameters of the list, and the path parameter by which one item is fetched. */
const parameterRoles = ["pageSize", "filter", "key"] as const;
const namedRoles = [...operationRoles, ...parameterRoles];

/** The names of these parts in the interface description. */
interface RoleNames extends Readonly<Record<(typeof namedRoles)[number], string>> {
  /** The members of a creation that the checks know by their meaning. */
  readonly members: readonly string[];
}

/** The same, with what the description says of them. Plain data. */
export interface Roles extends Omit<RoleNames, "pageSize" | "filter"> {
  readonly listPath: string;
  readonly pageSize: { readonly name: string } & Readonly<Record<"minimum" | "maximum" | "default", number>>;
  readonly filter: { readonly name: string; readonly values: readonly string[] };
  /** The members that the body of a creation may hold besides those that the checks know: name → schema. */
  readonly furtherMembers: Readonly<Record<string, Schema & { readonly isRequired: boolean }>>;
}

/** As JSON Schema: what stands under `roles` in the catalogue. */
export const roleNamesSchema = {
  type: "object",
  required: [...namedRoles, "members"],
  additionalProperties: false,
  properties: {
    ...Object.fromEntries(namedRoles.map((name) => [name, { type: "string" }])),
    members: { type: "array", items: { type: "string" } },
  },
};

/**
 * Derives what the description says of each role that a checked catalogue names.
 * @throws ConfigurationError for a role of something that is not there
 */
export function deriveRoles(file: YamlFile, { document, operations }: Described): Roles {
  const { roles: names } = file.value as { readonly roles: RoleNames };
  const refuse = (role: keyof RoleNames, reason: string): never => {
    throw refusal(file, ["roles", role], `${role}: ${reason}`);
  };
  const operationOf = (role: (typeof operationRoles)[number]): Operation =>
    operations.get(names[role]) ?? refuse(role, `openapi.yaml has no operation ${names[role]}`);
  const [list, create, get] = [operationOf("list"), operationOf("create"), operationOf("get")];
  const schemaOf = (role: (typeof parameterRoles)[number], { id, parameters }: Operation): Schema => {
    const parameter = parameters.find(({ name }) => name === names[role]);
    const { schema } = parameter ?? refuse(role, `${id} has no parameter ${names[role]}`);
    return resolveSchema(document, schema);
  };
  schemaOf("key", get);
  const { minimum, maximum, default: usual } = schemaOf("pageSize", list);
  if (minimum === undefined || maximum === undefined || typeof usual !== "number")
    return refuse("pageSize", `${names.pageSize} needs a minimum, a maximum and a default`);
  const values = schemaOf("filter", list).enum ?? [];
  if (values.length < 2) refuse("filter", `${names.filter} needs an enumeration of two values or more`);
  return {
    ...names,
    listPath: list.path,
    pageSize: { name: names.pageSize, minimum, maximum, default: usual },
    filter: { name: names.filter, values },
    furtherMembers: furtherMembersOf(document, create, names.members),
  };
}

function furtherMembersOf(
  document: object,
  { body }: Operation,
  known: readonly string[],
): Roles["furtherMembers"] {
  // As it is written: with its references followed, it may be a circle, and roles are sent between processes.
  const written = atPointer(document, body?.contents[0]?.pointer ?? "")?.value as Schema | undefined;
  const { properties = {}, required = [] } = resolveSchema(document, written ?? {});
  const further = Object.entries(properties)
    .filter(([name]) => !known.includes(name))
    .map(([name, schema]) => [name, resolveSchema(document, schema)] as const)
    .filter(([, { readOnly }]) => readOnly !== true);
  return Object.fromEntries(
    further.map(([name, schema]) => [name, { ...schema, isRequired: required.includes(name) }]),
  );
}

const words = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];

/** Returns the facts of the description that sentences of the catalogue may name. */
export function templateFacts({ version, versionSegment }: Described, roles: Roles): object {
  const { pageSize, filter, key } = roles;
  const count = filter.values.length;
  const values = [filter.values.slice(0, -1).join(", "), filter.values.at(-1)].join(" or ");
  return {
    pageSize: { ...pageSize, below: pageSize.minimum - 1, above: pageSize.maximum + 1 },
    filter: { name: filter.name, values, count: words[count] ?? count },
    key,
    version,
    versionSegment,
  };
}

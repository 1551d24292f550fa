import type { Operation } from "../../../description/index.js";
import {
  isFraction,
  isJsonObject,
  type Json,
  type JsonObject,
  numberAsWritten,
} from "../../../json/index.js";
import { plainSchema } from "../../../schema/index.js";
import { actionOf, deriveItems, type Items, schemaOf } from "../described-items.js";
import type { DescribedMutant, Handlers, MutationOperators, WrittenItem } from "../handlers.js";

/** Faults in what is kept of what was written. */
export const stateMutants: MutationOperators = (operation, described) => {
  const action = actionOf(operation, deriveItems(described));
  if (action.kind === "other" || action.kind === "list" || action.kind === "read") return [];
  const { items, kind } = action;
  const isRead = [...described.operations.values()].some(
    ({ method, path }) => method === "GET" && path === items.resource?.itemPath,
  );
  const make = (operator: string, what: string, deviation: () => Partial<Handlers>): DescribedMutant => ({
    operator,
    operation: operation.id,
    name: `${operator}: ${operation.id}${what}`,
    deviation,
  });
  if (kind === "remove")
    return isRead
      ? [
          make("deleted stays", "", () => ({
            remove: (item, call) => (call.operation.id === operation.id ? item : undefined),
          })),
        ]
      : [];
  const keepOf =
    (change: (members: JsonObject, how: WrittenItem) => JsonObject) => (): Partial<Handlers> => ({
      keep: (members, how) => (how.call.operation.id === operation.id ? change(members, how) : members),
    });
  const visible = memberNames(items, operation);
  return [
    ...(isRead && kind === "create" ? [make("created is not found", "", createdIsLost(operation))] : []),
    ...(isRead
      ? visible.map((name) =>
          make(
            `${past[kind]} is not stored as sent`,
            ` /${name}`,
            keepOf((members) => altered(members, name)),
          ),
        )
      : []),
    ...(isRead && kind !== "create"
      ? [
          make(
            `${past[kind]} is not stored`,
            "",
            keepOf((members, { before = members }) => before),
          ),
        ]
      : []),
    ...serverMembers(operation)
      // The id in an address stays as it is.
      .filter((name) => kind === "create" || name !== items.idMember)
      .map((name) =>
        make(
          "readOnly taken over",
          ` /${name}`,
          keepOf((members, { sent }) =>
            sent[name] === undefined ? members : { ...members, [name]: sent[name] },
          ),
        ),
      ),
    ...secretMembers(operation).map((name) =>
      make("writeOnly comes back", ` /${name}`, secretsShown(operation, name)),
    ),
  ];
};

const past = { create: "created", replace: "replaced", change: "changed" } as const;

/** Makes handlers that answer with a created item, and never find it. */
function createdIsLost({ id }: Operation): () => Partial<Handlers> {
  return () => {
    const lost = new Set<JsonObject>();
    return {
      keep: (members, { kind, call }) => {
        if (kind === "create" && call.operation.id === id) lost.add(members);
        return members;
      },
      find: (item) => (item !== undefined && lost.has(item.members) ? undefined : item),
    };
  };
}

/** Returns the members that are both written and read, and are no ids. */
export function memberNames({ written, shown, idMember }: Items, { body }: Operation): readonly string[] {
  const { properties = {} } = plainSchema(body?.schema ?? {});
  return Object.keys(properties).filter(
    (name) =>
      name !== idMember &&
      written[name] !== undefined &&
      plainSchema(shown[name] ?? { writeOnly: true }).writeOnly !== true,
  );
}

/** Returns the members with one of them altered, as a column that is too narrow would keep it. */
export function altered(members: JsonObject, name: string): JsonObject {
  const value = members[name];
  return value === undefined ? members : { ...members, [name]: otherThan(value) };
}

/** Returns a value of the same type that is another one. */
export function otherThan(value: Json): Json {
  if (typeof value === "string") return value.length > 1 ? value.slice(0, -1) : `${value}${value}`;
  if (typeof value === "bigint") return value + 1n;
  if (typeof value === "boolean") return !value;
  if (isFraction(value)) return numberAsWritten(`${Number(`${value}`) + 1}`);
  if (Array.isArray(value)) return value.slice(1) as readonly Json[];
  return value;
}

function serverMembers({ body, method }: Operation): readonly string[] {
  if (body === undefined || method === "PATCH") return [];
  return namesWith(body.schema, "readOnly");
}

function secretMembers({ body }: Operation): readonly string[] {
  return body === undefined ? [] : namesWith(body.schema, "writeOnly");
}

function namesWith(schema: object, keyword: "readOnly" | "writeOnly"): readonly string[] {
  return Object.entries(plainSchema(schema).properties ?? {}).flatMap(([name, each]) =>
    plainSchema(each)[keyword] === true ? [name] : [],
  );
}

/** Makes handlers that show a member that only clients write: where it is written, or else where it is read. */
function secretsShown(operation: Operation, name: string): () => Partial<Handlers> {
  const isWrittenIn = schemaOf(operation) !== undefined;
  return () => {
    let latest: Json | undefined;
    return {
      keep: (members, { sent }) => {
        latest = sent[name] ?? latest;
        return members;
      },
      find: (item, { operation: { method } }) => {
        if (method === "GET" && item !== undefined) latest = item.members[name];
        return item;
      },
      finish: (reply, { operation: { id, method } }) => {
        const isMeant = isWrittenIn ? id === operation.id : method === "GET";
        if (!isMeant || reply.status >= 300 || !isJsonObject(reply.body) || latest === undefined)
          return reply;
        return { ...reply, body: { ...reply.body, [name]: latest } };
      },
    };
  };
}

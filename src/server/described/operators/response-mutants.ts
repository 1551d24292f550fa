import { jsonOf, type Operation, responseTo } from "../../../description/index.js";
import type { Json } from "../../../json/index.js";
import { type AnySchema, typeOf } from "../../../schema/index.js";
import type { Reply } from "../call.js";
import { isStated, schemaOf, statusesOf, successOf } from "../described-items.js";
import type { DescribedMutant, Deviation, MutationOperators } from "../handlers.js";
import { type DescribedPart, placesBelow, pointerOf, replaceAt } from "../place.js";

/** Faults in what is answered: members, statuses, media types, headers. */
export const responseMutants: MutationOperators = (operation, described) =>
  statusesOf(described, operation)
    .filter((status) => isStated(operation, status))
    .flatMap((status) => [...membersOf(operation, status), ...wholeOf(operation, status)]);

/** Changes the responses to an operation that have this status. */
function changeReply({ id }: Operation, status: number, change: (reply: Reply) => Reply): Deviation {
  return () => ({
    finish: (reply, { operation }) =>
      operation.id === id && reply.status === status ? change(reply) : reply,
  });
}

function membersOf(operation: Operation, status: number): readonly DescribedMutant[] {
  const shown = placesBelow(schemaOf(operation, status) ?? {}).filter(
    ({ schema }) => schema.writeOnly !== true,
  );
  return shown.flatMap((place) =>
    faultsAt(place).map(({ operator, change }) => ({
      operator,
      operation: operation.id,
      name: `${operator} ${pointerOf(place.path)} of ${operation.id} ${status}`,
      deviation: changeReply(operation, status, (reply) => {
        const body = reply.body === undefined ? undefined : replaceAt(reply.body, place.path, change);
        return body === undefined ? reply : { ...reply, body };
      }),
    })),
  );
}

interface Fault {
  readonly operator: string;
  readonly change: (was: Json) => Json | undefined;
}

/** Only what a description forbids is a fault: of a schema without a type, nothing is known. */
function faultsAt({ path, schema, isRequired }: DescribedPart): readonly Fault[] {
  const type = typeOf(schema);
  const isDropped = isRequired && path.at(-1) !== "*";
  const isNullable = type === undefined || [schema.type].flat().includes("null");
  const other = type === undefined || Array.isArray(schema.type) ? undefined : ofOtherTypes[type];
  return [
    ...(isDropped ? [{ operator: "drop member", change: () => undefined }] : []),
    ...(other === undefined ? [] : [{ operator: "wrong type of member", change: () => other }]),
    ...(isNullable || schema.enum?.includes(null) ? [] : [{ operator: "null", change: () => null }]),
    ...(isOfWords(schema) ? [{ operator: "unlisted enum word", change: () => "unlisted-word" }] : []),
    ...beyondBounds(schema),
  ];
}

const ofOtherTypes: Readonly<Record<string, Json>> = {
  string: 7n,
  integer: "seven",
  number: "seven",
  boolean: "yes",
  array: { first: "one" },
  object: "text",
};

function isOfWords({ enum: words = [] }: AnySchema): boolean {
  return words.some((each) => typeof each === "string") && !words.includes("unlisted-word");
}

function beyondBounds(schema: AnySchema): readonly Fault[] {
  const { minimum, maximum, maxLength, minLength = 0, enum: words } = schema;
  const operator = "out of bounds";
  const type = typeOf(schema);
  if (words !== undefined) return [];
  if (type === "integer" || type === "number") {
    const beyond = minimum === undefined ? maximum && maximum + 1 : minimum - 1;
    return Number.isSafeInteger(beyond) ? [{ operator, change: () => BigInt(beyond ?? 0) }] : [];
  }
  if (type !== "string") return [];
  if (maxLength !== undefined && maxLength < 10_000)
    return [{ operator, change: () => "n".repeat(maxLength + 1) }];
  return minLength > 0 ? [{ operator, change: () => "n".repeat(minLength - 1) }] : [];
}

function wholeOf(operation: Operation, status: number): readonly DescribedMutant[] {
  const spec = responseTo(operation, status);
  const make = (operator: string, what: string, change: (reply: Reply) => Reply): DescribedMutant => ({
    operator,
    operation: operation.id,
    name: `${operator} ${what}of ${operation.id} ${status}`,
    deviation: changeReply(operation, status, change),
  });
  const isSuccess = status === successOf(operation);
  const other = [299, 206, 203].find((each) => responseTo(operation, each) === undefined);
  const isJson = jsonOf(spec?.contents ?? []) !== undefined;
  return [
    ...(isSuccess && other !== undefined
      ? [make("other status", `${other} `, (reply) => ({ ...reply, status: other }))]
      : []),
    ...(isJson ? [make("wrong media type", "", (reply) => ({ ...reply, mediaType: "text/html" }))] : []),
    ...(isJson && status !== 204 ? [make("empty body", "", ({ body: _, ...reply }) => reply)] : []),
    ...(spec?.headers ?? [])
      .filter(({ name, required }) => required && !/^content-type$/i.test(name))
      .map(({ name }) =>
        make("no required header", `${name} `, ({ headers, ...reply }) => {
          const { [name.toLowerCase()]: _, ...others } = headers;
          return { ...reply, headers: others };
        }),
      ),
  ];
}

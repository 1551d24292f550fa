import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation, Schema } from "../../../description/index.js";
import { type AnySchema, bareShape, plainSchema, typeOf, valueIfAny } from "../../../generate/index.js";
import { at, slugOf } from "../requests/requests.js";
import { refusalStatus } from "../requests/said-failure.js";
import { type ApiScenario, type Context, twinOf } from "../requests/twin.js";
import { addressOf, collectionOf, plainPath } from "../resources/paths.js";

/** Does an operation read items whose ids the server gives, of which there are many, and is what is not found described? */
export function readsItems(operation: Operation, operations: Contract["operations"]): boolean {
  const { method, path, responses } = operation;
  const collection = collectionOf(path);
  const isCreated = [...operations.values()].some(
    (each) => each.method === "POST" && plainPath(each.path) === collection,
  );
  const isDescribed = ["404", "410"].some((status) => responses.has(status));
  return method === "GET" && isCreated && isDescribed && hasMany(idSchema(operation));
}

/** An id that no item has is answered with no item. */
export function unknownItemScenario(operation: Operation): ApiScenario {
  return {
    id: `${slugOf(operation)}/unknown`,
    title: `${operation.id} serves nothing for an id that no item has`,
    phase: "read",
    inputs: () => [null],
    run: async (t) => {
      const { request } = twinOf(t, operation);
      const accepts = [404, 410].map((status) => ({ status, schema: "" }));
      const path = unknownAddress(t, operation);
      const parsed = await t.send({ ...at(request, { path }), accepts, label: "an id that no item has" });
      const status = refusalStatus(parsed);
      t.expect(!isSuccess(status), {
        problem: "an unknown item is served",
        expected: "404, or another refusal",
        actual: `${status}`,
        at: { in: "status" },
      });
    },
  };
}

/** The address of an item that is surely not there. @throws Skip where no such id is known */
export function unknownAddress(t: Context, operation: Operation): string {
  const address = addressOf(twinOf(t, operation).request.path);
  const end = address.endsWith("/") ? "/" : "";
  const collection = plainPath(address).replace(/\/[^/]*$/, "");
  const id = unknownId(operation, t.state.token());
  // A pattern may leave so few short ids that some item has the one that is made.
  if (isPatterned(operation) && (id.length < 6 || t.state.items.some((each) => each.id === id)))
    throw new Skip("untested", "no id is known that surely no item has");
  return `${collection}/${id}${end}`;
}

/** What is said of the id at the end of a path. */
function idSchema({ path, parameters }: Operation): AnySchema {
  const [, name] = /\{([^{}/]+)\}$/.exec(plainPath(path)) ?? [];
  return plainSchema(parameters.find((each) => each.in === "path" && each.name === name)?.schema ?? {});
}

function isPatterned(operation: Operation): boolean {
  return idSchema(operation).pattern !== undefined;
}

/** Are there many possible ids? Then no item has one that is made by chance. */
function hasMany({
  enum: words,
  const: only,
  format = "",
  minimum = 0,
  maximum = 2 ** 31 - 1,
}: AnySchema): boolean {
  const isFew = words !== undefined || only !== undefined || /^(date|time)/.test(format);
  return !isFew && maximum - minimum > 1_000_000;
}

/** An id of the described form, made from eight letters. */
function unknownId(operation: Operation, token: string): string {
  const schema = idSchema(operation);
  const { maximum = 2 ** 31 - 1 } = schema;
  if (typeOf(schema) === "integer") return `${Math.floor(maximum) - (Number.parseInt(token, 36) % 500_000)}`;
  const options = { token: () => token, reference: () => undefined, shape: bareShape };
  const made = valueIfAny(schema as Schema, options);
  return typeof made === "string" ? encodeURIComponent(made) : token;
}

import { isSuccess } from "../../checks/index.js";
import type { Contract, Operation } from "../../description/index.js";
import { bareShape, plainSchema, typeOf, valueIfAny } from "../../generate/index.js";
import { collectionOf, plainPath } from "./paths.js";
import { at, slugOf } from "./requests.js";
import { type ApiScenario, twinOf } from "./twin.js";

/** Does an operation read items whose ids the server gives, and is what is not found described? */
export function readsItems(
  { method, path, responses }: Operation,
  operations: Contract["operations"],
): boolean {
  const collection = collectionOf(path);
  const isCreated = [...operations.values()].some(
    (each) => each.method === "POST" && plainPath(each.path) === collection,
  );
  return method === "GET" && isCreated && ["404", "410", "4XX"].some((status) => responses.has(status));
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
      const [address = ""] = request.path.split("?");
      const end = address.endsWith("/") ? "/" : "";
      const collection = plainPath(address).replace(/\/[^/]*$/, "");
      const path = `${collection}/${unknownId(operation, t.state.token())}${end}`;
      const { response } = await t.send({
        ...at(request, { path }),
        accepts,
        label: "an id that no item has",
      });
      t.expect(!isSuccess(response.status), {
        problem: "an unknown item is served",
        expected: "404, or another refusal",
        actual: `${response.status}`,
        at: { in: "status" },
      });
    },
  };
}

/** An id of the described form, made from eight letters. */
function unknownId({ path, parameters }: Operation, token: string): string {
  const [, name] = /\{([^{}/]+)\}$/.exec(plainPath(path)) ?? [];
  const schema = parameters.find((each) => each.in === "path" && each.name === name)?.schema ?? {};
  const { maximum = 2 ** 31 - 1 } = plainSchema(schema);
  if (typeOf(plainSchema(schema)) === "integer")
    return `${maximum - (Number.parseInt(token, 36) % Math.min(1_000_000, maximum / 2))}`.split(".")[0] ?? "";
  const made = valueIfAny(schema, { token: () => token, reference: () => undefined, shape: bareShape });
  return typeof made === "string" ? encodeURIComponent(made) : token;
}

import { Skip } from "../../../checks/index.js";
import { jsonOf, type Operation, type Parameter, responseTo } from "../../../description/index.js";
import { plainSchema, typeOf } from "../../../generate/index.js";
import type { Json } from "../../../json/index.js";
import { idOf, isPageSize, itemsIn } from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context, makeRequest } from "../requests/baseline.js";
import { slugOf } from "../requests/requests.js";
import { violate } from "../violations/violate.js";

/** The parameter of a list that bounds it, where one item is allowed. */
export function pageSizeOf(operation: Operation): Parameter | undefined {
  const { method, parameters } = operation;
  if (method !== "GET") return undefined;
  return parameters.find(({ name, in: where, schema }) => {
    const plain = plainSchema(schema);
    const isOneAllowed =
      (plain.minimum ?? 1) <= 1 && plain.multipleOf === undefined && plain.enum === undefined;
    return (
      where === "query" &&
      isPageSize(name) &&
      typeOf(plain) === "integer" &&
      isOneAllowed &&
      !isOfItems(operation, name)
    );
  });
}

/** Have the items of a list a member of that name? Then the parameter may be about that. */
function isOfItems(operation: Operation, name: string): boolean {
  const list = plainSchema(jsonOf(responseTo(operation, 200)?.contents ?? [])?.schema ?? {});
  return [list, ...Object.values(list.properties ?? {}).map(plainSchema)].some(
    ({ items }) => items !== undefined && Object.hasOwn(plainSchema(items).properties ?? {}, name),
  );
}

/** A list that is asked for one item has no more. */
export function pageSizeScenario(operation: Operation): ApiScenario | undefined {
  const size = pageSizeOf(operation);
  if (size === undefined) return undefined;
  return {
    id: `${slugOf(operation)}/page-size`,
    title: `${operation.id} obeys ${size.name}`,
    phase: "read",
    inputs: () => [null],
    run: async (t) => {
      const baseline = baselineOf(t, operation);
      const place = { in: "query", path: [size.name] } as const;
      const one = makeRequest(() => violate(baseline, { place, label: "", value: 1n }));
      const { accepts } = baseline.request;
      const { json } = await t.send({ ...one, accepts, label: `${size.name} is 1` });
      const { length } = itemsOf(t, operation, json);
      if (length === 0) throw new Skip("untested", "the list shows no item");
      expectAtMost(t, operation, { size, most: 1n, length });
    },
  };
}

/** The items of a list that have an id, where items have one: there may be other lists in it. */
function itemsOf(t: Context, operation: Operation, json: Json | undefined): readonly Json[] {
  const resource = t.state.api.resourceIn(operation);
  return itemsIn(json).filter((each) => resource === undefined || idOf(resource, each) !== undefined);
}

/** A list that is asked for a number of items has no more than that, with any other parameters, too. */
export function expectPageSize(t: Context, operation: Operation, json: Json | undefined, most: bigint): void {
  const [size, resource] = [pageSizeOf(operation), t.state.api.resourceIn(operation)];
  if (size === undefined || resource === undefined || most < 1n) return;
  const { length } = itemsOf(t, operation, json);
  expectAtMost(t, operation, { size, most, length });
}

function expectAtMost(
  t: Context,
  operation: Operation,
  { size, most, length }: { readonly size: Parameter; readonly most: bigint; readonly length: number },
): void {
  t.expect(length <= most, {
    check: `${slugOf(operation)}/page-size`,
    problem: `${size.name} is not obeyed`,
    expected: most === 1n ? "one item at most" : `${most} items at most`,
    actual: `${length} items`,
    at: { in: "body", pointer: "" },
  });
}

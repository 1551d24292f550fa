import { Skip } from "../../../checks/index.js";
import type { Operation, Parameter } from "../../../description/index.js";
import type { Json } from "../../../json/index.js";
import { idOf, itemsIn, pageSizeOf } from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context, makeRequest } from "../requests/baseline.js";
import { slugOf } from "../requests/requests.js";
import { violate } from "../violations/violate.js";

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

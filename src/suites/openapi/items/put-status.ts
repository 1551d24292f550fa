import { Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { headerValues } from "../../../transport/index.js";
import { type ApiScenario, freshBaseline } from "../requests/baseline.js";
import { readItem } from "../requests/read-item.js";
import { slugOf } from "../requests/requests.js";
import { readOf } from "../resources/item-links.js";
import { addressOf, endsInParameter, plainPath } from "../resources/paths.js";
import { ownItemAt } from "../state/state.js";

/** Does a PUT to the address of an item have one status for what is new, and another one for what was there before? */
export function tellsNewItems({ method, path, responses }: Operation): boolean {
  const isOfItem = method === "PUT" && endsInParameter(path);
  return isOfItem && responses.has("201") && ["200", "204"].some((status) => responses.has(status));
}

/** What was there before is not said to be created, time and again. Source: RFC 9110, section 9.3.4. */
export function putStatusScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  const read = readOf(operation, operations);
  if (read === undefined || operation.body === undefined || !tellsNewItems(operation)) return undefined;
  return {
    id: `${slugOf(operation)}/put-status`,
    title: `${operation.id} says whether an item is new`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      for (const isLast of [false, true]) {
        const { request } = freshBaseline(t, operation);
        const address = addressOf(request.path);
        const item = ownItemAt(t.state, address);
        if (item === undefined || (await readItem(t, read, item)) === undefined)
          throw new Skip("untested", "no item of the run is known to be there");
        const { response } = await t.send(request);
        const [location = address] = headerValues(response, "location");
        if (response.status >= 300) throw new Skip("untested", `it was not replaced: ${response.status}`);
        // What is put may be kept beside what was there.
        if (response.status !== 201 || !plainPath(location).endsWith(plainPath(address)))
          return t.expectNone([]);
        t.expect(!isLast, {
          problem: "said to be new",
          expected: "200 or 204, as described, since the item was there before",
          actual: "201, each time",
          at: { in: "status" },
        });
      }
    },
  };
}

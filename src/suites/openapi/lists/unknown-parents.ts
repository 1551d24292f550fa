import { Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { Api } from "../../../model/index.js";
import { isThere } from "../items/absent-items.js";
import { readsItems, unknownAddress } from "../items/unknown-items.js";
import { type ApiScenario, baselineOf, eventually, makeRequest } from "../requests/baseline.js";
import { effectiveStatus } from "../requests/error-in-success-body.js";
import { at, slugOf, validRequest } from "../requests/requests.js";
import { markersIn } from "../session/state.js";
import { below, type Parent, parentOf } from "./parents.js";

/** The item below which an operation creates others, where a refusal is described for one that is not there. */
export function knownParentOf(operation: Operation, api: Api): Parent | undefined {
  const parent = parentOf(operation, api);
  const isRefused = ["404", "410", "4XX"].some((status) => operation.responses.has(status));
  return parent !== undefined && isRefused && readsItems(parent.read, api) ? parent : undefined;
}

/** Nothing is created below an item that is not there, unless that makes the item. */
export function unknownParentScenario(operation: Operation, api: Api): ApiScenario | undefined {
  const parent = knownParentOf(operation, api);
  if (parent === undefined) return undefined;
  const { read } = parent;
  return {
    id: `${slugOf(operation)}/unknown-parent`,
    title: `${operation.id} creates nothing below an item that is not there`,
    phase: "read",
    inputs: () => [null],
    run: async (t) => {
      const { shape } = baselineOf(t, operation);
      const item = { path: unknownAddress(t, read) };
      if (await isThere(t, { read, item })) throw new Skip("untested", "an item is served for any id");
      const { request: usual } = makeRequest(() => validRequest(t.state, operation, shape));
      const request = at(usual, { path: below(operation, item.path) });
      const accepts = [404, 410].map((status) => ({ status, schema: "" }));
      const parsed = await t.send({ ...request, accepts, label: "below an item that is not there" });
      const exchange = t.exchanges.length - 1;
      const status = effectiveStatus(parsed);
      const { body } = request;
      const markers = markersIn(t.state, body?.kind === "text" ? body.text : "");
      const shown = Buffer.from(parsed.response.body).toString("utf8").toLowerCase();
      const isCreated =
        status === 201 || (status === 200 && markers.some((marker) => shown.includes(marker)));
      const isMade =
        isCreated &&
        (await eventually(
          t,
          () => isThere(t, { read, item }),
          (found) => found,
        ));
      t.expect(!isCreated || isMade, {
        problem: "something is created below nothing",
        expected: "404, or another refusal, since there is no item at the address above",
        actual: `${status}`,
        at: { in: "status" },
        exchange,
      });
    },
  };
}

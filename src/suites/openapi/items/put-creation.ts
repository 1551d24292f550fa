import { isSuccess, type ParsedExchange, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { bareShape, fullShape, type Shape } from "../../../generate/index.js";
import { isJsonObject, type Json } from "../../../json/index.js";
import { type Callable, createsByPut, idOf, plainPath } from "../../../model/index.js";
import { headerValues } from "../../../transport/index.js";
import { expectSame } from "../comparison/comparison.js";
import { expectPartsKept } from "../comparison/parts-kept.js";
import { type ApiScenario, type Context, isRefusal, makeRequest } from "../requests/baseline.js";
import { choosesIds } from "../requests/new-ids.js";
import { readItem } from "../requests/read-item.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { createAtUnusedId, type Puts, stateWith, unusedId } from "../requests/unused-ids.js";
import { type KnownItem, ownItemAt } from "../session/state.js";

/** A PUT to an address at which nothing is found creates an item, which can be read there. Source: RFC 9110, section 9.3.4. */
export function putCreationScenario(
  operation: Operation,
  { api, mayCall }: Callable,
): ApiScenario | undefined {
  const read = api.readOf(operation);
  const isDeletable = api
    .operationsAt(operation.path)
    .some((each) => each.method === "DELETE" && mayCall(each));
  const isPossible = createsByPut(operation, api) && isDeletable && choosesIds(operation);
  if (read === undefined || !mayCall(read) || !isPossible) return undefined;
  const puts = { operation, read };
  return {
    id: `${slugOf(operation)}/replaced/created`,
    title: `an item that ${operation.id} creates can be read with ${read.id}`,
    phase: "first-creation",
    inputs: () => [null],
    run: async (t) => {
      const item = await unusedId(t, puts);
      const whole = await create(t, puts, { item, shape: fullShape });
      const isWhole = isSuccess(whole.status);
      const least =
        !isWhole && isRefusal(whole.status) ? await create(t, puts, { item, shape: bareShape }) : whole;
      if (ownItemAt(t.state.inventory, item.path) === undefined)
        throw new Skip("untested", `nothing was created under an id of the run's own: ${whole.status}`);
      // A second one shows whether others stay as they are, and whether long texts do.
      const shape = isWhole ? fullShape : bareShape;
      await create(t, puts, {
        item: await unusedId(t, puts),
        shape: { ...shape, textLength: longText },
      });
      await expectPartsKept(t, { ...puts, shape, ...least });
    },
  };
}

/** Of texts that may be of any length, in characters. */
const longText = 300;

/** Puts an item where nothing is, and expects that it can be read there as it was sent. */
async function create(
  t: Context,
  { operation, read }: Puts,
  { item, shape }: { readonly item: KnownItem; readonly shape: Shape },
): Promise<{ readonly status: number; readonly body: Json | undefined; readonly found: Json | undefined }> {
  const { state } = t;
  const { request, body: sent } = makeRequest(() => validRequest(stateWith(state, item), operation, shape));
  const parsed = await createAtUnusedId(t, read, {
    item,
    request: { ...request, label: "valid, with an id that no item has" },
  });
  const status = parsed?.response.status ?? 0;
  const isRefused = (status >= 400 && status < 500) || status === 202;
  const found = isRefused ? undefined : await readItem(t, read, item);
  if (parsed === undefined || !isSuccess(status) || status === 202) return { status, body: sent, found };
  if (status === 201 && !isElsewhere(parsed, item))
    t.expect(found !== undefined, {
      problem: "not found after it was created",
      expected: "2xx with what was created (if that may take longer: --settle 2s)",
      actual: "it is not found at the address that it was put to",
      at: { in: "status" },
    });
  if (found !== undefined) expectSame(t, { operation, read, sent, found });
  return { status, body: sent, found };
}

/** Does a response say that what was put is at another address, or has another id? */
function isElsewhere({ response, json }: ParsedExchange, { resource, id, path }: KnownItem): boolean {
  const [location = path] = headerValues(response, "location");
  const shown: Json | undefined = json;
  const shownId = isJsonObject(shown) ? idOf(resource, shown) : undefined;
  return !plainPath(location).endsWith(plainPath(path)) || (shownId ?? id) !== id;
}

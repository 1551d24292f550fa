import { isSuccess, Skip } from "../../../checks/index.js";
import type { Contract, Operation } from "../../../description/index.js";
import { isOfETag } from "../names/header-names.js";
import { asksForETag, etagOf, withETag } from "../requests/if-match.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { type ApiScenario, makeRequest, twinOf } from "../requests/twin.js";
import { readOf } from "../resources/item-links.js";

/** Does a description say that a change may be refused for its ETag? */
export function refusesETags(operation: Operation, operations: Contract["operations"]): boolean {
  const { method, body, responses, parameters } = operation;
  const isChange = (method === "PUT" || method === "PATCH") && body !== undefined;
  const isAsked = parameters.some((each) => each.required && isOfETag(operation, each));
  const isDescribed = responses.has("412") || responses.has("428") || (isAsked && responses.has("4XX"));
  return isChange && isDescribed && readOf(operation, operations) !== undefined;
}

/** A server that asks for If-Match changes nothing for an ETag that the item had once. Source: RFC 9110, section 13.1.1. */
export function staleScenario(
  operation: Operation,
  operations: Contract["operations"],
): ApiScenario | undefined {
  if (!refusesETags(operation, operations)) return undefined;
  return {
    id: `${slugOf(operation)}/stale`,
    title: `${operation.id} refuses an ETag that is no longer the item's`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      const { shape } = twinOf(t, operation);
      if (!asksForETag(t.state, operation))
        throw new Skip("not-applicable", "the server does not ask for If-Match");
      const { request: first } = makeRequest(() => validRequest(t.state, operation, shape));
      const [old, same] = [await etagOf(t.state, operation, first), await etagOf(t.state, operation, first)];
      const changed = await t.send({ ...first, label: "a change with the ETag of the item" });
      if (!isSuccess(changed.response.status))
        throw new Skip("untested", `it was not changed: ${changed.response.status}`);
      await t.state.pause(t.state.settle);
      const fresh = await etagOf(t.state, operation, first);
      if (old === undefined || fresh === undefined || old !== same || old === fresh)
        throw new Skip("untested", "the ETag does not tell whether the item has changed");
      const { request } = makeRequest(() => validRequest(t.state, operation, shape));
      const accepts = [{ status: 412, schema: "" }];
      const label = "an ETag from before the last change";
      const { response } = await t.send({ ...withETag(request, old), accepts, label });
      t.expect(!isSuccess(response.status), {
        problem: "a stale ETag is accepted",
        expected: "412: the item has changed since, and what it was changed to would be lost",
        actual: `${response.status}`,
        at: { in: "status" },
      });
    },
  };
}

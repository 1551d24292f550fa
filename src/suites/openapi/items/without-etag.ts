import { isSuccess, Skip } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import type { Case } from "../../../generate/index.js";
import { addressOf, isOfETag } from "../../../model/index.js";
import { type ApiScenario, baselineOf, type Context, makeRequest } from "../requests/baseline.js";
import { slugOf, validRequest } from "../requests/requests.js";
import { sendAsItIs, sendSafely } from "../requests/sending.js";

/** Does an operation change an item by the body that it is sent? */
export function changesBody({ method, body }: Operation): boolean {
  return (method === "PUT" || method === "PATCH") && body !== undefined;
}

/** Does a description say that a change has to have the ETag of the item, and is refused without it? */
export function requiresETag(operation: Operation): boolean {
  const { parameters, responses, method } = operation;
  const isChange = method === "DELETE" || changesBody(operation);
  const isRefused = ["400", "412", "422", "428", "4XX", "default"].some((status) => responses.has(status));
  return isChange && isRefused && parameters.some((each) => each.required && isOfETag(operation, each));
}

/** A change without the ETag that it has to have is refused. Source: RFC 6585, section 3. */
export function withoutETagScenario(operation: Operation): ApiScenario | undefined {
  if (operation.method === "DELETE" || !requiresETag(operation)) return undefined;
  return {
    id: `${slugOf(operation)}/unconditional`,
    title: `${operation.id} refuses a request without If-Match`,
    phase: "populate",
    inputs: () => [null],
    run: async (t) => {
      const { shape } = baselineOf(t, operation);
      const { request } = makeRequest(() => validRequest(t.state, operation, shape));
      await expectETagNeeded(t, operation, request);
    },
  };
}

/**
 * Sends a change of an own item without If-Match, and expects a refusal. A server that asks for no ETag at all has its own
 * habit, unless 428 is described.
 * @returns whether it was accepted
 */
export async function expectETagNeeded(t: Context, operation: Operation, request: Case): Promise<boolean> {
  const accepts = [{ status: "4xx", schema: "" }] as const;
  const bare = { ...request, accepts, label: "no If-Match, which is required" };
  const { response } = await t.judge(await sendSafely(t.state, bare, t.state.target.send, sendAsItIs));
  const { status } = response;
  if (!isSuccess(status)) {
    if (![400, 412, 422, 428].includes(status))
      throw new Skip("untested", `it was answered with ${status}, which says nothing of If-Match`);
    t.state.learned.noteConditional(operation);
    t.expectNone([], `${slugOf(operation)}/unconditional`);
    return false;
  }
  const deleted = t.state.inventory.items.find(({ path }) => path === addressOf(request.path));
  if (operation.method === "DELETE" && deleted !== undefined) t.state.inventory.forget(deleted);
  const isStated =
    operation.responses.has("428") || t.state.settings.strict || t.state.learned.conditional.size > 0;
  if (!isStated) throw new Skip("untested", "the server does not ask for If-Match");
  t.expect(false, {
    check: `${slugOf(operation)}/unconditional`,
    problem: "accepted without If-Match",
    expected: "a refusal with 4xx: the header is required",
    actual: `${status}`,
    at: { in: "status" },
  });
  return true;
}

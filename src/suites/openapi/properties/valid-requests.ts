import type { Phase } from "../../../checks/index.js";
import type { Operation } from "../../../description/index.js";
import { endsInParameter, linksOf } from "../../../model/index.js";
import { type Actor, anyOperation, type Property, slugOf, takesInput } from "../engine/index.js";

/**
 * A valid request gets a success that is described. Where one with everything is refused, one with what is required alone
 * is tried, and then what else it may have. The one that is accepted is compared with all other requests.
 */
export const validRequests: Property = {
  id: "valid",
  requirement: () => "valid",
  sentence: ({ op }) => `A valid request to ${op.id} gets a response that is described.`,
  phase: ({ op }) => phaseOf(op),
  about: (op, { api }) =>
    op.method === "DELETE" || (op.method === "PUT" && linksOf(op, api)) ? undefined : { op, needs: [] },
  alsoTests: ({ op }) => [`${slugOf(op)}/server-error`, ...acceptsOf(op)],
  run: async (t: Actor, { op }) => {
    await t.learnRequest();
    for (const check of acceptsOf(op)) t.pass(check);
  },
};

/** The check that not every valid request is refused. */
function acceptsOf(op: Operation): readonly string[] {
  return takesInput(op) ? [`${slugOf(op)}/accepts`] : [];
}

/** A creation comes before the reads of its item, and the changes come after these. */
function phaseOf({ method, path }: Operation): Phase {
  if (method === "POST" && !endsInParameter(path)) return "first-creation";
  return method === "GET" && endsInParameter(path) ? "create" : "populate";
}

/** The same of what links two items: once both are there, and nothing links them. */
export const validLinks: Property = {
  ...validRequests,
  about: (op, { api }) => (op.method === "PUT" && linksOf(op, api) ? { op, needs: [] } : undefined),
};

/** The items that are there before anything is created: those of others, which may be read. */
export const readsBefore: Property = {
  ...validRequests,
  id: "before",
  phase: "empty",
  about: anyOperation,
  when: ({ op }) => op.method === "GET" && !op.path.includes("{"),
};

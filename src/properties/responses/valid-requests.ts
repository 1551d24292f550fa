import { type Actor, anyOperation, type FurtherRequirement, type Property } from "../../actor/index.js";
import type { Operation } from "../../description/index.js";
import type { Phase } from "../../engine/index.js";
import {
  type Api,
  createsByPut,
  endsInParameter,
  kindsNeeded,
  linksOf,
  parentUrl,
  plainPath,
  slugOf,
  takesInput,
} from "../../model/index.js";
import { learnRequest } from "./learn-verbs.js";

/** Not every valid request is refused. The server may have rules that no schema states. */
const accepted: FurtherRequirement = {
  id: "accepts",
  name: "valid requests",
  level: "advice",
  sentence: ({ op }) => `${op.id} accepts a request that is valid by its description.`,
  isOf: takesInput,
  proof:
    "valid requests are sent, with everything and with what is required alone; five that are refused with 400, 415 or 422, and none that is accepted, are a warning",
};

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
    ["DELETE", "PUT"].includes(op.method) || isNestedList(op, api) ? undefined : { op, needs: [] },
  order: "parents first",
  further: [accepted],
  alsoTests: ({ op }) => [`${slugOf(op)}/server-error`],
  run: async (t: Actor, { op }) => {
    await learnRequest(t, () => {
      if (takesInput(op)) t.pass(`${slugOf(op)}/${accepted.id}`);
    });
  },
};

/** A creation comes before the reads of its item, and the changes come after these. */
function phaseOf({ method, path }: Operation): Phase {
  if (method === "POST" && !endsInParameter(path)) return "first-creation";
  return method === "GET" && endsInParameter(path) ? "create" : "populate";
}

/** Is it a list below an item that alone tells which items there are, since nothing creates any in it? */
function isNestedList({ method, path }: Operation, api: Api): boolean {
  if (method !== "GET" || !path.includes("{") || endsInParameter(path)) return false;
  const [resource] = api.resourcesIn(path);
  const isPut = api.operationsAt(parentUrl(plainPath(path))).some((each) => createsByPut(each, api));
  return resource?.creations.length === 0 && !isPut;
}

/** The same of a list below an item. It comes before its items are asked for. */
export const validNestedLists: Property = {
  ...validRequests,
  phase: "first-creation",
  about: (op, { api }) => (isNestedList(op, api) ? { op, needs: [] } : undefined),
};

/** The same of a PUT. It comes first: a part of an item may be there only once it is put. */
export const validPuts: Property = {
  ...validRequests,
  about: (op, { api }) => (op.method === "PUT" && !linksOf(op, api) ? { op, needs: [] } : undefined),
};

/** The same of what links two items: once both are there, and nothing links them. */
export const validLinks: Property = {
  ...validRequests,
  about: (op, { api }) => (op.method === "PUT" && linksOf(op, api) ? { op, needs: [] } : undefined),
};

/** The same once more of what creates something, or acts on it, where an item that it refers to came later than the first request. */
export const validOnceReferred: Property = {
  ...validRequests,
  id: "again",
  phase: "first-creation",
  about: (op, { api }) =>
    op.method === "POST" && kindsNeeded(op, api).length > 0 ? { op, needs: [] } : undefined,
  inputs: (_, { hasWhatItLacked }) => (hasWhatItLacked() ? [null] : []),
};

/** The items that are there before anything is created: those of others, which may be read. */
export const readsBefore: Property = {
  ...validRequests,
  id: "before",
  phase: "empty",
  about: anyOperation,
  when: ({ op }) => op.method === "GET" && !op.path.includes("{"),
};

/** How a run proves what is required of every operation: what it sends, and what counts. */
export const proofs = {
  response:
    "a valid request is sent, and every response to this operation is held against the description, whatever asked for it",
  "server-error":
    "every response to this operation counts, also to requests that are not valid: malformed bodies, ids of another kind, and parameters that are empty, or given twice, are sent for this alone",
  custom: "the code of the check says it: it is in the modules that the configuration names under checks",
} as const;

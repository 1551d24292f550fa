/** How a run proves what is required of every operation: what it sends, and what counts. */
export const proofs = {
  response:
    "a valid request is sent, and every response to this operation is held against the description, whatever asked for it",
  "server-error":
    "every response to this operation counts, also to requests that are not valid: malformed bodies, ids of another kind, and parameters that are empty, or given twice, are sent for this alone",
  credential:
    "a valid request that got a 2xx is sent again without a credential, and with altered ones; any 4xx or redirect refuses it",
  violation:
    "by difference: the same request without this violation got a 2xx; an accepted violation is a failure where the API enforces other assertions, one of them repeated between two accepted requests; a conversion only where the very same is refused; what the API validates at none of three places or more is advice, and a failure with --strict",
  custom: "the code of the check says it: it is in the modules that the configuration names under checks",
} as const;

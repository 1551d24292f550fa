import * as op from "../operators/index.js";
import type { OperationOutcome } from "../reply.js";

/** Section "Versioning": the base address, and the deprecated operation. */
export const mutants = (): op.OperatorTable => ({
  "mounted-at-v2": () => ({ mountAt: () => "/v2" }),
  "mounted-without-version": () => ({ mountAt: () => "/store" }),

  "removed-early": removedEarly(404),
  "removed-early-with-410": removedEarly(410),
  "removed-by-the-year-only": () => ({ isRemoved: (_removalDate, now) => now.getTime() > Date.UTC(2020, 11, 5) }),

  "sunset-a-year-late": announce("sunset", "Fri, 05 Dec 2031 23:59:59 GMT"),
  "sunset-with-day-and-month-swapped": announce("sunset", "Sun, 12 May 2030 23:59:59 GMT"),
  "sunset-past": announce("sunset", "Wed, 01 Jan 2025 00:00:00 GMT"),
  "sunset-a-week-early-when-not-found": op.changeHeaders("no-such-animal", { Sunset: "Thu, 28 Nov 2030 00:00:00 GMT" }),
  "deprecation-in-the-future": announce("deprecation", "@1922745599"),
  "deprecation-denied": announce("deprecation", "false"),
  "lists-deprecated": op.after("deprecation", (was, { kind }) => (kind === "listed" ? "@1735689600" : was)),
  "creation-deprecated": op.after("deprecation", (was, { kind }) => (kind === "created" ? "@1735689600" : was)),
  "lists-to-be-removed": op.after("sunset", (was, { kind }, removalDate) =>
    kind === "listed" ? new Date(`${removalDate}T23:59:59Z`).toUTCString() : was,
  ),
  "another-successor": op.after("link", (was) => was?.replace(">", "/orders>")),
  "itself-as-successor": op.after("link", (was, outcome) => (outcome.kind === "found" ? was?.replace(">", `/${outcome.pet.id}>`) : was)),

  "fetched-animals-leave-the-filtered-lists": whereFetched((fetched) => op.loseFiltered(({ id }) => fetched.has(id))),
  "fetched-pending-animals-listed-as-available": whereFetched((fetched) =>
    op.wrap("selectPets", (select, store, status) =>
      [...select(store, status === "available" ? undefined : status)]
        .map((pet) => (pet.status === "pending" && fetched.has(pet.id) ? { ...pet, status: "available" } : pet))
        .filter((pet) => status === undefined || pet.status === status),
    ),
  ),

  "no-deprecation-header": () => ({ deprecation: () => undefined }),
  "deprecation-as-http-date": announce("deprecation", "Wed, 01 Jan 2025 00:00:00 GMT"),
  "deprecation-in-milliseconds": announce("deprecation", "@1735689600000"),
  "no-sunset-header": () => ({ sunset: () => undefined }),
  "sunset-as-iso-date": announce("sunset", "2030-12-05T23:59:59Z"),
  "sunset-as-seconds": announce("sunset", "@1922745599"),
});

/** How the deprecation and the removal of `getPet` are announced, where the document is silent. */
export const variants = (): op.OperatorTable => ({
  "removal-at-the-day's-beginning": announce("sunset", "Thu, 05 Dec 2030 00:00:00 GMT"),
  "removal-at-noon": announce("sunset", "Thu, 05 Dec 2030 12:00:00 GMT"),
  "removal-at-midnight-in-kiribati": announce("sunset", "Wed, 04 Dec 2030 10:00:00 GMT"),
  "removal-at-the-day's-end-on-baker-island": announce("sunset", "Fri, 06 Dec 2030 12:00:00 GMT"),
  "no-deprecation-headers": () => ({ deprecation: () => undefined, sunset: () => undefined, link: () => undefined }),
  "deprecated-since-another-day": announce("deprecation", "@0"),
  "several-links": op.changeHeaders("found", {
    Link: [
      '<https://example.com/docs#getPet>; rel="deprecation"; type="text/html", <../pets>; rel=successor-version',
      '</v1/pets/7>; rel="self"',
    ],
  }),
  "successor-with-filter": announce("link", '</v1/pets?status=available>; rel="successor-version"'),
  "errors-with-deprecation-headers": [
    op.after("deprecation", (was, { kind }) => (kind === "no-such-animal" ? "@1735689600" : was)),
    op.after("sunset", (was, { kind }) => (kind === "no-such-animal" ? "Thu, 05 Dec 2030 00:00:00 GMT" : was)),
  ],
});

/** Says something else of the deprecated operation, wherever it says anything. */
function announce(header: "deprecation" | "sunset" | "link", value: string): op.Operator {
  return (handlers) => ({
    [header]: (outcome: OperationOutcome, fact: string) => handlers[header](outcome, fact) && value,
  });
}

function removedEarly(status: number): op.Operator {
  return op.inTurn(() => ({ isRemoved: () => true }), op.changeStatus("removed", status));
}

/** Makes an operator that knows which animals were fetched. */
function whereFetched(operator: (fetched: ReadonlySet<bigint>) => op.Operator): op.Operator {
  const fetched = new Set<bigint>();
  return op.inTurn(
    op.notice("lookUp", (id) => void fetched.add(id)),
    operator(fetched),
  );
}

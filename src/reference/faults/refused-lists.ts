import type { Deviation } from "../conduct.js";
import { answerError, changeReply, changeStatus, noBody, ofKind } from "../operators/index.js";
import type { Pet } from "../pet.js";
import { type Mutant, mutant } from "./mutant.js";

/** Lists that are refused or wrong although the request is valid. */
export const refusedListMutants: readonly Mutant[] = [
  // Lists, and limits within their bounds, that are not answered with 200.
  mutant(
    "limit-required",
    "LIST-1",
    "the parameter was marked as required in the handler",
    (conduct) => ({
      checkLimit: (texts, violation) => (texts.length === 0 ? "is missing" : conduct.checkLimit(texts, violation)),
    }),
    { consequences: ["GEN-2", "LIST-6", "LIST-10"] },
  ),
  mutant(
    "status-filter-required",
    "LIST-1",
    "the list was written as the replacement of another operation, which always had a filter",
    (conduct) => ({
      checkStatusFilter: (texts, violation) => (texts.length === 0 ? "is missing" : conduct.checkStatusFilter(texts, violation)),
    }),
    { consequences: ["GEN-2", "LIST-2", "LIST-10"] },
  ),
  mutant("list-partial-content", "LIST-1", "a page is taken for part of a document", changeStatus(ofKind("listed"), 206), {
    consequences: ["GEN-2", "LIST-2", "LIST-6", "LIST-9", "LIST-10"],
  }),
  mutant(
    "plain-list-accepted-only",
    "LIST-1",
    "a long list is prepared in the background",
    changeStatus(({ kind }, { query }) => kind === "listed" && query.size === 0, 202),
    { consequences: ["GEN-2", "LIST-10"] },
  ),
  mutant(
    "plain-list-forbidden",
    "LIST-1",
    "listing everything was thought too expensive",
    answerError(({ kind }, { query }) => kind === "listed" && query.size === 0, 403),
    { consequences: ["GEN-2", "LIST-10"] },
  ),

  mutant(
    "limit-100-refused",
    "LIST-2",
    "the maximum is taken to be exclusive",
    refuseLimits((limit) => limit >= 100),
    { consequences: ["LIST-9"] },
  ),
  mutant(
    "limit-1-refused",
    "LIST-2",
    "the minimum is taken to be exclusive",
    refuseLimits((limit) => limit <= 1),
    { consequences: ["LIST-9", "LIST-10"] },
  ),
  mutant(
    "limits-above-50-refused",
    "LIST-2",
    "the maximum was lowered under load",
    refuseLimits((limit) => limit > 50),
    { consequences: ["LIST-9"] },
  ),
  mutant(
    "limits-in-tens-only",
    "LIST-2",
    "the user interface offers 10, 20, 50 and 100",
    refuseLimits((limit) => limit % 10 !== 0),
    { consequences: ["LIST-9", "LIST-10"] },
  ),
  mutant(
    "limit-of-the-default-refused",
    "LIST-2",
    "a parameter with its default value is taken for a mistake",
    refuseLimits((limit) => limit === 20),
    { consequences: ["LIST-9"] },
  ),
  mutant(
    "limit-answered-as-partial",
    "LIST-2",
    "206 where there is more than the page holds",
    changeStatus(({ kind }, { query }) => kind === "listed" && query.has("limit"), 206),
    { consequences: ["LIST-9", "LIST-10", "GEN-2"] },
  ),
  mutant(
    "limit-99-refused",
    "LIST-2",
    "two digits are tested for with a regular expression that has a hole",
    refuseLimits((limit) => limit === 99),
    { consequences: ["LIST-9"] },
  ),

  // Lists without animals that are no empty arrays.
  mutant("empty-list-not-found", "LIST-10", "nothing found is taken for 404", answerError(isEmptyList, 404), {
    consequences: ["LIST-1", "LIST-2", "LIST-6", "LIST-9"],
  }),
  mutant(
    "empty-list-no-content",
    "LIST-10",
    "nothing found is taken for 204",
    changeReply(isEmptyList, () => ({ status: 204, ...noBody })),
    { consequences: ["GEN-1", "GEN-2", "LIST-1", "LIST-2", "LIST-6", "LIST-9"] },
  ),
  mutant(
    "empty-list-null",
    "LIST-10",
    "a slice that was never made is serialised as null",
    () => ({ renderPets: (pets) => (pets.length === 0 ? null : pets) }),
    { consequences: ["PET-7"] },
  ),
  mutant(
    "empty-list-an-object",
    "LIST-10",
    "an empty array of a language without lists is serialised as an object",
    () => ({ renderPets: (pets) => (pets.length === 0 ? {} : pets) }),
    { consequences: ["PET-7"] },
  ),
  mutant(
    "empty-filtered-list-not-found",
    "LIST-10",
    "a search that finds nothing is taken for 404",
    answerError((outcome, { query }) => isEmptyList(outcome) && query.has("status"), 404),
    { consequences: ["LIST-6", "LIST-9"] },
  ),
  mutant(
    "empty-list-of-null",
    "PET-4",
    "an outer join returns one row without an animal",
    () => ({ renderPets: (pets) => (pets.length === 0 ? [null] : pets) }),
    { consequences: ["LIST-10"] },
  ),

  // Filters that are not answered with 200.
  mutant("pending-refused-as-filter", "LIST-6", "the state was added to the record and not to the search", refuseFilter("pending"), {
    consequences: ["LIST-9", "LIST-10"],
  }),
  mutant("sold-refused-as-filter", "LIST-6", "sold animals were moved to another service", refuseFilter("sold"), {
    consequences: ["LIST-9", "LIST-10"],
  }),
  mutant(
    "filter-in-capitals-only",
    "LIST-6",
    "the enumeration's names are expected, and not its values",
    (conduct) => ({
      checkStatusFilter: ([text]) => (text === undefined || /^[A-Z]+$/.test(text) ? undefined : "is unknown"),
      readStatusFilter: (texts) => conduct.readStatusFilter(texts)?.toLowerCase(),
    }),
    { consequences: ["LIST-9", "LIST-10"] },
  ),
  mutant(
    "filter-needs-limit",
    "LIST-6",
    "a search without bounds was thought too expensive",
    answerError(({ kind }, { query }) => kind === "listed" && query.has("status") && !query.has("limit"), 422),
    { consequences: ["LIST-10"] },
  ),
  mutant(
    "filtered-list-partial",
    "LIST-6",
    "a filtered list is taken for part of a document",
    changeStatus(({ kind }, { query }) => kind === "listed" && query.has("status"), 206),
    { consequences: ["LIST-9", "LIST-10"] },
  ),
];

function refuseLimits(isRefused: (limit: number) => boolean): Deviation {
  return (conduct) => ({
    checkLimit: (texts, violation) =>
      texts.length === 1 && isRefused(Number(texts[0])) ? "is not allowed" : conduct.checkLimit(texts, violation),
  });
}

function isEmptyList(outcome: { readonly kind: string; readonly pets?: readonly Pet[] }): boolean {
  return outcome.kind === "listed" && outcome.pets?.length === 0;
}

function refuseFilter(refused: string): Deviation {
  return (conduct) => ({
    checkStatusFilter: (texts, violation) => (texts[0] === refused ? "is not supported" : conduct.checkStatusFilter(texts, violation)),
  });
}

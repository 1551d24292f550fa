import type { Deviation } from "../conduct.js";
import { after, answerError, changeReply, changeStatus, noBody, ofKind } from "../operators/index.js";
import type { Pet } from "../pet.js";
import { type Mutant, mutant } from "./mutant.js";

/** Lists that are refused or wrong although the request is valid. */
export const refusedListMutants: readonly Mutant[] = [
  // Lists, and limits within their bounds, that are not answered with 200.
  mutant("limit-required", "LIST-1", "the parameter was marked as required in the handler", ["GEN-2", "LIST-6", "LIST-10"]).by(
    after("checkLimit", (was, texts) => (texts.length === 0 ? "is missing" : was)),
  ),
  mutant("status-filter-required", "LIST-1", "the list was written as the replacement of another operation, which always had a filter", [
    "GEN-2",
    "LIST-2",
    "LIST-10",
  ]).by(after("checkStatusFilter", (was, texts) => (texts.length === 0 ? "is missing" : was))),
  mutant("list-partial-content", "LIST-1", "a page is taken for part of a document", ["GEN-2", "LIST-2", "LIST-6", "LIST-9", "LIST-10"]).by(
    changeStatus(ofKind("listed"), 206),
  ),
  mutant("plain-list-accepted-only", "LIST-1", "a long list is prepared in the background", ["GEN-2", "LIST-10"]).by(
    changeStatus(({ kind }, { query }) => kind === "listed" && query.size === 0, 202),
  ),
  mutant("plain-list-forbidden", "LIST-1", "listing everything was thought too expensive", ["GEN-2", "LIST-10"]).by(
    answerError(({ kind }, { query }) => kind === "listed" && query.size === 0, 403),
  ),

  mutant("limit-100-refused", "LIST-2", "the maximum is taken to be exclusive", ["LIST-9"]).by(refuseLimits((limit) => limit >= 100)),
  mutant("limit-1-refused", "LIST-2", "the minimum is taken to be exclusive", ["LIST-9", "LIST-10"]).by(
    refuseLimits((limit) => limit <= 1),
  ),
  mutant("limits-above-50-refused", "LIST-2", "the maximum was lowered under load", ["LIST-9"]).by(refuseLimits((limit) => limit > 50)),
  mutant("limits-in-tens-only", "LIST-2", "the user interface offers 10, 20, 50 and 100", ["LIST-9", "LIST-10"]).by(
    refuseLimits((limit) => limit % 10 !== 0),
  ),
  mutant("limit-of-the-default-refused", "LIST-2", "a parameter with its default value is taken for a mistake", ["LIST-9"]).by(
    refuseLimits((limit) => limit === 20),
  ),
  mutant("limit-answered-as-partial", "LIST-2", "206 where there is more than the page holds", ["LIST-9", "LIST-10", "GEN-2"]).by(
    changeStatus(({ kind }, { query }) => kind === "listed" && query.has("limit"), 206),
  ),
  mutant("limit-99-refused", "LIST-2", "two digits are tested for with a regular expression that has a hole", ["LIST-9"]).by(
    refuseLimits((limit) => limit === 99),
  ),

  // Lists without animals that are no empty arrays.
  mutant("empty-list-not-found", "LIST-10", "nothing found is taken for 404", ["LIST-1", "LIST-2", "LIST-6", "LIST-9"]).by(
    answerError(isEmptyList, 404),
  ),
  mutant("empty-list-no-content", "LIST-10", "nothing found is taken for 204", [
    "GEN-1",
    "GEN-2",
    "LIST-1",
    "LIST-2",
    "LIST-6",
    "LIST-9",
  ]).by(changeReply(isEmptyList, () => ({ status: 204, ...noBody }))),
  mutant("empty-list-null", "LIST-10", "a slice that was never made is serialised as null", ["PET-7"]).by(() => ({
    renderPets: (pets) => (pets.length === 0 ? null : pets),
  })),
  mutant("empty-list-an-object", "LIST-10", "an empty array of a language without lists is serialised as an object", ["PET-7"]).by(() => ({
    renderPets: (pets) => (pets.length === 0 ? {} : pets),
  })),
  mutant("empty-filtered-list-not-found", "LIST-10", "a search that finds nothing is taken for 404", ["LIST-6", "LIST-9"]).by(
    answerError((outcome, { query }) => isEmptyList(outcome) && query.has("status"), 404),
  ),
  mutant("empty-list-of-null", "PET-4", "an outer join returns one row without an animal", ["LIST-10"]).by(() => ({
    renderPets: (pets) => (pets.length === 0 ? [null] : pets),
  })),

  // Filters that are not answered with 200.
  mutant("pending-refused-as-filter", "LIST-6", "the state was added to the record and not to the search", ["LIST-9", "LIST-10"]).by(
    refuseFilter("pending"),
  ),
  mutant("sold-refused-as-filter", "LIST-6", "sold animals were moved to another service", ["LIST-9", "LIST-10"]).by(refuseFilter("sold")),
  mutant("filter-in-capitals-only", "LIST-6", "the enumeration's names are expected, and not its values", ["LIST-9", "LIST-10"]).by(
    (conduct) => ({
      checkStatusFilter: ([text]) => (text === undefined || /^[A-Z]+$/.test(text) ? undefined : "is unknown"),
      readStatusFilter: (texts) => conduct.readStatusFilter(texts)?.toLowerCase(),
    }),
  ),
  mutant("filter-needs-limit", "LIST-6", "a search without bounds was thought too expensive", ["LIST-10"]).by(
    answerError(({ kind }, { query }) => kind === "listed" && query.has("status") && !query.has("limit"), 422),
  ),
  mutant("filtered-list-partial", "LIST-6", "a filtered list is taken for part of a document", ["LIST-9", "LIST-10"]).by(
    changeStatus(({ kind }, { query }) => kind === "listed" && query.has("status"), 206),
  ),
];

function refuseLimits(isRefused: (limit: number) => boolean): Deviation {
  return after("checkLimit", (was, texts) => (texts.length === 1 && isRefused(Number(texts[0])) ? "is not allowed" : was));
}

function isEmptyList(outcome: { readonly kind: string; readonly pets?: readonly Pet[] }): boolean {
  return outcome.kind === "listed" && outcome.pets?.length === 0;
}

function refuseFilter(refused: string): Deviation {
  return after("checkStatusFilter", (was, texts) => (texts[0] === refused ? "is not supported" : was));
}

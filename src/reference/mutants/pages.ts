import type { Operator, OperatorTable } from "../handlers.js";
import {
  after,
  allOf,
  answerError,
  before,
  cacheLists,
  changeItem,
  changeJson,
  changeStatus,
  inTurn,
  isKnown,
  loseDefault,
  newestOf,
  noting,
  nowAndThen,
  ofKind,
  ofListWith,
  remembering,
  reviseFiltered,
  type When,
  whereOneInTenLost,
  wrap,
} from "../operators/index.js";
import type { Pet } from "../store.js";

const plainList: When = ({ kind }, { query }) => kind === "listed" && query.size === 0;

const emptyList: When = (outcome) => outcome.kind === "listed" && outcome.pets.length === 0;

/** Pages with more or fewer animals than they may have, or some of them twice; and valid lists that are refused. */
export const pageMutants: OperatorTable = {
  // Pages that hold more than the limit, or than the default.
  "limit-off-by-one": after("pageSize", (was) => was + 1),
  "limit-ignored-at-100": after("pageSize", (was, limit) => (limit === 100 ? Number.POSITIVE_INFINITY : was)),
  "limits-in-the-middle-off-by-one": after("pageSize", (was, limit) => was + (limit > 32 && limit <= 64 ? 1 : 0)),
  "limits-below-ten-raised": after("pageSize", (was) => Math.max(10, was)),
  "limit-19-gives-20": after("pageSize", (was, limit) => (limit === 19 ? 20 : was)),
  "limit-99-gives-100": after("pageSize", (was, limit) => (limit >= 99 ? 100 : was)),
  "limit-ignored-with-unknown-status": inTurn(
    () => ({ checkStatusFilter: () => undefined }),
    reviseFiltered((page, _limit, all, status) => (isKnown(status) ? page : all.slice(0, 100))),
  ),
  "limit-ignored-with-unknown-parameter": noting(
    "revisePage",
    (_page, _query, store) => [...store.all()].slice(0, 20),
    (first) => (handlers) => ({
      renderPets: (pets, query) => (query.has("colour") ? (first() ?? []).map(handlers.renderListedPet) : pets),
    }),
  ),
  "limit-ignored-now-and-then": nowAndThen(4, (now) => after("pageSize", (was) => (now() ? 100 : was))),

  "no-default-when-sold": loseDefault((status) => status === "sold"),
  "default-30-when-pending": loseDefault((status) => status === "pending", 30),
  "limit-unknown-as-second-parameter": before("answerEarly", (request) => {
    if ([...request.query.keys()][0] !== "limit") request.query.delete("limit");
    return request;
  }),
  "default-lost-now-and-then": nowAndThen(5, (now) => () => ({ defaultLimit: () => (now() ? 50 : 20) })),

  // Pages that hold an animal twice.
  "first-animal-twice": after("revisePage", (page, _was, { limit }) => [...page.slice(0, 1), ...page].slice(0, Math.max(limit, 1))),
  "sold-animals-twice": listTwice(({ status }) => status === "sold"),
  "animal-twice-at-a-page-break": listTwice((_pet, index) => index % 20 === 19),
  "animal-twice-deep-in-a-page": changeItem(70, (_pet, list) => list[69] ?? null),

  // Pages that hold less than they could.
  "limit-100-gives-99": after("pageSize", (was, limit) => (limit === 100 ? 99 : was)),
  "default-10-when-pending": loseDefault((status) => status === "pending", 10),
  "lists-cached": cacheLists(() => true),
  "one-in-ten-lost-from-lists": whereOneInTenLost((lost) => after("revisePage", (page) => page.filter(({ id }) => !lost.has(id)))),

  // Section "Limits": pages of more than a hundred animals.
  "limit-101-obeyed": after("checkLimit", (was, texts) => (texts[0] === "101" ? undefined : was)),
  "no-maximum": after("checkLimit", (was, texts) => (/^\d{3,}$/.test(texts[0] ?? "") ? undefined : was)),
  "limit-zero-means-all": meansAll(([text]) => text === "0"),
  "limit-minus-one-means-all": meansAll(([text]) => text === "-1"),
  "word-as-limit-means-all": meansAll(([text]) => text === "abc"),
  "empty-limit-means-all": meansAll(([text]) => text === ""),
  "unknown-status-means-all": inTurn(
    () => ({ checkStatusFilter: () => undefined }),
    reviseFiltered((page, _limit, all, status) => (isKnown(status) ? page : all)),
  ),
  "limit-given-twice-added-up": meansAll((texts) => texts.length > 1),

  // The same list, asked for twice in a row or in other words.
  "second-identical-list-without-the-newest": reviseSecond((page, newest) => page.filter((pet) => pet !== newest)),
  "largest-filtered-page-empty-with-limit-first": changeJson(
    allOf(ofKind("listed"), (_outcome, { query }) => `${query}` === "limit=100&status=sold"),
    () => [],
  ),

  // Lists, and limits within their bounds, that are not answered with 200.
  "limit-required": after("checkLimit", (was, texts) => (texts.length === 0 ? "is missing" : was)),
  "plain-list-accepted-only": changeStatus(plainList, 202),
  "plain-list-forbidden": answerError(plainList, 403),

  "limit-100-refused": refuseLimits((limit) => limit >= 100),
  "limit-1-refused": refuseLimits((limit) => limit <= 1),
  "limit-of-the-default-refused": refuseLimits((limit) => limit === 20),
  "limit-99-refused": refuseLimits((limit) => limit === 99),

  // Lists without animals that are no empty arrays.
  "empty-list-not-found": answerError(emptyList, 404),
  "empty-list-null": () => ({ renderPets: (pets) => (pets.length === 0 ? null : pets) }),
  "empty-filtered-list-not-found": answerError(allOf(emptyList, ofListWith("status")), 404),
  "empty-list-of-null": () => ({ renderPets: (pets) => (pets.length === 0 ? [null] : pets) }),

  // Filters that are not answered with 200.
  "pending-refused-as-filter": refuseFilter("pending"),
  "sold-refused-as-filter": refuseFilter("sold"),
  "filter-needs-limit": answerError(
    allOf(ofListWith("status"), (_outcome, { query }) => !query.has("limit")),
    422,
  ),
};

/** Lists some animals twice. */
function listTwice(concerns: (pet: Pet, index: number) => boolean): Operator {
  return after("selectPets", (was) => [...was].flatMap((pet, index) => (concerns(pet, index) ? [pet, pet] : [pet])));
}

/** Takes such limits for none. */
function meansAll(isMeant: (texts: readonly string[]) => boolean): Operator {
  return inTurn(
    wrap("checkLimit", (decide, texts, violation) => (isMeant(texts) ? undefined : decide(texts, violation))),
    wrap("readLimit", (decide, texts) => (isMeant(texts) ? Number.POSITIVE_INFINITY : decide(texts))),
  );
}

/** Changes a list that is asked for twice, with no other list between. */
function reviseSecond(change: (page: readonly Pet[], newest: Pet | undefined) => readonly Pet[]): Operator {
  return remembering(
    () => ({ last: "" }),
    (memory) =>
      after("revisePage", (page, _was, { limit, status }, store) => {
        const asked = `${limit} ${status}`;
        const isSecond = asked === memory.last;
        memory.last = isSecond ? "" : asked;
        return isSecond ? change(page, newestOf(store)) : page;
      }),
  );
}

/** Refuses some limits that are alone. */
function refuseLimits(isRefused: (limit: number) => boolean): Operator {
  return after("checkLimit", (was, texts) => (texts.length === 1 && isRefused(Number(texts[0])) ? "is not allowed" : was));
}

function refuseFilter(refused: string): Operator {
  return after("checkStatusFilter", (was, texts) => (texts[0] === refused ? "is not supported" : was));
}

import * as op from "../operators/index.js";
import type { Pet } from "../store.js";

const plainList: op.When = ({ kind }, { query }) => kind === "listed" && query.size === 0;

const emptyList: op.When = (outcome) => outcome.kind === "listed" && outcome.pets.length === 0;

/** Pages with more or fewer animals than they may have, or some of them twice; and valid lists that are refused. */
export const mutants = (): op.OperatorTable => ({
  // Pages that hold more than the limit, or than the default.
  "limit-off-by-one": op.after("pageSize", (was) => was + 1),
  "limit-ignored-at-100": op.after("pageSize", (was, limit) => (limit === 100 ? Number.POSITIVE_INFINITY : was)),
  "limits-in-the-middle-off-by-one": op.after("pageSize", (was, limit) => was + (limit > 32 && limit <= 64 ? 1 : 0)),
  "limits-below-ten-raised": op.after("pageSize", (was) => Math.max(10, was)),
  "limit-19-gives-20": op.after("pageSize", (was, limit) => (limit === 19 ? 20 : was)),
  "limit-99-gives-100": op.after("pageSize", (was, limit) => (limit >= 99 ? 100 : was)),
  "limit-ignored-with-unknown-status": showUnknown((all) => all.slice(0, 100)),
  "limit-ignored-with-unknown-parameter": op.after("revisePage", (page, _was, { parameters }, store) =>
    parameters.has("colour") ? [...store.all()].slice(0, 20) : page,
  ),
  "limit-ignored-now-and-then": op.instead("pageSize", op.everyNth(4), 100),

  "no-default-when-sold": loseDefault("sold", Number.POSITIVE_INFINITY),
  "default-30-when-pending": loseDefault("pending", 30),
  "limit-unknown-as-second-parameter": op.notice("answerEarly", ({ query }) => {
    if ([...query.keys()][0] !== "limit") query.delete("limit");
  }),
  "default-lost-now-and-then": op.instead("defaultLimit", op.everyNth(5), 50),

  // Pages that hold an animal twice.
  "first-animal-twice": op.after("revisePage", (page, _was, { limit }) => [...page.slice(0, 1), ...page].slice(0, Math.max(limit, 1))),
  "sold-animals-twice": listTwice(({ status }) => status === "sold"),
  "animal-twice-at-a-page-break": listTwice((_pet, index) => index % 20 === 19),
  "animal-twice-deep-in-a-page": op.after("revisePage", (page) => page.map((pet, index) => (index === 70 ? (page[69] ?? pet) : pet))),

  // Pages that hold less than they could.
  "limit-100-gives-99": op.after("pageSize", (was, limit) => (limit === 100 ? 99 : was)),
  "default-10-when-pending": loseDefault("pending", 10),
  "last-animal-lost-from-a-page-that-is-just-full": op.after("revisePage", (page, _was, { limit, status }, store) => {
    const { length } = [...store.all()].filter((pet) => status === undefined || pet.status === status);
    return length === limit ? page.slice(0, -1) : page;
  }),
  "lists-cached": op.cacheLists(() => true, 60_000),
  "one-in-ten-lost-from-lists": op.loseOneInTen((isLost) => op.after("revisePage", (page) => page.filter((pet) => !isLost(pet)))),

  // Section "Limits": pages of more than a hundred animals.
  "limit-101-obeyed": op.after("checkLimit", (was, texts) => (texts[0] === "101" ? undefined : was)),
  "no-maximum": op.after("checkLimit", (was, texts) => (/^\d{3,}$/.test(texts[0] ?? "") ? undefined : was)),
  "limit-zero-means-all": meansAll(([text]) => text === "0"),
  "limit-minus-one-means-all": meansAll(([text]) => text === "-1"),
  "word-as-limit-means-all": meansAll(([text]) => text === "abc"),
  "empty-limit-means-all": meansAll(([text]) => text === ""),
  "unknown-status-means-all": showUnknown((all) => all),
  "limit-given-twice-added-up": meansAll((texts) => texts.length > 1),

  // The same list, asked for twice in a row or in other words.
  "second-identical-list-without-the-newest": loseNewestAtSecond(),
  "largest-filtered-page-empty-with-limit-first": op.changeJson(
    ["listed", op.to(({ query }) => `${query}` === "limit=100&status=sold")],
    () => [],
  ),

  // Lists, and limits within their bounds, that are not answered with 200.
  "limit-required": op.after("checkLimit", (was, texts) => (texts.length === 0 ? "is missing" : was)),
  "plain-list-accepted-only": op.changeStatus(plainList, 202),
  "plain-list-forbidden": op.answerError(plainList, 403),

  "limit-100-refused": refuseLimits((limit) => limit >= 100),
  "limit-1-refused": refuseLimits((limit) => limit <= 1),
  "limit-of-the-default-refused": refuseLimits((limit) => limit === 20),
  "limit-99-refused": refuseLimits((limit) => limit === 99),

  // Lists without animals that are no empty arrays.
  "empty-list-not-found": op.answerError(emptyList, 404),
  "empty-list-null": () => ({ renderPets: (pets) => (pets.length === 0 ? null : pets) }),
  "empty-filtered-list-not-found": op.answerError([emptyList, op.ofListWith("status")], 404),
  "empty-list-of-null": () => ({ renderPets: (pets) => (pets.length === 0 ? [null] : pets) }),
});

/** The meaning of limits that the document does not allow, the order of lists, and how to ask for more of them. */
export const variants = (): op.OperatorTable => ({
  "lists-cached-for-half-a-second": op.cacheLists(() => true, 500),
  "odd-limits-clamped": readUnusualLimits((text) => {
    const value = Number.parseInt(text, 10);
    return Number.isNaN(value) ? undefined : Math.min(100, Math.max(1, value));
  }),
  "odd-limits-ignored": readUnusualLimits(() => undefined),
  "odd-limits-give-nothing": readUnusualLimits(() => 0),
  "odd-limits-unprocessable": op.changeStatus(op.ofParameter("limit"), 422),
  "odd-limits-not-found": op.changeStatus(op.ofParameter("limit"), 404),
  "last-of-two-limits-wins": [op.before("checkLimit", (texts) => texts.slice(-1)), op.before("readLimit", (texts) => texts.slice(-1))],

  // The order of lists, and how to ask for more of them.
  shuffled: shuffle(),
  "newest-first": op.newestFirst,
  "by-name": () => ({ arrange: (pets) => [...pets].toSorted((left, right) => (`${left.name}` < `${right.name}` ? -1 : 1)) }),
  "by-id": op.byId,
  "paging-headers": op.changeHeaders("listed", {
    Link: '</v1/pets?cursor=7>; rel="next"',
    "X-Total-Count": "7",
    "X-Next-Cursor": "7",
  }),
  "unknown-parameters-refused": op.turnAway(
    400,
    ({ query, headers }) => headers.authorization !== undefined && [...query.keys()].some((name) => !["limit", "status"].includes(name)),
  ),
  "pages-by-number": op.after("revisePage", (page, _was, { parameters }, store) =>
    parameters.get("page") === "2" ? [...store.all()].slice(20, 40) : page,
  ),
});

/** Without a limit, this filter gets a page of another size. */
function loseDefault(filter: string, size: number): op.Operator {
  return op.reviseFiltered((page, all, { status, parameters }) =>
    status === filter && !parameters.has("limit") ? all.filter((pet) => pet.status === filter).slice(0, size) : page,
  );
}

/** Takes a filter that the document does not know, and shows some of all animals. */
function showUnknown(choose: (all: readonly Pet[]) => readonly Pet[]): op.Operator {
  return op.inTurn(
    () => ({ checkStatusFilter: () => undefined }),
    op.reviseFiltered((page, all, { status }) => (op.isKnown(status) ? page : choose(all))),
  );
}

/** Lists some animals twice. */
function listTwice(concerns: (pet: Pet, index: number) => boolean): op.Operator {
  return op.after("selectPets", (was) => [...was].flatMap((pet, index) => (concerns(pet, index) ? [pet, pet] : [pet])));
}

/** Takes such limits for none. */
function meansAll(isMeant: (texts: readonly string[]) => boolean): op.Operator {
  return op.inTurn(op.instead("checkLimit", isMeant, undefined), op.instead("readLimit", isMeant, Number.POSITIVE_INFINITY));
}

/** Hides the newest animal from a list that is asked for twice, with no other list between. */
function loseNewestAtSecond(): op.Operator {
  let last = "";
  return op.after("revisePage", (page, _was, { limit, status }, store) => {
    const asked = `${limit} ${status}`;
    const isSecond = asked === last;
    last = isSecond ? "" : asked;
    return isSecond ? page.filter((pet) => pet !== op.newestOf(store)) : page;
  });
}

/** Refuses some limits that are alone. */
function refuseLimits(isRefused: (limit: number) => boolean): op.Operator {
  return op.after("checkLimit", (was, texts) => (texts.length === 1 && isRefused(Number(texts[0])) ? "is not allowed" : was));
}

/** Takes every limit; those that the document does not allow are read like this. */
function readUnusualLimits(read: (text: string) => number | undefined): op.Operator {
  return () => ({
    checkLimit: () => undefined,
    readLimit: ([text]) => (text === undefined ? undefined : /^([1-9]\d?|100)$/.test(text) ? Number(text) : read(text)),
  });
}

/** Lists in another order every time. */
function shuffle(): op.Operator {
  let turn = 1;
  const place = (id: bigint) => BigInt.asUintN(31, (id ^ (id >> 31n)) * BigInt(turn * 2_654_435_761 + 1));
  return () => ({
    arrange(pets) {
      turn += 1;
      return [...pets].toSorted((left, right) => Number(place(left.id) - place(right.id)));
    },
  });
}

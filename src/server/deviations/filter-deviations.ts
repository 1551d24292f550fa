import * as op from "../operators/index.js";

/** Filters that show what they should hide, and lists that hide or alter what they should show. */
export const mutants = (): op.OperatorTable => ({
  // Filters that let other animals through.
  "sold-filter-ignored": op.after("readStatusFilter", (was) => (was === "sold" ? undefined : was)),
  "available-filter-means-unsold": op.after("selectPets", (was, store, status) =>
    status === "available" ? [...store.all()].filter((pet) => pet.status !== "sold") : was,
  ),
  "filter-leaks-on-the-largest-page": op.reviseFiltered((page, all, { limit }) => (limit >= 100 ? all.slice(0, 100) : page)),
  "filter-lost-with-odd-limit": [
    () => ({ checkLimit: () => undefined, readLimit: ([text]) => (text !== undefined && isGood(text) ? Number(text) : undefined) }),
    op.reviseFiltered((page, all, { limit, parameters }) => (parameters.getAll("limit").every(isGood) ? page : all.slice(0, limit))),
  ],
  "filter-lost-beside-an-unknown-parameter": op.reviseFiltered((page, all, { limit, parameters }) =>
    [...parameters.keys()].every((name) => ["limit", "status"].includes(name)) ? page : all.slice(0, limit),
  ),
  "filter-lost-where-encoded": listWhere(/status=[a-z]%[0-9A-F]/, 5),
  "limit-lost-where-encoded": listWhere(/limit=%3[1-9]/, 20),
  "filter-lost-where-nothing-passes": op.reviseFiltered((page, all) => (page.length > 0 ? page : all)),
  "filter-lost-now-and-then": op.instead(
    "readStatusFilter",
    op.everyNth(7, (texts) => texts.length > 0),
    undefined,
  ),

  // Animals that were added without a status, show none, and stand under more than one filter.
  "no-status-under-every-filter": op.listWithoutStatus(["available", "pending", "sold"]),
  "no-status-under-available-and-pending": op.listWithoutStatus(["available", "pending"]),
  "no-status-under-pending-and-sold": op.listWithoutStatus(["pending", "sold"]),
  "no-status-under-available-and-sold": op.listWithoutStatus(["available", "sold"]),

  // A filter and a limit that do not go together.
  "limit-before-filter": filterAfterwards(() => true),
  "small-limit-before-filter": filterAfterwards((limit) => limit < 20),
  "limit-of-ten-at-most-with-filter": op.reviseFiltered((page) => page.slice(0, 10)),
  "filter-lost-beyond-twenty": op.reviseFiltered((page, all, { limit }) =>
    limit <= 20 ? page : [...new Set([...page.slice(0, 20), ...all])].slice(0, limit),
  ),

  // Filters that hold back animals that they should let through.
  "default-status-not-found": [op.keepOmittedStatusAs(undefined), op.showPets(({ status = "available" }) => ({ status }))],
  "default-status-in-whole-lists-only": [
    op.keepOmittedStatusAs(undefined),
    op.changeJson("listed", (rows) => (Array.isArray(rows) ? rows.map((row) => ({ status: "available", ...row })) : rows)),
  ],
  "sold-filter-finds-nothing": op.loseFiltered(({ status }) => status === "sold"),
  "filtered-lists-cached": op.cacheLists(({ status }) => status !== undefined, 60_000),
  "newest-lost-when-filtered": op.after("selectPets", (was, store, status) => {
    const newest = op.newestOf(store);
    return status === undefined ? was : [...was].filter((pet) => pet !== newest);
  }),
  "one-in-ten-lost-when-filtered": op.loseOneInTen(op.loseFiltered),

  // Animals that are listed as others than they are.
  "listed-name-escaped": op.showName((name) => name.replaceAll("&", "&amp;").replaceAll("<", "&lt;"), "renderListedPet"),
  "listed-status-always-available": op.showPets(() => ({ status: "available" }), "renderListedPet"),
  "listed-names-shifted-deep": op.after("revisePage", (page) =>
    page.map((pet, index) => (index > 50 ? { ...pet, name: page[index - 1]?.name ?? null } : pet)),
  ),

  // Filters that are not answered with 200.
  "pending-refused-as-filter": refuseFilter("pending"),
  "sold-refused-as-filter": refuseFilter("sold"),
  "filter-needs-limit": op.answerError([op.ofListWith("status"), op.to(({ query }) => !query.has("limit"))], 422),
});

/** The meaning of filters that the document does not allow. */
export const variants = (): op.OperatorTable => ({
  "unknown-status-finds-nothing": () => ({ checkStatusFilter: () => undefined }),
  "unknown-status-finds-everything": () => ({
    checkStatusFilter: () => undefined,
    readStatusFilter: ([text]) => (op.isKnown(text) ? text : undefined),
  }),
  "status-filter-in-any-letters": [
    op.after("checkStatusFilter", (was, texts) => (texts.length === 1 && op.isKnown(texts[0]?.toLowerCase()) ? undefined : was)),
    op.after("readStatusFilter", (was) => was?.toLowerCase()),
  ],
  "unknown-status-filter-unprocessable": op.changeStatus(op.ofParameter("status"), 422),
  "several-statuses-allowed": ({ checkStatusFilter }) => ({
    checkStatusFilter: (texts, filter) => (texts.every(op.isKnown) ? undefined : checkStatusFilter(texts, filter)),
    readStatusFilter: (texts) => (texts.length === 0 ? undefined : texts.join(",")),
    selectPets: (store, status) => [...store.all()].filter((pet) => status?.split(",").includes(`${pet.status}`) ?? true),
  }),
});

/** Lists this number of animals, of any state, where the query is written like this. */
function listWhere(query: RegExp, count: number): op.Operator {
  return op.answerEarly(
    ({ queryText, method }) => method === "GET" && query.test(queryText),
    (store) => ({ kind: "listed", pets: [...store.all()].slice(0, count) }),
  );
}

function isGood(text: string): boolean {
  return /^[1-9]\d*$/.test(text) && Number(text) <= 100;
}

/** Takes the page first, and filters then, where the limit is one of these. */
function filterAfterwards(concerns: (limit: number) => boolean): op.Operator {
  return op.reviseFiltered((page, all, { limit, status }) =>
    concerns(limit) ? all.slice(0, limit).filter((pet) => pet.status === status) : page,
  );
}

function refuseFilter(refused: string): op.Operator {
  return op.after("checkStatusFilter", (was, texts) => (texts[0] === refused ? "is not supported" : was));
}

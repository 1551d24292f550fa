import type { OperatorTable } from "../handlers.js";
import {
  after,
  before,
  byId,
  changeHeaders,
  changeStatus,
  inTurn,
  isKnown,
  newestFirst,
  noting,
  ofKind,
  ofParameter,
  remembering,
  turnAway,
  wrap,
} from "../operators/index.js";

/** The order of lists, and what limits and filters mean that the document does not allow. */
export const listingVariants: OperatorTable = {
  // What limits and filters mean that the document does not allow.
  "odd-limits-clamped": () => ({
    checkLimit: () => undefined,
    readLimit: ([text]) => clamped(text),
  }),
  "odd-limits-ignored": () => ({
    checkLimit: () => undefined,
    readLimit: ([text]) => (text !== undefined && /^([1-9]\d?|100)$/.test(text) ? Number(text) : undefined),
  }),
  "odd-limits-give-nothing": () => ({
    checkLimit: () => undefined,
    readLimit: ([text]) => (text === undefined ? undefined : /^([1-9]\d?|100)$/.test(text) ? Number(text) : 0),
  }),
  "odd-limits-unprocessable": changeStatus(ofParameter("limit"), 422),
  "odd-limits-not-found": changeStatus(ofParameter("limit"), 404),
  "last-of-two-limits-wins": inTurn(
    wrap("checkLimit", (check, texts, violation) => check(texts.slice(-1), texts.length > 1 ? undefined : violation)),
    before("readLimit", (texts) => texts.slice(-1)),
  ),

  "unknown-status-finds-nothing": () => ({ checkStatusFilter: () => undefined }),
  "unknown-status-finds-everything": () => ({
    checkStatusFilter: () => undefined,
    readStatusFilter: ([text]) => (isKnown(text) ? text : undefined),
  }),
  "status-filter-in-any-letters": inTurn(
    after("checkStatusFilter", (was, texts) => (texts.length === 1 && isKnown(texts[0]?.toLowerCase()) ? undefined : was)),
    after("readStatusFilter", (was) => was?.toLowerCase()),
  ),
  "unknown-status-filter-unprocessable": changeStatus(ofParameter("status"), 422),
  "several-statuses-allowed": () => ({
    checkStatusFilter: (texts, violation) => (texts.every(isKnown) ? undefined : violation),
    readStatusFilter: (texts) => (texts.length === 0 ? undefined : texts.join(",")),
    selectPets: (store, status) => [...store.all()].filter((pet) => status?.split(",").includes(`${pet.status}`) ?? true),
  }),

  // The order of lists, and how to ask for more of them, where the document is silent.
  shuffled: remembering(
    () => ({ turn: 1 }),
    (memory) => () => ({
      arrange(pets) {
        memory.turn += 1;
        return [...pets].toSorted((left, right) => mixed(left.id, memory.turn) - mixed(right.id, memory.turn));
      },
    }),
  ),
  "newest-first": newestFirst,
  "by-name": () => ({ arrange: (pets) => [...pets].toSorted((left, right) => (`${left.name}` < `${right.name}` ? -1 : 1)) }),
  "by-id": byId,
  "paging-headers": changeHeaders(ofKind("listed"), {
    Link: '</v1/pets?cursor=7>; rel="next"',
    "X-Total-Count": "7",
    "X-Next-Cursor": "7",
  }),

  "unknown-parameters-refused": turnAway(
    400,
    ({ query, headers }) => headers.authorization !== undefined && [...query.keys()].some((name) => !["limit", "status"].includes(name)),
  ),
  "pages-by-number": noting(
    "revisePage",
    (_page, _query, store) => [...store.all()].slice(20, 40),
    (second) => (handlers) => ({
      renderPets: (pets, query) =>
        query.get("page") === "2" ? (second() ?? []).map(handlers.renderListedPet) : handlers.renderPets(pets, query),
    }),
  ),
};

function clamped(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number.parseInt(text, 10);
  return Number.isNaN(value) ? undefined : Math.min(100, Math.max(1, value));
}

/** A number for the id that is another in every turn. */
function mixed(id: bigint, turn: number): number {
  return Number(BigInt.asUintN(31, (id ^ (id >> 31n)) * BigInt(turn * 2_654_435_761 + 1)));
}

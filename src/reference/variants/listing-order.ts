import { changeHeaders, ofKind } from "../operators/index.js";
import type { Pet } from "../pet.js";
import { type Variant, variant } from "./variant.js";

/** The order of lists, and how to ask for more of them, where the document is silent. */
export const listingOrderVariants: readonly Variant[] = [
  variant("shuffled", "LIST-15", "the order is not said, nor that it stays").by(() => {
    let turn = 1;
    return {
      arrange(pets) {
        turn += 1;
        return [...pets].toSorted((left, right) => mixed(left.id, turn) - mixed(right.id, turn));
      },
    };
  }),
  variant("newest-first", "LIST-15", "the order is not said").by(() => ({ arrange: (pets) => [...pets].reverse() })),
  variant("by-name", "LIST-15", "the order is not said").by(() => ({ arrange: (pets) => [...pets].toSorted(byName) })),
  variant("by-id", "LIST-15", "the order is not said").by(() => ({
    arrange: (pets) => [...pets].toSorted((left, right) => (left.id < right.id ? -1 : 1)),
  })),
  variant("paging-headers", "LIST-15", "how further pages are signalled is not shown").by(
    changeHeaders(ofKind("listed"), {
      Link: '</v1/pets?cursor=7>; rel="next"',
      "X-Total-Count": "7",
      "X-Next-Cursor": "7",
    }),
  ),

  variant("unknown-parameters-refused", "LIST-16", "what an unknown parameter means is not said").by((conduct) => ({
    answerEarly(request, store) {
      const isUnknown = [...request.query.keys()].some((name) => name !== "limit" && name !== "status");
      const hasKey = request.headers.authorization !== undefined;
      return isUnknown && hasKey
        ? { kind: "refused", status: 400, reason: "There is no such parameter." }
        : conduct.answerEarly(request, store);
    },
  })),
  variant("pages-by-number", "LIST-16", "how further pages are asked for is not shown").by((conduct) => {
    let everything: readonly Pet[] = [];
    return {
      revisePage(page, query, store) {
        everything = [...store.all()];
        return conduct.revisePage(page, query, store);
      },
      renderPets: (pets, query) =>
        query.get("page") === "2" ? everything.slice(20, 40).map(conduct.renderListedPet) : conduct.renderPets(pets, query),
    };
  }),
];

function byName(left: Pet, right: Pet): number {
  return `${left.name}` < `${right.name}` ? -1 : 1;
}

/** A number for the id that is another in every turn. */
function mixed(id: bigint, turn: number): number {
  return Number(BigInt.asUintN(31, (id ^ (id >> 31n)) * BigInt(turn * 2_654_435_761 + 1)));
}

import type { ItemLaw } from "./item-law.js";

/** The same id may be written in another way: in other letters, with zeros in front, as a number, or with a version behind it. */
export const identity: ItemLaw = {
  id: "identity",
  name: "identity",
  level: "implied",
  sentence: "An item that is read at its address has its own id.",
  followsChanges: true,
  isCompared: true,
  judge: ({ id, before, after, request: { text } }) => {
    // An item may have an address by another name than its id.
    if (after?.id === undefined || before.id === undefined || !isSameId(before.id, id)) return "no occasion";
    if (isSameId(after.id, id)) return "kept";
    return {
      problem: "another id at the address of an item",
      expected: `the id ${id}, as in the address, and as before ${text}`,
      actual: `the id ${after.id}`,
      pointer: "/id",
    };
  },
};

/** Is it the same id, in whichever way it is written? */
function isSameId(shown: string, id: string): boolean {
  const plain = (each: string): string =>
    each
      .normalize("NFC")
      .toLowerCase()
      .replace(/^0+(?=\d)/, "");
  return (
    shown === id ||
    plain(shown) === plain(id) ||
    shown
      .toLowerCase()
      .split(/[^\p{L}\p{N}-]+/u)
      .map(plain)
      .includes(plain(id))
  );
}

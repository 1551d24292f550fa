import type { Deviation } from "../conduct.js";

/** A store in which so many animals of others are, of each status in turn, and the order of its lists. */
export function fullOfOthers(count: number, order: "newest first" | "oldest first"): Deviation {
  return () => ({
    seed: () =>
      Array.from({ length: count }, (_, index) => ({
        id: BigInt(index + 1),
        name: `Old ${index + 1}`,
        categoryId: 3n,
        status: ["available", "pending", "sold"][index % 3],
      })),
    ...(order === "newest first" ? { arrange: (pets) => [...pets].reverse() } : {}),
  });
}

import { join } from "node:path";
import { readTextFile, specDirectory } from "../description/index.js";

/** The facts about a mutant, without its operator: a row of `spec/kill-matrix.csv`. */
export type Mutant = ReturnType<typeof loadMutants>[number];

/** Reads what every mutant breaks, which other requirements may fail because of it, and why an engineer could ship it. */
export function loadMutants() {
  return readRows("mutant").map(([name = "", breaks = "", consequences = "", why = ""]) => ({
    name,
    breaks,
    consequences: consequences.split(" ").filter((id) => id !== ""),
    why,
  }));
}

/** Reads the open point, or else the requirement, that every variant plays with, and why the document allows it. */
export function loadVariants() {
  return readRows("variant").map(([name = "", concerns = "", , why = ""]) => ({ name, concerns, why }));
}

/** The rows of one kind, but for their first cell. No cell holds a quote or a line break. */
function readRows(kind: "mutant" | "variant"): readonly (readonly string[])[] {
  const lines = readTextFile(join(specDirectory, "kill-matrix.csv")).trimEnd().split("\n");
  const rows = lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain = ""]) => quoted ?? plain),
  );
  return rows.filter(([first]) => first === kind).map((cells) => cells.slice(1));
}

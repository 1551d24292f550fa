import { join } from "node:path";
import { readTextFile, specDirectory } from "../description/index.js";

/** What is known of a mutant besides its operator: a row of `spec/kill-matrix.csv`. */
export interface Mutant {
  readonly name: string;
  /** The requirement that it breaks. */
  readonly breaks: string;
  /** Other requirements that may fail because of it. */
  readonly consequences: readonly string[];
  /** Why an engineer could ship this. */
  readonly why: string;
}

/** What is known of a variant besides its operator: a row of the same file. */
export interface Variant {
  readonly name: string;
  /** The open point, or else the requirement, that it plays with. */
  readonly concerns: string;
  /** Why the document allows it. */
  readonly why: string;
}

/** Reads what every mutant breaks. */
export function loadMutants(): readonly Mutant[] {
  return readRows("mutant").map(([name = "", breaks = "", consequences = "", why = ""]) => ({
    name,
    breaks,
    consequences: consequences.split(" ").filter((id) => id !== ""),
    why,
  }));
}

/** Reads what every variant plays with. */
export function loadVariants(): readonly Variant[] {
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

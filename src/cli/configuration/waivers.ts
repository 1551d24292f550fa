import type { Contract, Level } from "../../description/index.js";
import type { Waiver } from "../../run/index.js";
import { suggestName } from "../names.js";
import type { YamlFile } from "./file.js";
import { refuse } from "./place.js";

const notWaivable: Readonly<Partial<Record<Level, string>>> = {
  open: "is an open point: whatever a server does there is no failure, so that there is nothing to waive",
  informative: "can be tested by no request, so that there is nothing to waive",
};

/** @throws ConfigurationError for a requirement that there is not, cannot fail, or is waived twice */
export function readWaivers(
  file: YamlFile,
  raw: readonly Waiver[],
  { requirements }: Contract,
): readonly Waiver[] {
  const lines = new Map<string, number>();
  return raw.map((waiver, index) => {
    const at = ["waivers", index, "requirement"];
    const id = waiver.requirement.toUpperCase();
    const requirement = requirements.find((each) => each.id === id);
    if (requirement === undefined) {
      const ids = requirements.map((each) => each.id);
      return refuse(file, at, `there is no requirement ${waiver.requirement}${suggestName(id, ids)}`);
    }
    const why = notWaivable[requirement.level];
    if (why !== undefined)
      return refuse(file, at, `${id} ${why}; only must, implied and advice can be waived`);
    const earlier = lines.get(id);
    if (earlier !== undefined) refuse(file, at, `${id} is waived already, on line ${earlier}`);
    lines.set(id, file.lineOf(at));
    return { ...waiver, requirement: id };
  });
}

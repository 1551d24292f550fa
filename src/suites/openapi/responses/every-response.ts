import type { Level, Requirement } from "../../../description/index.js";

/** What is found of no operation in particular. */
export const everyResponse: readonly Requirement[] = [
  requirement("every response", "must", "Every response arrives whole.", ["response", "request"]),
  requirement(
    "every response: documented status",
    "advice",
    "Every redirect and refusal has a status that is described, or one that any server may answer with.",
    ["documented-status"],
  ),
  requirement("every response: no internals", "advice", "No error shows a stack trace or SQL.", [
    "internals",
  ]),
];

function requirement(id: string, level: Level, sentence: string, verifiedBy: readonly string[]): Requirement {
  return { id, level, section: "HTTP", sentence, operations: [], verifiedBy, warnsIn: [], follows: [] };
}

import type { Contract, Level, Requirement } from "../../../description/index.js";
import { describesFormats } from "./formats.js";

/** What is found of no operation in particular. */
export function everyResponse(described: Pick<Contract, "operations">): readonly Requirement[] {
  return [
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
    ...(describesFormats(described)
      ? [
          requirement(
            "every response: formats",
            "advice",
            "Dates, times, UUIDs and IP addresses are written as their format says.",
            ["formats"],
          ),
        ]
      : []),
  ];
}

function requirement(id: string, level: Level, sentence: string, verifiedBy: readonly string[]): Requirement {
  return { id, level, section: "HTTP", sentence, operations: [], verifiedBy, warnsIn: [], follows: [] };
}

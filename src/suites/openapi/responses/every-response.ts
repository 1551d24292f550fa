import type { ResponseCheck } from "../../../checks/index.js";
import type { Contract, Level, Requirement } from "../../../description/index.js";
import { noInternals } from "../session/internals.js";
import type { ApiState } from "../session/state.js";
import { deprecatesAny, deprecationHeaders } from "./deprecation-headers.js";
import { documentedStatus } from "./documented-status.js";
import { describedFormat, describesFormats } from "./formats.js";
import { describedResponse } from "./response-checks.js";

type Described = Pick<Contract, "operations">;

/** The findings about no operation in particular. */
const always: readonly Requirement[] = [
  requirement("every response", "must", "Every response arrives whole.", ["response", "request"]),
  requirement(
    "every response: documented status",
    "advice",
    "Every redirect and refusal has a status that is described, or one that any server may answer with.",
    [documentedStatus.id],
  ),
  requirement("every response: no internals", "advice", "No error shows a stack trace or SQL.", [
    noInternals.id,
  ]),
];

/** The same, where a description has something that it is about. */
const sometimes = [
  {
    check: describedFormat,
    isOf: describesFormats,
    name: "formats",
    sentence: "Dates, times, UUIDs and IP addresses are written as their format says.",
  },
  {
    check: deprecationHeaders,
    isOf: deprecatesAny,
    name: "deprecation",
    sentence: "No header says that an operation is removed before it is deprecated.",
  },
];

/** The requirements on every response of an interface. */
export function everyResponse(described: Described): readonly Requirement[] {
  return [
    ...always,
    ...dueIn(described).map(({ check, name, sentence }) =>
      requirement(`every response: ${name}`, "advice", sentence, [check.id]),
    ),
  ];
}

/** The checks of every response of an interface, in this order: those of a failure of the server show the most of it. */
export function responseChecksOf(described: Described): readonly ResponseCheck<ApiState>[] {
  return [noInternals, describedResponse, documentedStatus, ...dueIn(described).map(({ check }) => check)];
}

function dueIn(described: Described): typeof sometimes {
  return sometimes.filter(({ isOf }) => isOf(described));
}

function requirement(id: string, level: Level, sentence: string, verifiedBy: readonly string[]): Requirement {
  return { id, level, section: "HTTP", sentence, operations: [], verifiedBy, warnsIn: [], follows: [] };
}

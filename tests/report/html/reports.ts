import { type Report, type RunOptions, runConformance } from "../../../src/index.js";
import { conforming, type Handlers, mutants, startReferenceServer } from "../../../src/reference/index.js";
import { contract } from "../../servers/judging.js";

/** No part of it is a word: it would be blacked out in the report. */
const key = "k3y-0f-7h3-h0u53";

/** The handlers of a reference server with these faults together. */
function withFaults(names: readonly string[]): Handlers {
  const handlers = conforming();
  for (const name of names) {
    const operator = mutants.get(name);
    if (operator === undefined) throw new Error(`there is no mutant ${name}`);
    Object.assign(handlers, operator({ ...handlers }));
  }
  return handlers;
}

/** The report on a server with these faults. */
export async function reportOn(
  names: readonly string[] = [],
  options: Partial<RunOptions> = {},
): Promise<Report> {
  const server = await startReferenceServer({ contract, key, handlers: withFaults(names) });
  try {
    return await runConformance({ contract, baseUrl: server.url, key, ...options });
  } finally {
    await server.close();
  }
}

/** The report on an address at which nothing listens. */
export function reportOnNobody(): Promise<Report> {
  return runConformance({ contract, baseUrl: "http://127.0.0.1:9/v1", key });
}

/** The report on a server with something of every sort in it: causes, consequences, warnings and waivers. */
export function reportOnMany(): Promise<Report> {
  return reportOn(
    [
      "limit-off-by-one",
      "null-as-name-accepted",
      "error-message-missing-when-unauthorized",
      "category-fraction-deep-in-lists",
      "missing-name-answered-200",
      "deprecation-in-milliseconds",
      "name-in-small-letters",
      "sunset-a-year-late",
    ],
    {
      waivers: [
        {
          requirement: "CREATE-2",
          reason: "the index folds case",
          owner: "store team",
          expires: "2099-12-31",
        },
        {
          requirement: "LIST-1",
          reason: "paging was rewritten",
          owner: "store team",
          expires: "2099-12-31",
        },
        { requirement: "CREATE-8", reason: "old clients", owner: "api team", expires: "2020-01-31" },
      ],
    },
  );
}

import { isSuccess, type ResponseCheck, readDeprecation, readSunset } from "../../checks/index.js";
import type { Contract } from "../../description/index.js";
import type { ApiState } from "../../session/index.js";
import { headerValues } from "../../transport/index.js";

/** An operation is not removed before it is deprecated. Source: RFC 9745, section 4. */
export const deprecationHeaders: ResponseCheck<ApiState> = {
  id: "deprecation",
  title: "the headers Deprecation and Sunset of a deprecated operation do not contradict each other",
  judge: ({ exchange, response }, { contract }) => {
    const isDeprecated = contract.operations.get(exchange.case.operation)?.deprecation !== undefined;
    if (!isDeprecated || !isSuccess(response.status)) return "not applicable";
    const [since = ""] = headerValues(response, "deprecation");
    const [until = ""] = headerValues(response, "sunset");
    const [deprecation, sunset] = [readDeprecation(since).date, readSunset(until).date];
    if (deprecation === undefined || sunset === undefined || sunset >= deprecation) return [];
    return [
      {
        problem: "removed before it is deprecated",
        expected: `Sunset: ${deprecation.toUTCString()} or later, since Deprecation says so`,
        actual: `Sunset: ${until}`,
        at: { in: "header", name: "sunset" },
      },
    ];
  },
};

/** Is any operation deprecated? */
export function deprecatesAny({ operations }: Pick<Contract, "operations">): boolean {
  return [...operations.values()].some(({ deprecation }) => deprecation !== undefined);
}

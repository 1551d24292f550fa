import {
  type Objection,
  observe,
  type ParsedExchange,
  type ResponseCheck,
  shorten,
} from "../../checks/index.js";
import type { Json } from "../../json/index.js";
import { readPet } from "./pet.js";
import { largestPage } from "./requests.js";
import type { StoreState } from "./state.js";

/** What is true of every response of an animal store, besides what its description says. */
export const storeResponseChecks: readonly ResponseCheck<StoreState>[] = [
  ofLists("list/no-duplicates", "no list holds an id twice", (rows, state) => {
    const ids = rows.map((row) => readPet(state, row)?.id);
    const seen = new Set<bigint>();
    const at = ids.findIndex((id) => id !== undefined && seen.size === seen.add(id).size);
    if (at < 0) return [];
    return [
      { problem: "twice", expected: "each animal once", actual: `the id ${ids[at]} twice`, ...row(at) },
    ];
  }),
  ofLists("list/maximum", "no list holds more animals than the highest limit", (rows, state) => {
    const most = largestPage(state);
    if (rows.length <= most) return [];
    const expected = `at most ${most} animals`;
    return [{ problem: "too many", expected, actual: `${rows.length} animals`, ...row(most) }];
  }),
  {
    id: "error/status",
    title: "the status in an Error is the HTTP status",
    judge: ({ error, response }) => {
      const status = error?.["status"];
      // A value of another type is a matter of the schema.
      if (typeof status !== "bigint") return "not applicable";
      if (status === BigInt(response.status)) return [];
      const at = { in: "body", pointer: "/status" } as const;
      const actual = `status ${shorten(status)}`;
      return [{ problem: "another status", expected: `status ${response.status}`, actual, at }];
    },
  },
  {
    id: "error/code",
    title: "which codes are used",
    judge: ({ error, response }, state) => {
      const code = error?.["code"];
      if (typeof code !== "string") return "not applicable";
      observe(state, "error/code", `${response.status}: ${code.slice(0, 60)}`);
      return [];
    },
  },
];

/** A check of every list that was answered as it may be. */
function ofLists(
  id: string,
  title: string,
  judge: (rows: readonly Json[], state: StoreState) => readonly Objection[],
): ResponseCheck<StoreState> {
  const isList = ({ accepted, response, exchange }: ParsedExchange, { contract }: StoreState): boolean =>
    exchange.case.operation === contract.roles.list && response.status < 400 && accepted !== undefined;
  return {
    id,
    title,
    judge: (parsed, state) =>
      isList(parsed, state) && Array.isArray(parsed.json) ? judge(parsed.json, state) : "not applicable",
  };
}

function row(at: number): Pick<Objection, "at"> {
  return { at: { in: "body", pointer: `/${at}` } };
}

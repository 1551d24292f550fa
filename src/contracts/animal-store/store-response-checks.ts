import { type FindingPlace, observe, type ParsedExchange, type ResponseCheck } from "../../engine/index.js";
import type { Json } from "../../json/index.js";
import { causeOfLostIds, shorten } from "../../schema/index.js";
import { readPet } from "./pet.js";
import { causeOfTooMany } from "./reading.js";
import { largestPage } from "./store-requests.js";
import type { StoreState } from "./store-state.js";

/** The checks of every response of an animal store, in addition to those of its description. */
export const storeResponseChecks: readonly ResponseCheck<StoreState>[] = [
  {
    id: "list/no-duplicates",
    title: "no list holds an id twice",
    judge: (parsed, state) => {
      const ids = listedRows(parsed, state)?.map((row) => readPet(state, row)?.id);
      const seen = new Set<bigint>();
      const at = ids?.findIndex((id) => id !== undefined && seen.size === seen.add(id).size);
      if (ids === undefined || at === undefined) return "not applicable";
      if (at < 0) return [];
      const actual = `the id ${ids[at]} twice`;
      const likelyCause = causeOfLostIds(state.animals.keys());
      return [{ problem: "twice", likelyCause, expected: "each animal once", actual, at: inBody(`/${at}`) }];
    },
  },
  {
    id: "list/maximum",
    title: "no list holds more animals than the highest limit",
    judge: (parsed, state) => {
      const rows = listedRows(parsed, state)?.length;
      if (rows === undefined) return "not applicable";
      const most = largestPage(state);
      if (rows <= most) return [];
      const expected = `at most ${most} animals`;
      const likelyCause = causeOfTooMany(rows, most);
      return [
        { problem: "too many", likelyCause, expected, actual: `${rows} animals`, at: inBody(`/${most}`) },
      ];
    },
  },
  {
    id: "error/status",
    title: "the status in an Error is the HTTP status",
    judge: ({ error, response }) => {
      const status = error?.["status"];
      // A value of another type is a matter of the schema.
      if (typeof status !== "bigint") return "not applicable";
      if (status === BigInt(response.status)) return [];
      const expected = `status ${response.status}`;
      const actual = `status ${shorten(status)}`;
      return [{ problem: "another status", expected, actual, at: inBody("/status") }];
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

/** The rows of a list that was answered as it may be. */
function listedRows(
  { accepted, response, exchange, json }: ParsedExchange,
  { contract }: StoreState,
): readonly Json[] | undefined {
  const isList = exchange.case.operation === contract.roles.list && response.status < 400;
  return isList && accepted !== undefined && Array.isArray(json) ? json : undefined;
}

function inBody(pointer: string): FindingPlace {
  return { in: "body", pointer };
}

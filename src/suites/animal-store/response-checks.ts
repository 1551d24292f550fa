import { observe, type ParsedExchange, type ResponseCheck, shorten } from "../../checks/index.js";
import { largestPage } from "./facts.js";
import { readPet } from "./pet.js";
import type { StoreState } from "./state.js";

/** What is true of every response of an animal store, besides what its description says. */
export const storeResponseChecks: readonly ResponseCheck<StoreState>[] = [
  {
    id: "list/no-duplicates",
    title: "no list holds an id twice",
    judge: (parsed, state) => {
      const { json } = parsed;
      if (!isPage(parsed, state) || !Array.isArray(json)) return "not applicable";
      const ids = json.map((item) => readPet(state, item)?.id);
      const seen = new Set<bigint>();
      const at = ids.findIndex((id) => id !== undefined && seen.size === seen.add(id).size);
      if (at < 0) return [];
      const actual = `the id ${ids[at]} twice`;
      const place = { in: "body", pointer: `/${at}` } as const;
      return [{ problem: "twice", expected: "each animal once", actual, at: place }];
    },
  },
  {
    id: "list/maximum",
    title: "no list holds more animals than the highest limit",
    judge: (parsed, state) => {
      const { json } = parsed;
      if (!isPage(parsed, state) || !Array.isArray(json)) return "not applicable";
      const most = largestPage(state);
      if (json.length <= most) return [];
      const actual = `${json.length} animals`;
      const at = { in: "body", pointer: `/${most}` } as const;
      return [{ problem: "too many", expected: `at most ${most} animals`, actual, at }];
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

function isPage({ accepted, response, exchange }: ParsedExchange, { contract }: StoreState): boolean {
  return exchange.case.operation === contract.roles.list && response.status < 400 && accepted !== undefined;
}

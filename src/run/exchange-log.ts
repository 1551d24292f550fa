import type { Exchange } from "../transport/index.js";
import { recordExchange } from "./record.js";
import type { LoggedExchange, Report } from "./report-schema.js";

/** Keeps what was exchanged, within bounds: a night has more of it than anybody reads. */
export interface ExchangeLogger {
  readonly add: (exchange: Exchange) => void;
  readonly log: () => Report["exchanges"];
}

/** Every exchange is kept up to here; after that, only what was not yet asked and answered like this. */
const keptWhole = 700;
const most = 1000;
/** Bytes of one body. */
const mostBodyBytes = 1024;

/** A log of nothing yet. One that keeps nothing only counts. */
export function createExchangeLogger(baseUrl: string, keeps: boolean): ExchangeLogger {
  const entries: LoggedExchange[] = [];
  const seen = new Set<string>();
  let all = 0;
  return {
    add: (exchange) => {
      all += 1;
      if (!keeps) return;
      const { case: request, outcome } = exchange;
      const result = outcome.kind === "response" ? outcome.status : outcome.cause;
      const sort = `${request.operation} ${request.label} ${result}`;
      const isNew = !seen.has(sort) && seen.size < most;
      if (isNew) seen.add(sort);
      if (entries.length >= (isNew ? most : keptWhole)) return;
      entries.push(recordExchange(exchange, baseUrl, mostBodyBytes));
    },
    log: () => ({ all, entries }),
  };
}

import type { Contract } from "../../description/index.js";
import { type Described, type Deviation, startDescribedServer } from "../../reference/index.js";
import { type Report, runConformance } from "../../run/index.js";
import { openApi } from "../../suites/index.js";

/** A description whose suite is calibrated. */
export interface Subject {
  readonly description: Described;
  /** With the requirements that follow from it. */
  readonly contract: Contract;
}

/** One run against the server that is made from a description. */
export interface DescribedTrial {
  readonly seed: number;
  /** Keeps the description to the letter if absent. */
  readonly deviation?: Deviation;
  /** How long an item may take to be seen, in ms. */
  readonly settle?: number;
  /** Does the run end as soon as one of these requirements is found broken? */
  readonly until?: (requirement: string) => boolean;
}

/** A server on this machine answers at once, or never. In ms. */
const timeout = 10_000;
const key = "Qx7Wv-Zk3Jt-0123456789abcdef";

/** Starts the server in this thread, judges it over HTTP with the gate profile, and stops it. */
export async function judgeDescribed(
  { description, contract }: Subject,
  { seed, deviation, settle = 0, until = () => false }: DescribedTrial,
): Promise<Report> {
  const stop = new AbortController();
  const server = await startDescribedServer({
    described: description,
    key,
    ...(deviation === undefined ? {} : { deviation }),
  });
  try {
    return await runConformance(openApi, {
      contract,
      baseUrl: server.baseUrl,
      key,
      seed,
      nonce: seed,
      timeout,
      settle,
      keepExchanges: false,
      onEvent: (event) => {
        if (event.kind === "bug") throw event.error;
        if (event.kind === "finding-confirmed" && until(event.requirement)) stop.abort();
      },
      signal: stop.signal,
    });
  } finally {
    await server.close();
  }
}

/** The requirements that failed, in the order in which their findings are reported. */
export function failuresOf({ findings, requirements }: Report): readonly string[] {
  const failed = requirements.filter(({ verdict }) => verdict === "failed").map(({ id }) => id);
  const reported = findings.flatMap((finding) => finding.requirements);
  return [...new Set([...reported, ...failed])].filter((id) => failed.includes(id));
}

import { animalStore } from "../../src/contracts/index.js";
import type { Level, Requirement } from "../../src/description/index.js";
import type { Attempt, AttemptStatus } from "../../src/engine/attempt.js";
import type { Finding } from "../../src/engine/index.js";
import type { Exchange } from "../../src/transport/index.js";
import { contract } from "../servers/judging.js";

/** Particulars of an attempt that was never made. */
interface Particulars {
  readonly reason?: string;
  readonly findings?: readonly Finding[];
  readonly path?: string;
  /** How many of them there were. */
  readonly exchanges?: number;
}

/** An attempt as a run would have made it. */
export function attemptOf(status: AttemptStatus, particulars: Particulars = {}): Attempt {
  const [check] = animalStore.scenarios(contract);
  if (check === undefined) throw new Error("there are no checks");
  const { reason = "", findings = [], path = "/pets", exchanges = 1 } = particulars;
  return {
    check,
    input: null,
    status,
    reason,
    evaluated: new Set(),
    findings,
    exchanges: Array.from({ length: exchanges }, () => exchangeOf(path)),
    requests: exchanges,
  };
}

/** A requirement of this level that stands in no catalogue. */
export function requirementOf(level: Level, id = "LIST-3", follows: readonly string[] = []): Requirement {
  return {
    id,
    level,
    section: "Limits",
    sentence: "It is so.",
    operations: ["listPets"],
    verifiedBy: [],
    warnsIn: [],
    follows,
  };
}

function exchangeOf(path: string): Exchange {
  return {
    case: {
      operation: "listPets",
      label: "no parameters",
      method: "GET",
      path,
      headers: [],
      credential: { kind: "good" },
      accepts: [],
    },
    trace: "0af7651916cd43dd8448eb211c80319c",
    sentAt: 0,
    duration: 1,
    retries: 0,
    turnedAway: 0,
    alone: false,
    outcome: { kind: "response", status: 200, headers: [], body: Buffer.from("[]"), cutShort: false },
  };
}

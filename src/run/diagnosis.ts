import type { Contract } from "../description/index.js";
import type { Case } from "../generate/index.js";
import type { ConnectionOptions, Exchange } from "../transport/index.js";

/** One thing that was looked at, and what to do about it where it is not as it should be. */
export interface Symptom {
  readonly about: "host" | "proxy" | "TLS" | "response" | "key" | "address" | "clock" | "items";
  readonly status: "fine" | "warning" | "problem";
  readonly found: string;
  readonly advice?: string;
}

/** A target to be looked at. */
export interface Patient {
  readonly contract: Contract;
  readonly baseUrl: string;
  readonly connection: ConnectionOptions;
  /** Sends a case to a base address. */
  readonly send: (baseUrl: string, request: Case) => Promise<Exchange>;
  /** For one step, in ms. */
  readonly timeout: number;
}

/** Looks for what usually goes wrong, in a few requests, all of them GET. */
export type Examine = (patient: Patient) => AsyncGenerator<Symptom>;

import {
  type Client,
  type ClientOptions,
  type Clock,
  createClient,
  systemClock,
} from "../transport/index.js";

/** The network through which a run reaches its target, and its clock. A transcript may stand in for both. */
export interface Network {
  readonly clock: Clock;
  readonly createClient: (options: ClientOptions) => Client;
  /** Does the work of one attempt of a check with one input: what is sent meanwhile belongs to it. */
  readonly within: <Value>(check: string, input: unknown, work: () => Promise<Value>) => Promise<Value>;
}

/** The network itself, and the clock of the system. */
export const realNetwork: Network = {
  clock: systemClock,
  createClient,
  within: (_check, _input, work) => work(),
};

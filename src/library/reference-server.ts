import { loadContract } from "../description/index.js";
import { type ReferenceServer, startReferenceServer as start } from "../reference/index.js";

/** The settings of a reference server. */
export interface ReferenceServerOptions {
  /** The only API key that is valid. */
  readonly key: string;
  /** 0, the default, lets the operating system choose a free one. */
  readonly port?: number;
  /** `127.0.0.1` if absent. */
  readonly host?: string;
}

/** Starts a server that follows the Animal Store interface to the letter: to write a client against, or to try Pedigree. */
export async function startReferenceServer({
  key,
  ...others
}: ReferenceServerOptions): Promise<ReferenceServer> {
  return start({ ...others, contract: loadContract(), key });
}

import { randomInt } from "node:crypto";
import type { ClientOptions } from "../transport/index.js";
import type { RunOptions } from "./options.js";
import { createJitter } from "./random.js";
import { toolVersion } from "./tool-version.js";

/** In ms and bytes. */
const defaults = {
  concurrency: 8,
  timeout: 10_000,
  sizeLimit: 4 * 1024 * 1024,
  patience: 60_000,
};

/** How to reach the target that the options name. */
export function clientOptions(options: RunOptions): ClientOptions {
  return {
    baseUrl: options.baseUrl,
    key: options.key,
    userAgent: `pedigree/${toolVersion}`,
    concurrency: options.concurrency ?? defaults.concurrency,
    headers: options.headers,
    connection: options.connection,
    rate: options.rate,
    timeout: options.timeout ?? defaults.timeout,
    sizeLimit: defaults.sizeLimit,
    random: createJitter(options.seed ?? randomInt(2 ** 32)),
    patience: options.patience ?? defaults.patience,
    signal: options.signal ?? new AbortController().signal,
  };
}

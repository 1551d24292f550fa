import { ConfigurationError } from "../description/index.js";
import { readBaseUrl } from "../transport/index.js";
import type { ShellCommand } from "./kinds.js";
import type { Settings } from "./settings.js";

/** How to start a server under test. */
export interface StartOptions extends ShellCommand {
  /** Address that answers anything over HTTP once the server is up. */
  readonly waitFor: string;
  /** Variables of the environment that it gets although they hold a key. */
  readonly variables: readonly string[];
}

/**
 * Reads how a server is started; undefined where it is not.
 * @throws ConfigurationError for settings that need others, or a variable that is not set
 */
export function readStart(
  {
    start,
    waitFor,
    startEnv: variables = [],
  }: Pick<Settings, "start" | "startEnv"> & {
    readonly waitFor: string | undefined;
  },
  environment: NodeJS.ProcessEnv,
): StartOptions | undefined {
  if (start !== undefined && waitFor === undefined)
    throw new ConfigurationError(
      "--start needs the address at which the server answers once it is up: --target, or --wait-for",
    );
  if (start === undefined && waitFor !== undefined)
    throw new ConfigurationError("--wait-for needs --start with the command that starts the server");
  if (start === undefined && variables.length > 0)
    throw new ConfigurationError("--start-env needs --start with the command that starts the server");
  if (start === undefined || waitFor === undefined) return undefined;
  readBaseUrl(waitFor.replace(/[?#].*$/s, ""));
  for (const name of variables)
    if (environment[name] === undefined)
      throw new ConfigurationError(`--start-env ${name}: the environment variable ${name} is not set`);
  return { ...start, waitFor, variables };
}

import type { Command } from "commander";

/**
 * Ends a command to which an empty value was given. It mostly comes from a variable that is not set, and would
 * otherwise count as not given: a run would judge the embedded server, and be green.
 */
export function refuseEmptyValues(command: Command): void {
  for (const option of command.options) {
    const name = option.attributeName();
    const values: unknown[] = [command.getOptionValue(name)].flat();
    if (!values.some((value) => typeof value === "string" && value.trim() === "")) continue;
    const source = command.getOptionValueSource(name);
    const what = source === "env" ? `the environment variable ${option.envVar}` : `${option.long}`;
    command.error(`error: ${what} is empty: give a value, or leave it out`);
  }
}
